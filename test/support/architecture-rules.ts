import {
  importsOf,
  isNode,
  nodesOf,
  type SourceTree,
  type SyntaxNode,
  type Visit,
} from "./source-tree.ts";

/** One breach of a rule, as `file: what is wrong`. */
export type Breach = string;

const belowFacts = ["input", "time", "generated", "profile", "snapshot", "cel"];
const factFamilies = ["gate", "fleet", "pipeline", "source", "flux", "credential", "node"]
  .map((family) => `engine/facts/${family}`)
  .concat("engine/facts");
const facts = [...factFamilies, "engine/facts/fact-tables.ts"];

/**
 * Which zones a zone may import from, itself aside. Data flows from the top of the table to its end. None may import
 * `testing`, but for one file: it needs a package that users may not have.
 */
export const allowedImports: Readonly<Record<string, readonly string[]>> = {
  input: [],
  time: [],
  numbers: [],
  pattern: [],
  text: [],
  generated: ["input"],
  profile: ["input", "generated"],
  snapshot: ["input", "time", "generated"],
  "snapshot/load": ["input", "time", "generated", "profile", "snapshot"],
  "snapshot/collect": ["input", "generated", "profile", "snapshot"],
  cel: ["input", "time", "numbers", "text"],
  "cel-library": ["input", "time", "numbers", "text", "pattern", "cel"],
  messages: ["cel", "cel-library", "time"],
  "engine/effects": ["input", "generated", "snapshot"],
  // Facts: what is shared stands above; a family reads only families that are nearer to the evidence.
  "engine/facts": [...belowFacts, "engine/effects"],
  "engine/facts/gate": [...belowFacts, "engine/facts"],
  "engine/facts/fleet": [...belowFacts, "engine/facts", "engine/facts/gate"],
  "engine/facts/pipeline": [...belowFacts, "engine/facts", "engine/facts/gate"],
  "engine/facts/source": [
    ...belowFacts,
    "engine/facts",
    "engine/facts/gate",
    "engine/facts/pipeline",
  ],
  "engine/facts/flux": [...belowFacts, "engine/facts"],
  "engine/facts/credential": [...belowFacts, "engine/facts"],
  "engine/facts/node": [...belowFacts, "engine/effects", "engine/facts", "engine/facts/credential"],
  "engine/facts/credential-facts.ts": [...belowFacts, ...factFamilies],
  "engine/facts/fact-tables.ts": [
    ...belowFacts,
    ...factFamilies,
    "engine/facts/credential-facts.ts",
  ],
  engine: [...belowFacts, "text", "messages", "engine/effects", ...facts],
  policies: [
    "input",
    "text",
    "generated",
    "snapshot",
    "cel",
    "cel-library",
    "messages",
    "engine",
    ...facts,
  ],
  // What outlives an evaluation: leave to act on it, and the check of that leave on newer evidence.
  warrant: ["input", "time", "generated", "profile", "snapshot", "engine", ...facts],
  simulate: [
    "input",
    "time",
    "generated",
    "profile",
    "snapshot",
    "engine",
    "engine/effects",
    ...facts,
  ],
  // Cases that policies are held to, and which rules these reach.
  "policy-tests": [
    "input",
    "time",
    "generated",
    "profile",
    "snapshot",
    "cel",
    "engine",
    "engine/effects",
    ...facts,
    "policies",
    "simulate",
  ],
  // Small mistakes in policies, and whether anything tells them.
  mutate: ["input", "cel", "engine", ...facts, "policies", "policy-tests"],
  report: [
    "input",
    "snapshot",
    "engine",
    ...facts,
    "warrant",
    "simulate",
    "policy-tests",
    "mutate",
  ],
  testing: [
    "input",
    "generated",
    "profile",
    "snapshot",
    "snapshot/load",
    "cel",
    "time",
    "engine",
    "engine/effects",
    ...facts,
    "policies",
    "warrant",
    "simulate",
    "policy-tests",
    "report",
  ],
  cli: [
    "input",
    "generated",
    "profile",
    "snapshot",
    "snapshot/load",
    "snapshot/collect",
    "cel",
    "time",
    "engine",
    "engine/effects",
    ...facts,
    "policies",
    "warrant",
    "simulate",
    "policy-tests",
    "mutate",
    "report",
  ],
  index: [
    "input",
    "generated",
    "profile",
    "snapshot",
    "snapshot/load",
    "cel",
    "time",
    "engine",
    "engine/effects",
    ...facts,
    "policies",
    "warrant",
    "simulate",
    "policy-tests",
    "mutate",
    "report",
  ],
};

/** Where alone the laws may be imported: they need a package that users may not have, and are loaded when asked for. */
const lawsUsedBy = "cli/commands/verify.ts";

/** The longest zone whose folder holds the file; `index.ts` is a zone of its own. */
export function zoneOf(file: string): string {
  if (file === "index.ts") return "index";
  const zones = Object.keys(allowedImports).filter(
    (zone) => file === zone || file.startsWith(`${zone}/`),
  );
  return zones.sort((a, b) => b.length - a.length)[0] ?? file;
}

