import type { UnknownReason } from "../fact.ts";

/** Why it is not known what a failure takes that Flux tells in words of its own: those may quote secrets, and stay out. */
export function failureWithheld(object: string): UnknownReason {
  const [kind = "", namespace = "", name = ""] = object.split("/");
  return {
    code: "Withheld",
    detail: `what ${object} failed on is in its message, which no snapshot keeps`,
    cure: `kubectl describe ${kind.toLowerCase()} -n ${namespace} ${name}`,
  };
}
