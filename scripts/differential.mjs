// `npm run differential -- --runs 1000000 --seed 7`: compares src/cel/ with @bufbuild/cel on generated expressions.
// `--from 1234 --runs 1` plays one run again. Node 20 reads no TypeScript, so what is under test/cel/differential/
// is first turned into JavaScript.
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "vite";

const root = join(import.meta.dirname, "..");

/** Modules under test/cel/differential/, by name. */
async function load(...names) {
  // Below the root, so that the packages that they import are found.
  const folder = mkdtempSync(join(root, "node_modules/.differential-"));
  try {
    const files = names.map((name) => [name, join(root, `test/cel/differential/${name}.ts`)]);
    await build({
      configFile: false,
      logLevel: "warn",
      root,
      build: {
        ssr: true,
        outDir: folder,
        minify: false,
        target: "node20",
        rollupOptions: {
          input: Object.fromEntries(files),
          output: { entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" },
        },
      },
    });
    const urls = names.map((name) => pathToFileURL(join(folder, `${name}.mjs`)).href);
    return await Promise.all(urls.map((url) => import(url)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "1000000" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
    from: { type: "string", default: "0" },
  },
});
const [runs, seed, from] = [values.runs, values.seed, values.from].map(Number);
if (![runs, seed, from].every(Number.isSafeInteger)) {
  process.stderr.write("usage: differential [--runs N] [--seed N] [--from N], whole numbers\n");
  process.exit(2);
}

const [{ compareSides }, { formatDisagreement, formatReport, isAccepted }] = await load(
  "compare",
  "report",
);
const start = performance.now();
const report = compareSides({
  runs,
  seed,
  from,
  onProgress: (done) => {
    const seconds = Math.round((performance.now() - start) / 1000);
    process.stderr.write(`${done} of ${runs} after ${seconds} s\n`);
  },
  onDisagreement: (found) => process.stderr.write(`${formatDisagreement(found)}\n`),
});
process.stdout.write(`${formatReport(report)}\n`);
process.exitCode = isAccepted(report) ? 0 : 1;
