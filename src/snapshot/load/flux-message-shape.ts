import type { JsonValue } from "../../input/json-value.ts";
import { formatFluxMessage, parseFluxMessage } from "../flux-message.ts";

/**
 * Controllers quote in messages what they were given, URLs with a user in them included. So of a message enters
 * only what says which objects Flux waits for, put together anew; every other message stays out.
 */
export function tellFluxMessage(value: JsonValue): JsonValue | undefined {
  const message = typeof value === "string" ? parseFluxMessage(value) : undefined;
  return message === undefined ? undefined : formatFluxMessage(message);
}
