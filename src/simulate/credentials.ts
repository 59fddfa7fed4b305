import { didYouMean } from "../input/suggest.ts";
import type { ProfileCredential } from "../profile/profile.ts";
import type { EventContext, Refusal } from "./event.ts";

/** The credential of that name, or the only one of the profile where none is named. */
export function findCredential(
  { profile }: EventContext,
  name: string,
): ProfileCredential | Refusal {
  const all = profile.spec.credentials ?? [];
  const names = all.map((each) => each.name);
  const [only, ...others] = all;
  if (only === undefined) return { refused: "the profile names no credential" };
  if (name === "" && others.length === 0) return only;
  if (name === "")
    return { refused: "which credential is not said", help: `one of: ${names.join(", ")}` };
  const found = all.find((each) => each.name === name);
  return (
    found ?? {
      refused: `the profile names no credential \`${name}\``,
      help: didYouMean(name, names),
    }
  );
}
