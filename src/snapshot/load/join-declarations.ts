import { asJson } from "../../input/as-json.ts";
import { groupBy } from "../../input/group-by.ts";
import { canonicalJson } from "../canonical-json.ts";
import type { Declaration } from "./declarations.ts";
import type { LoadLog } from "./load-log.ts";
import { formatPosition, positionOf, problemAt } from "./place.ts";

const fields = ["fingerprint", "firstDeclaredAt", "lastDeclaredAt", "revoked"] as const;
type Field = (typeof fields)[number];

/** One declaration for each revision, with all that the sources say of it; two that disagree are a conflict. */
export function joinDeclarations(
  declarations: readonly Declaration[],
  log: LoadLog,
): readonly Declaration[] {
  const groups = groupBy(declarations, identityOf);
  return [...groups.values()].map(([first, ...others]) =>
    others.reduce((joined, other) => joinTwo(joined, other, log), first),
  );
}

/** What has no revision is one thing only if all of it is the same. */
function identityOf({ revision, place: _, ...rest }: Declaration): string {
  return revision ?? canonicalJson(asJson(rest));
}

function joinTwo(first: Declaration, other: Declaration, { problems }: LoadLog): Declaration {
  for (const field of fields) {
    const [a, b] = [first[field], other[field]];
    if (a === undefined || b === undefined || isEqual(a, b)) continue;
    const at = formatPosition(positionOf(first.place));
    const message = `\`${field}\` of one declaration is given in two versions (also given at ${at})`;
    problems.push(problemAt(other.place, "SNAPSHOT_CONFLICTING_OBJECT", message));
  }
  return {
    ...first,
    fingerprint: first.fingerprint ?? other.fingerprint,
    firstDeclaredAt: first.firstDeclaredAt ?? other.firstDeclaredAt,
    lastDeclaredAt: first.lastDeclaredAt ?? other.lastDeclaredAt,
    revoked: first.revoked ?? other.revoked,
  };
}

function isEqual(a: Declaration[Field], b: Declaration[Field]): boolean {
  return canonicalJson(asJson({ value: a })) === canonicalJson(asJson({ value: b }));
}
