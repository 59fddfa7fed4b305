// Puts the command line's own modules into one file: Node spends most of a short run on opening hundreds of
// small ones. Dependencies stay outside; the library under dist/ stays as tsc wrote it.
import { chmodSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";

const folder = join(import.meta.dirname, "../dist/cli");

await build({
  configFile: false,
  logLevel: "warn",
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
