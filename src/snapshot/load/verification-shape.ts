import type { JsonValue } from "../../input/json-value.ts";
import { type Scrubber, type Shape, scrub } from "./scrub.ts";

/** A word such as cosign as it is, without blanks around it; any other text is digested. */
function scrubProvider(value: JsonValue, scrubber: Scrubber): JsonValue | undefined {
  const word = typeof value === "string" ? value.trim() : undefined;
  return word !== undefined && /^[a-z]{0,20}$/.test(word) ? word : scrub(value, "digest", scrubber);
}

/** How Flux is to verify artifacts. Who must have signed is compared and never told, so digests do. */
export const verificationShape: Shape = {
  fields: {
    provider: scrubProvider,
    secretRef: { fields: { name: "digest" }, rest: "drop" },
    matchOIDCIdentity: { each: { fields: { issuer: "digest", subject: "digest" }, rest: "drop" } },
  },
  rest: "drop",
};
