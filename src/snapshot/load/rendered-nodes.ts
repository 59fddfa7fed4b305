import { compareText } from "../../input/compare-text.ts";
import { member } from "../../input/json-value.ts";
import type { Problem } from "../../input/problem.ts";
import { wordAt } from "./json-access.ts";
import type { LoadLog } from "./load-log.ts";
import type { SnapshotManifest } from "./manifest.ts";
import type { NodeNames } from "./node-names.ts";
import { inside, type Place, type Placed, problemAt } from "./place.ts";
import type { GivenManifest } from "./taken-at.ts";

interface NodesOptions {
  readonly names: NodeNames;
  readonly manifests: readonly GivenManifest[];
}

type RenderedEntry = NonNullable<SnapshotManifest["rendered"]>[number];

interface PlacedEntry {
  readonly entry: RenderedEntry;
  readonly place: Place;
}

/**
 * The Nodes that a rendered machine config is for: the one that it names as its host, else those that a manifest
 * says. None, with the problem in the log, where neither tells.
 */
export function renderedNodes(
  config: { readonly main: Placed; readonly parts: readonly Placed[] },
  { names, manifests }: NodesOptions,
  log: LoadLog,
): readonly string[] {
  if (names.isEmpty) {
    const detail = "no Nodes were given by which to tell whose a rendered machine config is";
    log.gaps.push({ part: "rendered", reason: "NotRead", detail });
    return [];
  }
  const { file } = config.main.document;
  const entries = entriesOf(manifests).filter(({ entry }) => isAt(file, entry.file));
  const stated = statedNodes(config.main, entries, { names, log });
  const hosts = [...new Set(config.parts.flatMap(hostNameOf))];
  const [host] = hosts;
  if (hosts.length > 1) return refuse(config.main, "gives two host names", log);
  if (host === undefined || !names.hasName(host)) {
    return entries.length > 0 ? stated : refuse(config.main, "names no Node of the input", log);
  }
  if (entries.length > 0 && !stated.includes(host)) {
    return refuse(config.main, "names another Node than the manifest says", log);
  }
  return [host];
}

/** Either spelling: the document without kind, and from Talos 1.12 on one of its own. */
function hostNameOf({ value }: Placed): readonly string[] {
  const kind = member(value, "kind");
  const network = member(member(value, "machine"), "network");
  const holder = kind === undefined ? network : kind === "HostnameConfig" ? value : undefined;
  const name = wordAt(holder, "hostname");
  return name === undefined ? [] : [name];
}

function refuse(main: Placed, what: string, { problems }: LoadLog): readonly string[] {
  problems.push(
    problemAt(main, "SNAPSHOT_AMBIGUOUS", `the rendered machine config ${what}`, {
      help:
        "set `machine.network.hostname` or `HostnameConfig.hostname` to the Node's name, or say in a SnapshotManifest: " +
        "`rendered: [{file: PATH, nodes: [NAME]}]` or `[{file: PATH, role: worker}]`",
    }),
  );
  return [];
}

function statedNodes(
  main: Placed,
  entries: readonly PlacedEntry[],
  { names, log }: { readonly names: NodeNames; readonly log: LoadLog },
): readonly string[] {
  const nodes = entries.flatMap(({ entry, place }) => {
    if ("role" in entry) {
      checkRole({ main, place }, entry.role, log);
      return names.ofRole(entry.role);
    }
    entry.nodes.forEach((name, index) => {
      if (names.hasName(name)) return;
      const at = inside(place, "nodes", String(index));
      log.problems.push(problemAt(at, "SNAPSHOT_INVALID", "no Node of the input has this name"));
    });
    return entry.nodes;
  });
  return [...new Set(nodes)].sort(compareText);
}

/** Talos writes `controlplane`, of old also `init`. */
function checkRole(
  { main, place }: { readonly main: Placed; readonly place: Place },
  role: string,
  { problems }: LoadLog,
): void {
  const isWorker = wordAt(member(main.value, "machine"), "type") === "worker";
  if (isWorker === (role === "worker")) return;
  const message = "the machine config that this names is of another `machine.type`";
  problems.push(problemAt(inside(place, "role"), "SNAPSHOT_INVALID", message));
}

/** What manifests say about files that were not given. */
export function unmatchedEntries(
  files: readonly string[],
  manifests: readonly GivenManifest[],
): readonly Problem[] {
  return entriesOf(manifests)
    .filter(({ entry }) => !files.some((file) => isAt(file, entry.file)))
    .map(({ place }) =>
      problemAt(
        inside(place, "file"),
        "SNAPSHOT_INVALID",
        "no rendered machine config was given whose path is, or ends with, this one",
      ),
    );
}

function entriesOf(manifests: readonly GivenManifest[]): readonly PlacedEntry[] {
  return manifests.flatMap(({ manifest, document }) =>
    (manifest.rendered ?? []).map((entry, index) => ({
      entry,
      place: { document, path: ["rendered", String(index)] },
    })),
  );
}

function isAt(file: string, path: string): boolean {
  return file === path || file.endsWith(`/${path}`);
}
