// `npm run laws -- --runs 100000 --seed 7`: holds the shipped policies to every law on generated worlds, and prints
// how often each premise held and what came up. Node 20 reads no TypeScript, so the laws are first turned into JavaScript.
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "vite";

const root = join(import.meta.dirname, "..");

async function load() {
  // Below the root, so that the packages that they import are found.
  const folder = mkdtempSync(join(root, "node_modules/.laws-"));
  try {
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
          input: {
            laws: join(root, "test/properties/shipped-laws.ts"),
            check: join(root, "src/testing/laws/check-law.ts"),
          },
          output: { entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" },
        },
      },
    });
    const urls = ["laws", "check"].map((name) => pathToFileURL(join(folder, `${name}.mjs`)).href);
    return await Promise.all(urls.map((url) => import(url)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "10000" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
    law: { type: "string", default: "" },
  },
});
const [runs, seed] = [values.runs, values.seed].map(Number);
if (![runs, seed].every(Number.isSafeInteger) || runs < 1) {
  process.stderr.write("usage: laws [--runs N] [--seed N] [--law WORDS], whole numbers\n");
  process.exit(2);
}

const [{ shippedLaws }, { checkLaw }] = await load();
const chosen = shippedLaws().filter(({ name }) => name.includes(values.law));
if (chosen.length === 0) {
  process.stderr.write(`no law is called ${values.law}\n`);
  process.exit(2);
}

process.stdout.write(`seed ${seed}, ${runs} runs of each law\n`);
for (const law of chosen) {
  const start = performance.now();
  try {
    const census = checkLaw(law, { runs, seed });
    const seconds = Math.round((performance.now() - start) / 1000);
    process.stdout.write(`\n${law.name}: holds (${seconds} s)\n`);
    for (const line of table(law, census)) process.stdout.write(`  ${line}\n`);
  } catch (error) {
    process.exitCode = 1;
    process.stdout.write(`\n${law.name}: BROKEN\n${error.message}\n`);
  }
}

/** One line for each thing that came up: how often, its share of the runs, and the least share that is asked for. */
function table({ floors }, census) {
  const width = Math.max(...[...census.counts().keys()].map((name) => name.length));
  return [...census.counts()].map(([name, count]) => {
    const floor = floors[name];
    const asked = floor === undefined ? "" : `  at least ${(100 * floor).toFixed(1)} %`;
    const share = `${((100 * count) / runs).toFixed(1)} %`;
    return `${name.padEnd(width)}  ${String(count).padStart(8)}  ${share.padStart(7)}${asked}`;
  });
}
