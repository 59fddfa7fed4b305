import { asJson } from "../../input/as-json.ts";
import { ownValue } from "../../input/own-value.ts";
import { componentKustomization, markerFile, type ProfileGate } from "../../profile/profile.ts";
import { type GitFileRecord, objectKey, type Snapshot } from "../../snapshot/snapshot.ts";
import type { Edit } from "../edit.ts";
import type { EventContext, EventKind, Happening, Refusal } from "../event.ts";
import { findGate } from "../gates.ts";
import { afterSeconds, EVENT_SECONDS, endOfTime } from "../moment.ts";

type Strategies = NonNullable<GitFileRecord["strategies"]>;

/** Git puts the gate up: component, strategy and a marker of the day. What that does to the cluster, a deploy shows. */
export const activate: EventKind = {
  name: "activate",
  argument: "[GATE]",
  summary: "Git declares the gate, dated with the day; a deploy puts it up",
  prepare: (name) => (context) => inGit(context, name, activated),
};

/** Git takes OnDelete and the marker back, and keeps the component. */
export const release: EventKind = {
  name: "release",
  argument: "[GATE]",
  summary: "Git takes the gate's strategy back and keeps its component; a deploy releases it",
  prepare: (name) => (context) => inGit(context, name, released),
};

/** Git drops the whole component, and the marker with it. */
export const rollback: EventKind = {
  name: "rollback",
  argument: "[GATE]",
  summary: "Git drops the gate's component; a deploy rolls back what it brought",
  prepare: (name) => (context) => inGit(context, name, rolledBack),
};

interface Declaring {
  readonly gate: ProfileGate;
  readonly files: NonNullable<Snapshot["git"]>["files"];
  readonly helmReleases: NonNullable<NonNullable<Snapshot["rendered"]>["helmReleases"]>;
  /** `YYYY-MM-DD`. */
  readonly day: string;
}

function inGit(
  context: EventContext,
  name: string,
  declare: (declaring: Declaring) => readonly Edit[],
): Happening | Refusal {
  const gate = findGate(context, name);
  if ("refused" in gate) return gate;
  const files = context.snapshot.git?.files ?? {};
  const unread = [gate.declared.kustomization, componentKustomization(gate)].find(
    (path) => ownValue(files, path) === undefined,
  );
  if (unread !== undefined) return { refused: `\`${unread}\` of the Git checkout was not read` };
  const moment = afterSeconds(context.snapshot, EVENT_SECONDS);
  if (moment === undefined) return endOfTime;
  const day = moment.before(1).slice(0, 10);
  const { helmReleases = {} } = context.snapshot.rendered ?? {};
  return { edits: [...moment.edits, ...declare({ gate, files, helmReleases, day })] };
}

function activated({ gate, files, helmReleases, day }: Declaring): readonly Edit[] {
  const { kustomization, component, strategy } = gate.declared;
  const components = ownValue(files, kustomization)?.components ?? [];
  return [
    write(kustomization, "components", [...new Set([...components, component])].sort()),
    strategiesEdit(gate, files, [{ ...strategy, value: "OnDelete" }]),
    ...renderedEdits(gate, helmReleases, "OnDelete"),
    ...markerEdits(gate, files, [day]),
  ];
}

function released({ gate, files, helmReleases }: Declaring): readonly Edit[] {
  return [
    strategiesEdit(gate, files, []),
    ...renderedEdits(gate, helmReleases, null),
    ...markerEdits(gate, files, []),
  ];
}

function rolledBack({ gate, files, helmReleases }: Declaring): readonly Edit[] {
  const { kustomization, component } = gate.declared;
  const components = ownValue(files, kustomization)?.components ?? [];
  const others = components.filter((each) => each !== component);
  return [
    write(kustomization, "components", others),
    ...renderedEdits(gate, helmReleases, null),
    ...markerEdits(gate, files, []),
  ];
}

function strategiesEdit(gate: ProfileGate, files: Declaring["files"], own: Strategies): Edit {
  const { kind, name, pointer } = gate.declared.strategy;
  const path = componentKustomization(gate);
  const others = (ownValue(files, path)?.strategies ?? []).filter(
    (each) => each.kind !== kind || each.name !== name || each.pointer !== pointer,
  );
  return write(path, "strategies", [...others, ...own].map(asJson));
}

/** What the tree renders to follows what it says, where a rendering was given. */
function renderedEdits(
  gate: ProfileGate,
  helmReleases: Declaring["helmReleases"],
  value: string | null,
): readonly Edit[] {
  const { name, namespace, pointer } = gate.declared.strategy;
  const key = objectKey("helm.toolkit.fluxcd.io", "HelmRelease", namespace, name);
  const strategies = ownValue(helmReleases, key)?.strategies;
  if (strategies === undefined || !Object.hasOwn(strategies, pointer)) return [];
  return [{ at: ["rendered", "helmReleases", key, "strategies", pointer], value }];
}

function markerEdits(
  gate: ProfileGate,
  files: Declaring["files"],
  days: readonly string[],
): readonly Edit[] {
  const path = markerFile(gate);
  const record = ownValue(files, path);
  if (record === undefined) return [];
  const { key } = gate.marker;
  const others = (record.markers ?? []).filter((marker) => marker.key !== key);
  const line = Math.max(0, ...(record.markers ?? []).map((marker) => marker.line)) + 1;
  const own = days.map((value) => ({ key, value, line }));
  return [write(path, "markers", [...others, ...own].map(asJson))];
}

function write(path: string, field: string, value: Edit["value"]): Edit {
  return { at: ["git", "files", path, field], value };
}
