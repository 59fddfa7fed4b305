// Writes the folders under fixtures/ that are made here. `--check` writes nothing and fails where a committed file
// differs, is missing or is left over.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { mistakes } from "./hostile.mjs";
import * as profiles from "./profiles.mjs";
import { rebootStorm } from "./reboot-storm.mjs";
import { stalledGate } from "./stalled-gate.mjs";

const root = join(import.meta.dirname, "../../fixtures");

function example() {
  const text = profiles.profile({
    name: "prod",
    depth: 2,
    comment: "# The cluster of both incidents, with its rollout gate and its registry credential.",
    parts: [
      profiles.declaredGate,
      profiles.gateWorkloads,
      profiles.gateDelivery,
      profiles.recordedFleet,
      profiles.credential,
      profiles.nodes,
      profiles.pipeline,
      profiles.sources,
      profiles.flux,
    ],
  });
  return profiles.withComments(text);
}

/** Every file of `folders`, by path. */
function flat(folders, folder) {
  return Object.entries(folders).flatMap(([name, content]) => {
    const path = folder === "" ? name : `${folder}/${name}`;
    return typeof content === "string" ? [[path, content]] : flat(content, path);
  });
}

function present() {
  return ["incidents", "hostile"]
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"));
}

function read(path) {
  const file = join(root, path);
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

const tree = {
  incidents: { "stalled-gate": stalledGate(), "reboot-storm": rebootStorm() },
  hostile: { mistakes: mistakes() },
  profiles: { "example.yaml": example() },
};
const files = new Map(flat(tree, ""));
const differing = [...files].filter(([path, text]) => read(path) !== text).map(([path]) => path);
const leftOver = present().filter((path) => !files.has(path));

if (process.argv.includes("--check")) {
  for (const path of [...differing, ...leftOver]) {
    process.stderr.write(`stale: fixtures/${path}; run node scripts/make-fixtures/main.mjs\n`);
  }
  process.exitCode = differing.length + leftOver.length === 0 ? 0 : 1;
} else {
  for (const path of leftOver) rmSync(join(root, path));
  for (const path of differing) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), files.get(path));
  }
}
