import { kindOf } from "../cel/kinds.ts";
import type { ValueKind } from "../cel/type.ts";
import { type CelValue, TypeName } from "../cel/value.ts";

const typeNames: Partial<Record<ValueKind, string>> = {
  null: "null_type",
  optional: "optional_type",
  timestamp: "google.protobuf.Timestamp",
  duration: "google.protobuf.Duration",
};

/** Names that stand for types, with the type's own name. */
export const typeNamesInScope: ReadonlyMap<string, TypeName> = new Map(
  "bool bytes double int list map null_type optional_type string type uint google.protobuf.Timestamp google.protobuf.Duration"
    .split(" ")
    .map((name) => [name, new TypeName(name)]),
);

/** What `type()` gives. */
export function typeOf(value: CelValue): TypeName {
  const kind = kindOf(value);
  return new TypeName(typeNames[kind] ?? kind);
}
