import type { Probe, ProbesDocument } from "../../generated/probes-types.ts";
import { validate } from "../../generated/validate-probes.ts";
import { asJson } from "../../input/as-json.ts";
import { checkSchema } from "../../input/check-schema.ts";
import type { DeepReadonly, JsonValue } from "../../input/json-value.ts";
import type { Problem } from "../../input/problem.ts";
import type { SourceDocument } from "../../input/source-document.ts";
import { instantProblems } from "../check-instants.ts";
import type { Snapshot } from "../snapshot.ts";
import { itemsAt } from "./json-access.ts";
import type { LoadContext } from "./load-context.ts";
import type { NodeNames } from "./node-names.ts";
import { inside, type Place, problemAt } from "./place.ts";

interface ProbeSources {
  readonly snapshots: readonly { readonly snapshot: Pick<Snapshot, "probes"> }[];
  readonly names: NodeNames;
}

/**
 * All probes that `kind: Probes` documents and snapshots tell of. Undefined where none of them speaks of probes;
 * empty where one says that there were none.
 */
export function joinProbes(
  documents: readonly SourceDocument[],
  { snapshots, names }: ProbeSources,
  context: LoadContext,
): readonly JsonValue[] | undefined {
  const told = snapshots.flatMap(({ snapshot: { probes } }) => (probes ? [probes] : []));
  const written = documents.map((document) => readProbes(document, names, context));
  return told.length + written.length === 0 ? undefined : [...told, ...written].flat().map(asJson);
}

type ProbesReading = DeepReadonly<ProbesDocument>;

function readProbes(
  document: SourceDocument,
  names: NodeNames,
  context: LoadContext,
): readonly DeepReadonly<Probe>[] {
  const problems = [
    ...checkSchema(document, validate, "SNAPSHOT_INVALID"),
    ...instantProblems(
      document,
      itemsAt(document.value, "probes").map((_, at) => ["probes", String(at), "at"]),
    ),
  ];
  const value: unknown = document.value;
  if (!isProbes(value, problems)) {
    context.log.problems.push(...problems);
    return [];
  }
  const root = { document, path: ["probes"] };
  return value.probes.filter((probe, at) =>
    isPlaced(probe, inside(root, String(at)), { names, context }),
  );
}

function isProbes(value: unknown, problems: readonly Problem[]): value is ProbesReading {
  return problems.length === 0 && value !== undefined;
}

/** True for a probe with a credential of the profile and a Node of the input; why not is in the log. */
function isPlaced(
  { credential, node, through }: DeepReadonly<Probe>,
  place: Place,
  { names, context }: { readonly names: NodeNames; readonly context: LoadContext },
): boolean {
  const { profile, log } = context;
  const before = log.problems.length;
  if (!(profile.spec.credentials ?? []).some(({ name }) => name === credential)) {
    const message = "the profile names no such credential";
    const help = "write one of the names under `spec.credentials` of the profile";
    const at = inside(place, "credential");
    log.problems.push(problemAt(at, "SNAPSHOT_UNRECOGNIZED", message, { help }));
  }
  if (node === undefined && through !== "registry") {
    const message = "a pull through the kubelet or through Talos lacks the `node` that pulled";
    log.problems.push(problemAt(place, "SNAPSHOT_INVALID", message));
  }
  if (node !== undefined && names.isEmpty) {
    const detail = "no Nodes were given by which to tell whose a probe is";
    log.gaps.push({ part: "probes", reason: "NotRead", detail });
    return false;
  }
  if (node !== undefined && !names.hasName(node)) {
    const message = "no Node of the input has this name";
    log.problems.push(problemAt(inside(place, "node"), "SNAPSHOT_INVALID", message));
  }
  return log.problems.length === before;
}
