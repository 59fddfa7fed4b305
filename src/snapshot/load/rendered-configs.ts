import { groupBy } from "../../input/group-by.ts";
import { isObject, member } from "../../input/json-value.ts";
import type { SourceDocument } from "../../input/source-document.ts";
import { canonicalJson } from "../canonical-json.ts";
import { jsonMap, wordAt } from "./json-access.ts";
import type { LoadContext } from "./load-context.ts";
import type { Contribution } from "./merge-contributions.ts";
import type { NodeNames } from "./node-names.ts";
import { inside, type Placed, positionOf, problemAt } from "./place.ts";
import { TALOS_VERSION } from "./recognize.ts";
import { renderedNodes, unmatchedEntries } from "./rendered-nodes.ts";
import type { GivenManifest } from "./taken-at.ts";
import { type ConfigReader, readConfigParts } from "./talos-machine-config.ts";
import { hasRedactedAuth } from "./talos-registry-auth.ts";

interface RenderedOptions {
  readonly configs: ConfigReader;
  readonly names: NodeNames;
  readonly manifests: readonly GivenManifest[];
}

/** Reads machine configs as tools render them: all Talos documents of one file are the config of a node. */
export function readRenderedConfigs(
  documents: readonly SourceDocument[],
  options: RenderedOptions,
  context: LoadContext,
): readonly Contribution[] {
  const { log } = context;
  const files = groupBy(documents, ({ file }) => file);
  log.problems.push(...unmatchedEntries([...files.keys()], options.manifests));
  return [...files.values()].flatMap((given) => {
    const parts = distinct(given).flatMap(placed);
    const main = readMain(parts, context);
    if (main === undefined) return [];
    const nodes = renderedNodes({ main, parts }, options, log);
    return nodes.length === 0 ? [] : readConfig({ main, parts, nodes }, options, context);
  });
}

/** A file that is named twice is one file. */
function distinct(documents: readonly SourceDocument[]): readonly SourceDocument[] {
  const byContent = groupBy(documents, ({ index, value }) => `${index} ${canonicalJson(value)}`);
  return [...byContent.values()].map(([first]) => first);
}

function placed(document: SourceDocument): readonly Placed[] {
  const { value } = document;
  return isObject(value) ? [{ document, path: [], value }] : [];
}

const WHOLE_HELP =
  "give each node's whole config in a file of its own: what a patch leaves out would seem to be taken away";

/** The document without kind, if the parts are a whole config; else undefined, with the problems in the log. */
function readMain(parts: readonly Placed[], { log }: LoadContext): Placed | undefined {
  const before = log.problems.length;
  const refuse = (place: Placed, message: string): void => {
    log.problems.push(problemAt(place, "SNAPSHOT_INVALID", message, { help: WHOLE_HELP }));
  };
  const [main, ...others] = parts.filter(({ value }) => member(value, "kind") === undefined);
  const [first] = parts;
  if (main !== undefined) {
    const type = wordAt(member(main.value, "machine"), "type");
    if (wordAt(main.value, "version") !== TALOS_VERSION || type === undefined)
      refuse(main, "a machine config without `version: v1alpha1` or without `machine.type`");
  } else if (first !== undefined) {
    refuse(first, "documents of a machine config without the one that holds `machine`");
  }
  for (const other of others) refuse(other, "a second machine config in one file");
  const seen = new Set<string>();
  for (const part of parts) {
    if (member(part.value, "$patch") !== undefined) refuse(part, "a patch of a machine config");
    if (part.value === main?.value || others.includes(part)) continue;
    const identity = JSON.stringify([wordAt(part.value, "kind"), wordAt(part.value, "name")]);
    if (seen.has(identity)) refuse(part, "a second document of the same kind and name");
    seen.add(identity);
  }
  return log.problems.length === before ? main : undefined;
}

interface RenderedConfig {
  readonly main: Placed;
  readonly parts: readonly Placed[];
  readonly nodes: readonly string[];
}

function readConfig(
  { main, parts, nodes }: RenderedConfig,
  { configs }: RenderedOptions,
  context: LoadContext,
): readonly Contribution[] {
  const { gaps, notices } = context.log;
  const documents = readConfigParts(parts, configs, context);
  if (documents === undefined) {
    const detail = "the rendered machine config holds a registry login that could not be parsed";
    const { file, line } = positionOf(main);
    notices.push(`${file}:${line}: ${detail}`);
    for (const name of nodes) gaps.push({ part: "rendered", name, reason: "Unparsable", detail });
    return [];
  }
  if (documents.some(hasRedactedAuth)) {
    const detail = "registry login in the rendered machine config is redacted";
    for (const name of nodes) gaps.push({ part: "rendered", name, reason: "Withheld", detail });
  }
  const value = jsonMap([
    ["digestKey", context.key.id],
    ["documents", documents],
  ]);
  return nodes.map((node) => ({
    path: ["rendered", "machineConfigs", node],
    value,
    place: inside(main),
  }));
}
