// Fills the console blocks of README.md and docs/*.md with what their commands print now. `--check` fails when one is stale.
// A block is ```console, its first line `$ command`; `# exit N` as last line says the exit code. Build first.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const files = [
  "README.md",
  ...readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
];
const block = /```console\n\$ (.+)\n([\s\S]*?)```/g;

function run(command) {
  const both = command.endsWith(" 2>&1");
  const [program, ...argv] = command.replace(" 2>&1", "").split(" ");
  if (program !== "node") throw new Error(`only node is run from docs: ${command}`);
  const { stdout, stderr, status } = spawnSync(process.execPath, argv, {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined },
  });
  return `${(both ? stdout + stderr : stdout).trimEnd()}\n# exit ${status}\n`;
}

let blocks = 0;
for (const file of files) {
  const path = join(root, file);
  const before = readFileSync(path, "utf8");
  const after = before.replace(block, (_whole, command) => {
    blocks += 1;
    return `\`\`\`console\n$ ${command}\n${run(command)}\`\`\``;
  });
  if (after === before) continue;
  if (process.argv.includes("--check")) {
    process.stderr.write(`stale: ${file}; run npm run docs\n`);
    process.exitCode = 1;
  } else writeFileSync(path, after);
}
if (blocks === 0) throw new Error("no console block was found");