export function checkZones(tree: SourceTree): readonly Breach[] {
  return [...tree].flatMap(([file, text]) => {
    const zone = zoneOf(file);
    const allowed = allowedImports[zone];
    if (allowed === undefined) return [`${file}: lies in no zone`];
    return importsOf(file, text)
      .filter((target) => target.endsWith(".ts"))
      .map(zoneOf)
      .filter((target) => target !== zone && !allowed.includes(target))
      .filter((target) => target !== "testing" || file !== lawsUsedBy)
      .map((target) => `${file}: ${zone} imports ${target}`);
  });
}

/** Packages that are imported, and that whoever installs this one does not get. */
export function checkPackages(
  tree: SourceTree,
  dependencies: readonly string[],
): readonly Breach[] {
  return [...tree].flatMap(([file, text]) => {
    if (zoneOf(file) === "testing") return [];
    return importsOf(file, text)
      .filter((target) => !target.endsWith(".ts") && !target.startsWith("node:"))
      .filter((target) => !dependencies.some((name) => `${target}/`.startsWith(`${name}/`)))
      .map((target) => `${file}: ${target}`);
  });
}

/** Each circle once, from its first file in order. Type imports count: they tie files together as well. */
export function checkCycles(tree: SourceTree): readonly Breach[] {
  const imports = new Map([...tree].map(([file, text]) => [file, importsOf(file, text)]));
  const done = new Set<string>();
  const breaches: Breach[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start >= 0) breaches.push([...path.slice(start), file].join(" → "));
    if (start >= 0 || done.has(file)) return;
    for (const target of imports.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  return breaches;
}

/** Where clocks, files, the environment and chance may be touched. */
const impureZones = new Set(["cli", "snapshot/collect"]);

const impureNames = new Set([
  "process",
  "performance",
  "crypto",
  "Intl",
  "globalThis",
  "fetch",
  "setTimeout",
  "setInterval",
  "setImmediate",
  "eval",
  "Function",
]);

/** Names that one file of the core may use all the same; docs/decisions/0012 says why. */
const allowedNames: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["time/zone.ts", new Set(["Intl"])],
]);

const impureMembers = /^(localeCompare|toLocale\w*|getRandomValues)$/;

export function checkPurity(tree: SourceTree): readonly Breach[] {
  return [...tree].flatMap(([file, text]) => {
    if (impureZones.has(zoneOf(file))) return [];
    const builtIns = importsOf(file, text).filter((target) => target.startsWith("node:"));
    const uses = nodesOf(file, text).flatMap((visit) => impureUse(visit) ?? []);
    const breaches = uses.filter((name) => allowedNames.get(file)?.has(name) !== true);
    return [...builtIns, ...breaches].map((what) => `${file}: ${what}`);
  });
}

function impureUse({ node, parent, field }: Visit): string | undefined {
  if (node.type === "MemberExpression") return impureMember(node);
  if (node.type === "NewExpression" || node.type === "CallExpression") return impureDate(node);
  const name = nameOf(node);
  if (name === undefined || !impureNames.has(name)) return undefined;
  return isOwnWord(parent, field) ? undefined : name;
}

function impureMember(node: SyntaxNode): string | undefined {
  const member = nameOf(node.property) ?? "";
  const path = `${nameOf(node.object)}.${member}`;
  if (path === "Date.now" || path === "Math.random") return path;
  return impureMembers.test(member) ? member : undefined;
}

/** `Date()` gives the present time whatever its arguments; `new Date` only without any. */
function impureDate(node: SyntaxNode): string | undefined {
  if (nameOf(node.callee) !== "Date") return undefined;
  if (node.type === "CallExpression") return "Date()";
  return isEmpty(node.arguments) ? "new Date()" : undefined;
}

/** A word that names a member or a key, and so does not reach for the global of that name. */
function isOwnWord(parent: Visit["parent"], field: string): boolean {
  if (parent === undefined || parent.computed === true) return false;
  return field === "key" || (field === "property" && parent.type === "MemberExpression");
}

function nameOf(node: unknown): string | undefined {
  return isNode(node) && node.type === "Identifier" && typeof node.name === "string"
    ? node.name
    : undefined;
}

function isEmpty(list: unknown): boolean {
  return Array.isArray(list) && list.length === 0;
}

export function checkExports(tree: SourceTree): readonly Breach[] {
  return [...tree].flatMap(([file, text]) =>
    nodesOf(file, text)
      .filter(({ node }) => node.type === "ExportAllDeclaration")
      .map(() => `${file}: export *`),
  );
}

export function checkFileLength(tree: SourceTree, linesMax: number): readonly Breach[] {
  return [...tree]
    .filter(([file, text]) => zoneOf(file) !== "generated" && linesOf(text) > linesMax)
    .map(([file, text]) => `${file}: ${linesOf(text)} lines`);
}

/** All lines of a zone together. */
export function checkZoneLength(
  tree: SourceTree,
  zone: string,
  linesMax: number,
): readonly Breach[] {
  const lines = [...tree]
    .filter(([file]) => zoneOf(file) === zone)
    .reduce((sum, [, text]) => sum + linesOf(text), 0);
  return lines > linesMax ? [`${zone}: ${lines} lines`] : [];
}

function linesOf(text: string): number {
  return text.replace(/\n$/, "").split("\n").length;
}
