import { asJson } from "../../input/as-json.ts";
import {
  isList,
  isObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../../input/json-value.ts";
import { canonicalJson } from "../canonical-json.ts";
import { jsonMap } from "./json-access.ts";
import { isName } from "./name-text.ts";
import type { Scrubber } from "./scrub.ts";

const fields = ["desiredRevision", "initialTaints", "owner", "phase", "uid", "v", "wasCordoned"];
const taintFields = ["effect", "key", "value"];
/** Stands for whatever else a record held: with it, none has exactly the keys of version 1. */
const OTHER_KEYS = "otherKeys";

/**
 * A recovery record of a transaction cut to the fields that it is known to have, so that nothing else can ride
 * in it. Whether it is valid is a fact's to say: what is no record stays none, a field of the wrong type becomes
 * null, and further fields leave one word.
 */
export function tellRecoveryRecord(text: string, scrubber: Pick<Scrubber, "digest">): string {
  if (text === "") return text;
  const record = parseObject(text);
  if (record === undefined) return scrubber.digest(text);
  const isExact = Object.keys(record).every((key) => fields.includes(key));
  return canonicalJson(
    jsonMap([
      ...fields.map((field) => [field, tellField(record, field, scrubber)] as const),
      [OTHER_KEYS, isExact ? undefined : true],
    ]),
  );
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value = asJson(JSON.parse(text));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function tellField(
  record: JsonObject,
  field: string,
  scrubber: Pick<Scrubber, "digest">,
): JsonValue | undefined {
  const value = member(record, field);
  if (field !== "initialTaints" || !isList(value)) return tellScalar(value, scrubber);
  return value.map((taint) =>
    isObject(taint)
      ? jsonMap(
          taintFields.map((each) => [each, tellScalar(member(taint, each), scrubber)] as const),
        )
      : null,
  );
}

function tellScalar(
  value: JsonValue | undefined,
  { digest }: Pick<Scrubber, "digest">,
): JsonValue | undefined {
  if (value === undefined || typeof value === "boolean") return value;
  if (typeof value === "string") return isName(value) ? value : digest(value);
  return typeof value === "number" && Number.isSafeInteger(value) ? value : null;
}
