import { isList, isObject, type JsonValue } from "../input/json-value.ts";

/** A value on one line, as YAML in flow style would be written by hand. */
export function shownValue(value: JsonValue | undefined): string {
  if (isList(value)) return `[${value.map(shownValue).join(", ")}]`;
  if (!isObject(value)) return String(value ?? "nothing");
  const entries = Object.entries(value).map(([key, each]) => `${key}: ${shownValue(each)}`);
  return `{ ${entries.join(", ")} }`;
}
