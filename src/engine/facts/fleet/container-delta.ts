import { compareText } from "../../../input/compare-text.ts";
import type { JsonObject, JsonValue } from "../../../input/json-value.ts";
import { isRecord, listAt, textAt } from "../read-object.ts";
import { describeImageChange } from "./image-change.ts";
import { describeDiff, diffNamed, type Named } from "./keyed-diff.ts";
import { leafDelta } from "./leaf-delta.ts";

interface ContainerList {
  readonly field: "containers" | "initContainers";
  readonly noun: string;
}

const containerLists: readonly ContainerList[] = [
  { field: "containers", noun: "container" },
  { field: "initContainers", noun: "init container" },
];

/** A container that is in both templates. */
interface ContainerPair {
  readonly name: string;
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/** What differs in the containers of two templates, images first. Values other than images are never told. */
export function containerDelta(before: JsonObject, after: JsonObject): readonly string[] {
  const pairs = containerLists.flatMap(({ field }) => pairsOf(before, after, field));
  return [
    ...imageLines(pairs),
    ...containerLists.flatMap((list) => memberLines(before, after, list)),
    ...pairs.flatMap(fieldLines),
  ];
}

function containersOf(template: JsonObject, field: ContainerList["field"]): Named {
  return namedBy(listAt(template, ["spec", field]), "name");
}

/** The members of a list by one of their fields; a number is appended where two have the same. */
export function namedBy(list: readonly JsonValue[], field: string): Named {
  const members = new Map<string, JsonObject>();
  list.forEach((member, index) => {
    const name = textAt(member, [field]) ?? String(index);
    if (isRecord(member)) members.set(members.has(name) ? `${name} (${index})` : name, member);
  });
  return members;
}

function pairsOf(
  before: JsonObject,
  after: JsonObject,
  field: ContainerList["field"],
): readonly ContainerPair[] {
  const earlier = containersOf(before, field);
  return [...containersOf(after, field)].flatMap(([name, container]) => {
    const old = earlier.get(name);
    return isRecord(old) && isRecord(container) ? [{ name, before: old, after: container }] : [];
  });
}

/** One line for all containers if they share the change, else one for each. */
function imageLines(pairs: readonly ContainerPair[]): readonly string[] {
  const changes = pairs.map(({ name, before, after }) => {
    const from = textAt(before, ["image"]) ?? "none";
    const to = textAt(after, ["image"]) ?? "none";
    return { name, change: from === to ? undefined : describeImageChange(from, to) };
  });
  const [first] = changes;
  if (first === undefined) return [];
  if (first.change !== undefined && changes.every(({ change }) => change === first.change)) {
    const others = changes.length - 1;
    const alike = others === 0 ? "" : `, ${others} more container${others === 1 ? "" : "s"} alike`;
    return [`${first.name} image ${first.change}${alike}`];
  }
  return changes.flatMap(({ name, change }) =>
    change === undefined ? [] : [`${name} image ${change}`],
  );
}

function memberLines(
  before: JsonObject,
  after: JsonObject,
  { field, noun }: ContainerList,
): readonly string[] {
  const diff = diffNamed(containersOf(before, field), containersOf(after, field));
  if (diff.isReordered) return [`${noun}s reordered`];
  return describeDiff({ ...diff, changed: [] }, (name) => `${noun} ${name}`);
}

function fieldLines({ name, before, after }: ContainerPair): readonly string[] {
  const mounts = diffNamed(
    namedBy(listAt(before, ["volumeMounts"]), "mountPath"),
    namedBy(listAt(after, ["volumeMounts"]), "mountPath"),
  );
  const env = diffNamed(
    namedBy(listAt(before, ["env"]), "name"),
    namedBy(listAt(after, ["env"]), "name"),
  );
  const diff = diffNamed(otherFields(before), otherFields(after));
  const fields = [...diff.changed, ...diff.added, ...diff.removed].sort(compareText);
  return [
    ...describeDiff(env, (variable) => `${name} env ${variable}`),
    ...(env.isReordered ? [`${name} env reordered`] : []),
    ...describeDiff(mounts, (path) => `${name} mount ${path}`),
    ...(mounts.isReordered ? [`${name} mounts reordered`] : []),
    ...nestedFields.flatMap((field) =>
      leafDelta(before[field], after[field]).map((line) => `${name} ${field} ${line}`),
    ),
    ...fields.map((field) => `${name} ${field} changed`),
  ];
}

const nestedFields = ["resources", "securityContext"] as const;

function otherFields(container: JsonObject): Named {
  const told = ["name", "image", "volumeMounts", "env", ...nestedFields];
  return new Map(Object.entries(container).filter(([field]) => !told.includes(field)));
}
