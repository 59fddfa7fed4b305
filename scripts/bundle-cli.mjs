// Puts the command line and what it needs into one file: Node spends most of a short run on opening hundreds of
// small ones. The library under dist/ stays as tsc wrote it, with its dependencies outside.
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";

const folder = join(import.meta.dirname, "../dist/cli");

await build({
  configFile: false,
  logLevel: "warn",
  ssr: { noExternal: true },
  build: {
    ssr: join(folder, "main.js"),
    outDir: folder,
    emptyOutDir: false,
    minify: false,
    target: "node20",
    rollupOptions: { output: { entryFileNames: "main.js", codeSplitting: false } },
  },
});
for (const name of readdirSync(folder)) {
  if (name !== "main.js") rmSync(join(folder, name), { recursive: true });
}
chmodSync(join(folder, "main.js"), 0o755);

// What is put into the file brings its licence along.
const root = join(import.meta.dirname, "..");
const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const notices = Object.entries(dependencies).map(([name, version]) => {
  const licence = readFileSync(join(root, "node_modules", name, "LICENSE"), "utf8");
  return `${name} ${version}\n\n${licence.trim()}\n`;
});
writeFileSync(join(folder, "THIRD-PARTY-LICENCES.txt"), notices.join("\n---\n\n"));
