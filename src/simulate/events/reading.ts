import { asJson } from "../../input/as-json.ts";
import { didYouMean } from "../../input/suggest.ts";
import type { Snapshot, SnapshotGap } from "../../snapshot/snapshot.ts";
import { nanosOf, parseDuration } from "../../time/time.ts";
import type { Edit } from "../edit.ts";
import type { EventContext, EventKind, Happening, Refusal } from "../event.ts";
import { after, endOfTime } from "../moment.ts";

type Part = SnapshotGap["part"];

const parts: readonly Part[] = [
  "objects",
  "talos",
  "credentials",
  "git",
  "rendered",
  "probes",
  "steps",
  "proofs",
  "pipeline",
];

/**
 * A reader could not read a part, or one thing of it (DESIGN §3.2): what was there is gone, and a gap says that it may be there all the
 * same. Lists of what was lost are no longer whole. `runtime-times` are the times at which runtimes started and their config was written.
 */
export const lose: EventKind = {
  name: "lose",
  argument: "PART[:NAME]",
  summary: `a part could not be read, or one thing of it: ${[...parts, "runtime-times"].join(", ")}`,
  prepare: (argument) => {
    const colon = argument.indexOf(":");
    const word = colon < 0 ? argument : argument.slice(0, colon);
    const name = colon < 0 ? undefined : argument.slice(colon + 1);
    if (name === "") return undefined;
    if (word === "runtime-times") return (context) => lostTimes(context, name);
    const part = parts.find((each) => each === word);
    if (part === undefined) return undefined;
    return ({ snapshot }) => lost(snapshot, part, name);
  },
};

/** Time passes and the evidence is read again; nothing else happens. */
export const advance: EventKind = {
  name: "advance",
  argument: "DURATION",
  summary: "time passes, such as 36h or 90m, and nothing else happens",
  prepare: (argument) => {
    const span = parseDuration(argument);
    if (span === undefined || nanosOf(span) <= 0n) return undefined;
    return ({ snapshot }) => after(snapshot, nanosOf(span)) ?? endOfTime;
  },
};

/** Services and file states of Talos were not asked for; there is no gap for a time that nobody read. */
function lostTimes({ snapshot }: EventContext, name: string | undefined): Happening | Refusal {
  const nodes = Object.keys(snapshot.talos ?? {});
  if (name !== undefined && !nodes.includes(name))
    return { refused: `talos holds no \`${name}\``, help: didYouMean(name, nodes) };
  const times = ["runtimeStartedAt", "registryConfigUpdatedAt"];
  const edits = (name === undefined ? nodes : [name]).flatMap((node) =>
    times.map((time) => ({ at: ["talos", node, time], value: undefined })),
  );
  return { edits };
}

function lost(snapshot: Snapshot, part: Part, name: string | undefined): Happening | Refusal {
  const edits = name === undefined ? wholeOf(snapshot, part) : oneOf(snapshot, part, name);
  if ("refused" in edits) return edits;
  const gap: SnapshotGap = {
    part,
    reason: "NotRead",
    detail: "lost in the simulation",
    ...(name === undefined ? {} : { name }),
  };
  const gaps = [...(snapshot.gaps ?? []), gap].map(asJson);
  return { edits: [...edits, { at: ["gaps"], value: gaps }] };
}

function wholeOf(snapshot: Snapshot, part: Part): readonly Edit[] {
  if (part !== "objects") return [{ at: [part], value: undefined }];
  return [{ at: ["objects"], value: {} }, ...open(snapshot, () => true)];
}

/** Lists that would take in what was lost are whole no more. */
function open({ coverage }: Snapshot, isLost: (kind: string) => boolean): readonly Edit[] {
  return coverage.flatMap(({ kind, complete }, index) =>
    complete && isLost(kind) ? [{ at: ["coverage", `${index}`, "complete"], value: false }] : [],
  );
}

function oneOf(snapshot: Snapshot, part: Part, name: string): readonly Edit[] | Refusal {
  if (part === "objects") return objectsOf(snapshot, name);
  const held: Partial<Record<Part, { readonly at: readonly string[]; readonly map: object }>> = {
    talos: { at: ["talos"], map: snapshot.talos ?? {} },
    credentials: { at: ["credentials"], map: snapshot.credentials ?? {} },
    git: { at: ["git", "files"], map: snapshot.git?.files ?? {} },
    rendered: { at: ["rendered", "machineConfigs"], map: snapshot.rendered?.machineConfigs ?? {} },
    pipeline: { at: ["pipeline", "steps"], map: snapshot.pipeline?.steps ?? {} },
  };
  const found = held[part];
  if (found === undefined) return { refused: `${part} are lost as a whole only` };
  if (Object.hasOwn(found.map, name)) return [{ at: [...found.at, name], value: undefined }];
  return {
    refused: `${part} holds no \`${name}\``,
    help: didYouMean(name, Object.keys(found.map)),
  };
}

/** One object by its key, or all of a kind, or of a kind in a namespace. */
function objectsOf(snapshot: Snapshot, name: string): readonly Edit[] | Refusal {
  const keys = Object.keys(snapshot.objects);
  const lostKeys = keys.filter((key) => `${key}/`.startsWith(`${name}/`));
  const covered = open(snapshot, (kind) => `${name}/`.startsWith(`${kind}/`));
  if (lostKeys.length === 0 && covered.length === 0) {
    const kinds = keys.map((key) => key.split("/").slice(0, -2).join("/"));
    return {
      refused: `objects hold no \`${name}\``,
      help: didYouMean(name, [...new Set([...kinds, ...keys])]),
    };
  }
  return [...lostKeys.map((key) => ({ at: ["objects", key], value: undefined })), ...covered];
}
