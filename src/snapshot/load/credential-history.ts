import type { CredentialHistoryDocument } from "../../generated/credential-history-types.ts";
import { validate } from "../../generated/validate-credential-history.ts";
import { checkSchema } from "../../input/check-schema.ts";
import type { DeepReadonly } from "../../input/json-value.ts";
import type { Problem } from "../../input/problem.ts";
import type { SourceDocument } from "../../input/source-document.ts";
import { instantProblems } from "../check-instants.ts";
import { compareInstants } from "../instant.ts";
import { type Declaration, type DeclarationSource, isHistoryWanted } from "./declarations.ts";
import { itemsAt } from "./json-access.ts";
import type { LoadContext } from "./load-context.ts";
import { inside, type Place, problemAt } from "./place.ts";

/** Reads `kind: CredentialHistory`. Nothing, with every mistake in the log, if it is not right. */
export function readCredentialHistory(
  document: SourceDocument,
  { profile, log }: LoadContext,
): readonly DeclarationSource[] {
  const root = { document, path: [] };
  const problems = [
    ...checkSchema(document, validate, "SNAPSHOT_INVALID"),
    ...instantProblems(
      document,
      itemsAt(document.value, "declarations").flatMap((_, at) => [
        ["declarations", String(at), "firstDeclaredAt"],
        ["declarations", String(at), "lastDeclaredAt"],
      ]),
    ),
  ];
  const value: unknown = document.value;
  if (!isHistory(value, problems)) {
    log.problems.push(...problems);
    return [];
  }
  const { credential, complete } = value;
  const meant = (profile.spec.credentials ?? []).find(({ name }) => name === credential);
  if (meant === undefined) {
    const message = "the profile names no such credential";
    const help = "write one of the names under `spec.credentials` of the profile";
    const place = inside(root, "credential");
    log.problems.push(problemAt(place, "SNAPSHOT_UNRECOGNIZED", message, { help }));
    return [];
  }
  const declarations = value.declarations.map((given, at) => ({
    ...given,
    place: inside(root, "declarations", String(at)),
  }));
  const disorder = declarations.flatMap(disorderOf);
  log.problems.push(...disorder);
  if (disorder.length > 0 || !isHistoryWanted(meant, root, log)) return [];
  return [{ credential, isWhole: complete, declarations, place: root }];
}

function isHistory(
  value: unknown,
  problems: readonly Problem[],
): value is DeepReadonly<CredentialHistoryDocument> {
  return problems.length === 0 && value !== undefined;
}

function disorderOf(declaration: Declaration & { readonly place: Place }): readonly Problem[] {
  const { firstDeclaredAt: first, lastDeclaredAt: last, place } = declaration;
  if (first === undefined || last === undefined || compareInstants(first, last) <= 0) return [];
  const message = "`lastDeclaredAt` is before `firstDeclaredAt`";
  return [problemAt(inside(place, "lastDeclaredAt"), "SNAPSHOT_INVALID", message)];
}
