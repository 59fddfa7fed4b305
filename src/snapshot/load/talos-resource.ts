import { type JsonValue, member } from "../../input/json-value.ts";
import { ownValue } from "../../input/own-value.ts";
import type { SourceDocument } from "../../input/source-document.ts";
import { readInstant } from "./instant.ts";
import { itemsAt, jsonMap, objectAt, wordAt } from "./json-access.ts";
import type { LoadContext } from "./load-context.ts";
import type { Contribution } from "./merge-contributions.ts";
import type { NodeNames } from "./node-names.ts";
import { inside, type Place, positionOf, problemAt } from "./place.ts";
import { RECOGNIZED_HELP } from "./recognize.ts";
import { type ConfigReader, readMachineConfig } from "./talos-machine-config.ts";
import { hasRedactedAuth } from "./talos-registry-auth.ts";
import { tellUnplaced } from "./unplaced.ts";

/** Reads resources as `talosctl get … -o yaml` prints them, and files them under the names of their Nodes. */
export function readTalosResources(
  documents: readonly SourceDocument[],
  { configs, names }: Pick<ReaderOptions, "configs" | "names">,
  context: LoadContext,
): readonly Contribution[] {
  return documents.flatMap((document) => {
    const reader = readerOf(document);
    if (reader === undefined) {
      const place = inside({ document, path: [] }, "metadata", "type");
      const message = "a Talos resource of another type than those that are read";
      context.log.problems.push(
        problemAt(place, "SNAPSHOT_UNRECOGNIZED", message, { help: RECOGNIZED_HELP }),
      );
      return [];
    }
    const value = reader(document, { context, configs, names });
    return value === undefined ? [] : [{ ...value, place: { document, path: [] } }];
  });
}

interface ReaderOptions {
  readonly context: LoadContext;
  readonly configs: ConfigReader;
  readonly names: NodeNames;
}

type Reader = (
  document: SourceDocument,
  options: ReaderOptions,
) => Omit<Contribution, "place"> | undefined;

const readers: Readonly<Record<string, Reader>> = {
  machineconfigs: readConfigResource,
  services: (document, options) => readTime(document, options, runtimeStart),
  etcfilestatuses: (document, options) => readTime(document, options, registryConfigUpdate),
  members: readMember,
};

function readerOf({ value }: SourceDocument): Reader | undefined {
  const type = wordAt(objectAt(value, "metadata"), "type")?.split(".")[0]?.toLowerCase() ?? "";
  return ownValue(readers, type);
}

function readConfigResource(
  document: SourceDocument,
  { context, configs, names }: ReaderOptions,
): Omit<Contribution, "place"> | undefined {
  const metadata = objectAt(document.value, "metadata");
  const id = wordAt(metadata, "id");
  const slot = id === "v1alpha1" ? "active" : id;
  if (slot !== "active" && slot !== "persistent") return undefined;
  const node = nodeOf(document, names, context);
  if (node === undefined) return undefined;
  const place = inside({ document, path: [] }, "spec");
  const spec = member(document.value, "spec") ?? null;
  const documents = readMachineConfig(spec, { place, reader: configs }, context);
  if (documents === undefined) {
    tellUnparsable({ node, slot, place }, context);
    return undefined;
  }
  if (documents.some(hasRedactedAuth)) {
    const detail = `registry login in the ${slot} machine config is redacted`;
    context.log.gaps.push({ part: "talos", name: node, reason: "Withheld", detail });
  }
  const updatedAt = instantAt(metadata, "updated");
  if (updatedAt === undefined && (member(metadata, "updated") ?? null) !== null) {
    tellNoInstant(document, "updated", context);
    return undefined;
  }
  const value = jsonMap([
    ["updatedAt", updatedAt],
    ["digestKey", context.key.id],
    ["documents", documents],
  ]);
  return { path: ["talos", node, "machineConfig", slot], value };
}

function tellUnparsable(
  { node, slot, place }: { readonly node: string; readonly slot: string; readonly place: Place },
  { log }: LoadContext,
): void {
  const detail = `the ${slot} machine config could not be parsed`;
  const { file, line } = positionOf(place);
  log.gaps.push({ part: "talos", name: node, reason: "Unparsable", detail });
  log.notices.push(`${file}:${line}: ${detail} (node ${node})`);
}

interface TimeSource {
  readonly id: string;
  /** Member of `metadata` that holds the time. */
  readonly from: string;
  readonly to: string;
}

const runtimeStart: TimeSource = { id: "cri", from: "created", to: "runtimeStartedAt" };
const registryConfigUpdate: TimeSource = {
  id: "cri/conf.d/cri.toml",
  from: "updated",
  to: "registryConfigUpdatedAt",
};

function readTime(
  document: SourceDocument,
  { context, names }: ReaderOptions,
  { id, from, to }: TimeSource,
): Omit<Contribution, "place"> | undefined {
  const metadata = objectAt(document.value, "metadata");
  if (wordAt(metadata, "id") !== id) return undefined;
  // A service that does not run has not started anything.
  if (member(objectAt(document.value, "spec"), "running") === false) return undefined;
  const node = nodeOf(document, names, context);
  if (node === undefined) return undefined;
  const instant = instantAt(metadata, from);
  if (instant === undefined) {
    tellNoInstant(document, from, context);
    return undefined;
  }
  return { path: ["talos", node], value: { [to]: instant } };
}

function tellNoInstant(document: SourceDocument, key: string, { log }: LoadContext): void {
  const place = inside({ document, path: [] }, "metadata", key);
  const message = `\`metadata.${key}\` is not an RFC 3339 instant`;
  log.problems.push(problemAt(place, "SNAPSHOT_TIME_INVALID", message));
}

function instantAt(metadata: JsonValue | undefined, key: string): string | undefined {
  const text = wordAt(metadata, key);
  return text === undefined ? undefined : readInstant(text);
}

/** Any node lists all members, so whose a member is stands in the resource and not beside it. */
function readMember(
  document: SourceDocument,
  { context, names }: ReaderOptions,
): Omit<Contribution, "place"> | undefined {
  const spec = objectAt(document.value, "spec");
  const version = /\((v\d[0-9A-Za-z.+-]*)\)/.exec(wordAt(spec, "operatingSystem") ?? "")?.[1];
  if (version === undefined) return undefined;
  const candidates = [
    ...itemsAt(spec, "addresses").filter((address) => typeof address === "string"),
    wordAt(spec, "hostname"),
    wordAt(objectAt(document.value, "metadata"), "id"),
  ].filter((candidate) => candidate !== undefined);
  for (const candidate of candidates) {
    const found = names.nameOf(candidate);
    if (typeof found === "object") return { path: ["talos", found.name], value: { version } };
  }
  const place = inside({ document, path: [] }, "node");
  tellUnplaced({ place, address: candidates.at(-1), isAmbiguous: false }, names, context.log);
  return undefined;
}

function nodeOf(
  document: SourceDocument,
  names: NodeNames,
  context: LoadContext,
): string | undefined {
  const address = wordAt(document.value, "node");
  const found = address === undefined ? "unknown" : names.nameOf(address);
  if (typeof found === "object") return found.name;
  const place = inside({ document, path: [] }, "node");
  tellUnplaced({ place, address, isAmbiguous: found === "ambiguous" }, names, context.log);
  return undefined;
}
