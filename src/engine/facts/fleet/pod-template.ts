import { compareText } from "../../../input/compare-text.ts";
import type { JsonObject, JsonValue } from "../../../input/json-value.ts";
import { canonicalJson } from "../../../snapshot/canonical-json.ts";
import { isList, isRecord } from "../read-object.ts";

/** A pod template, and a text that is equal for templates that mean the same. */
export interface PodTemplate {
  readonly content: JsonObject;
  readonly text: string;
}

/**
 * Brings a template, of a DaemonSet or of a ControllerRevision's data, into the one form in which they are
 * compared: without the patch directive, without creation times that were never set, keys in one order.
 * Kubernetes itself compares bytes, which differ after upgrades although nothing has changed
 * (kubernetes/kubernetes#134773).
 */
export function podTemplate(template: JsonObject): PodTemplate {
  const { $patch: _directive, ...rest } = template;
  const content = withoutUnsetTimes(rest);
  return { content, text: canonicalJson(content) };
}

function withoutUnsetTimes(object: JsonObject): JsonObject {
  const kept = Object.entries(object)
    .filter(([key, value]) => key !== "creationTimestamp" || value !== null)
    .sort(([a], [b]) => compareText(a, b));
  return Object.fromEntries(kept.map(([key, value]) => [key, cleaned(value)]));
}

function cleaned(value: JsonValue): JsonValue {
  if (isList(value)) return value.map(cleaned);
  return isRecord(value) ? withoutUnsetTimes(value) : value;
}
