// Puts the command line and what it needs into one file: Node spends most of a short run on opening hundreds of
// small ones. The library under dist/ stays as tsc wrote it, with its dependencies outside.
import {
  chmodSync,
  copyFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { build } from "vite";

const root = join(import.meta.dirname, "..");
const folder = join(root, "dist/cli");

/** Loads re2js when a pattern first needs it: few do, and reading it takes longer than many a decision. */
const lazyRe2 = {
  name: "lazy-re2js",
  enforce: "pre",
  resolveId: (id) => (id === "re2js" ? "\0lazy-re2js" : undefined),
  load: (id) =>
    id === "\0lazy-re2js"
      ? `import { createRequire } from "node:module";
const require = createRequire(import.meta.url);
let loaded;
const re2js = () => (loaded ??= require("./re2js.cjs"));
export const RE2JS = { compile: (pattern) => re2js().RE2JS.compile(pattern) };
export const RE2JSSyntaxException = {
  [Symbol.hasInstance]: (error) => error instanceof re2js().RE2JSSyntaxException,
};`
      : undefined,
};

/** Holding policies to laws needs a package that is no dependency, and is most of the code: it is a file of its own. */
const verify = join(folder, "commands/verify.js");
const ownFile = {
  name: "own-file",
  enforce: "pre",
  resolveId: (id, importer) =>
    importer !== undefined && join(importer, "..", id) === verify
      ? { id: "./verify.js", external: true }
      : undefined,
};

async function bundle(entry, name) {
  await build({
    configFile: false,
    logLevel: "warn",
    ssr: { noExternal: true, external: ["fast-check"] },
    plugins: [lazyRe2, ownFile],
    build: {
      ssr: entry,
      outDir: bundles,
      emptyOutDir: false,
      minify: false,
      target: "node20",
      rollupOptions: {
        output: {
          entryFileNames: name,
          codeSplitting: false,
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
        },
      },
    },
  });
}

const bundles = join(root, "dist/bundles");
await bundle(join(folder, "main.js"), "main.js");
await bundle(verify, "verify.js");
rmSync(folder, { recursive: true });
renameSync(bundles, folder);
copyFileSync(join(root, "node_modules/re2js/build/index.cjs"), join(folder, "re2js.cjs"));
chmodSync(join(folder, "main.js"), 0o755);

// What is put into the file brings its licence along.
const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const notices = Object.entries(dependencies).map(([name, version]) => {
  const home = join(root, "node_modules", name);
  const file = readdirSync(home).find((each) => /^LICEN[CS]E(\.\w+)?$/i.test(each));
  const licence = readFileSync(join(home, file), "utf8");
  return `${name} ${version}\n\n${licence.trim()}\n`;
});
writeFileSync(join(folder, "THIRD-PARTY-LICENCES.txt"), notices.join("\n---\n\n"));
