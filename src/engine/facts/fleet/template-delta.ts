import type { JsonObject } from "../../../input/json-value.ts";
import { listAt, recordAt, valueAt } from "../read-object.ts";
import { containerDelta, namedBy } from "./container-delta.ts";
import { describeDiff, diffNamed, type Named } from "./keyed-diff.ts";
import { leafDelta } from "./leaf-delta.ts";
import type { PodTemplate } from "./pod-template.ts";

/**
 * What differs between two pod templates, one line each: images, containers, their mounts and fields,
 * volumes, the rest of the pod, annotations and labels. Empty exactly if the templates are equal. Tells
 * names and image references, never other values.
 */
export function templateDelta(before: PodTemplate, after: PodTemplate): readonly string[] {
  if (before.text === after.text) return [];
  const lines = [
    ...containerDelta(before.content, after.content),
    ...volumeLines(before.content, after.content),
    ...fieldLines(before.content, after.content, podFields),
    ...podSecurityLines(before.content, after.content),
    ...fieldLines(before.content, after.content, annotations),
    ...fieldLines(before.content, after.content, labels),
    ...fieldLines(before.content, after.content, metadataFields),
    ...fieldLines(before.content, after.content, templateFields),
  ];
  return lines.length === 0 ? ["template changed"] : lines;
}

interface FieldGroup {
  readonly noun: string;
  readonly path: readonly string[];
  /** Told elsewhere. */
  readonly except: readonly string[];
}

const podFields: FieldGroup = {
  noun: "pod",
  path: ["spec"],
  except: ["containers", "initContainers", "volumes", "securityContext"],
};
const annotations: FieldGroup = {
  noun: "annotation",
  path: ["metadata", "annotations"],
  except: [],
};
const labels: FieldGroup = { noun: "label", path: ["metadata", "labels"], except: [] };
const metadataFields: FieldGroup = {
  noun: "metadata",
  path: ["metadata"],
  except: ["annotations", "labels"],
};
const templateFields: FieldGroup = { noun: "template", path: [], except: ["metadata", "spec"] };

function fieldLines(
  before: JsonObject,
  after: JsonObject,
  { noun, path, except }: FieldGroup,
): readonly string[] {
  const fieldsOf = (template: JsonObject): Named =>
    new Map(
      Object.entries(recordAt(template, path) ?? {}).filter(([name]) => !except.includes(name)),
    );
  return describeDiff(diffNamed(fieldsOf(before), fieldsOf(after)), (name) => `${noun} ${name}`);
}

function podSecurityLines(before: JsonObject, after: JsonObject): readonly string[] {
  const path = ["spec", "securityContext"];
  return leafDelta(valueAt(before, path), valueAt(after, path)).map(
    (line) => `pod securityContext ${line}`,
  );
}

function volumeLines(before: JsonObject, after: JsonObject): readonly string[] {
  const path = ["spec", "volumes"];
  const diff = diffNamed(
    namedBy(listAt(before, path), "name"),
    namedBy(listAt(after, path), "name"),
  );
  if (diff.isReordered) return ["volumes reordered"];
  return describeDiff(diff, (name) => `volume ${name}`);
}
