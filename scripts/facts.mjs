// Writes docs/facts.md from the fact tables in dist. `--check` fails when it is stale. Build first.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as tables from "../dist/engine/facts/fact-tables.js";
import { everyReason } from "../dist/engine/facts/gaps.js";
import { nodeCredentialTable } from "../dist/engine/facts/node/node-credential-readers.js";

const path = join(import.meta.dirname, "../docs/facts.md");

const subjects = [
  { kind: "gate", about: "A gate that the profile names.", table: tables.gateTable },
  {
    kind: "gatedFleet",
    about: "A gate whose DaemonSet the profile names as well.",
    table: tables.gatedFleetTable,
  },
  {
    kind: "credential",
    about: "A credential that the profile names.",
    table: tables.credentialTable,
  },
  {
    kind: "nodeCredential",
    about: "One node × one credential.",
    table: nodeCredentialTable,
  },
  { kind: "step", about: "A pipeline step that the profile requires.", table: tables.stepTable },
];

const head = `# Facts: what policies may read

<!-- Written by scripts/facts.mjs from the declarations in src/engine/facts. -->

Conditions and messages read facts by name. A fact that is absent reads as \`null\`; one that is unknown leaves a condition open,
and the decision says for which reason. Comparing an enum with a word that is not listed is a mistake in the policy.

- **type**: the words of an enum are all that it can be.
- **absent**: it may be known that there is no such thing.
- **time**: its value depends on the instant of evaluation, not on evidence alone.
- **unknown for**: reasons for which it may not be known; _any_: each of ${everyReason.join(", ")}.
- **reads**: places in a snapshot, as JSON pointers in which \`<…>\` is a name and \`*\` is each; _profile_: nothing of the snapshot.
`;

function typeText(type) {
  if (type.kind === "enum") return type.values.map((word) => `\`${word}\``).join(", ");
  return type.kind === "list" ? `list of ${typeText(type.element)}` : type.kind;
}

function reasonsText(reasons) {
  if (reasons.length === 0) return "never";
  return everyReason.every((code) => reasons.includes(code)) ? "any" : reasons.join(", ");
}

function rowOf({ name, type, mayBeAbsent, timeDependent, reasons, reads, doc }) {
  const cells = [
    `\`${name}\``,
    typeText(type.cel),
    mayBeAbsent ? "yes" : "",
    timeDependent ? "yes" : "",
    reasonsText(reasons),
    reads.length === 0 ? "profile" : reads.map((place) => `\`${place}\``).join("<br>"),
    doc,
  ];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

/** Facts that an earlier section has described, and which. */
const told = new Map();

function sharedText(facts) {
  const kinds = subjects.filter(({ kind }) => facts.some((fact) => told.get(fact) === kind));
  return kinds
    .map(({ kind, table }) => {
      if (table.facts.every((fact) => facts.includes(fact))) return `all of ${kind}`;
      const some = facts.filter((fact) => told.get(fact) === kind);
      return some.map(({ name }) => `\`${name}\``).join(", ");
    })
    .join("; ");
}

function sectionOf({ kind, about, table }) {
  const own = table.facts.filter((fact) => !told.has(fact));
  const others = table.facts.filter((fact) => told.has(fact));
  for (const fact of own) told.set(fact, kind);
  return [
    `## ${kind}`,
    others.length === 0 ? about : `${about} Described above: ${sharedText(others)}.`,
    [
      "| fact | type | absent | time | unknown for | reads | meaning |",
      "| --- | --- | --- | --- | --- | --- | --- |",
      ...own.map(rowOf),
    ].join("\n"),
  ].join("\n\n");
}

const text = `${[head.trimEnd(), ...subjects.map(sectionOf)].join("\n\n")}\n`;

if (!process.argv.includes("--check")) writeFileSync(path, text);
else if (!isCurrent()) {
  process.stderr.write("stale: docs/facts.md; run npm run facts\n");
  process.exitCode = 1;
}

function isCurrent() {
  try {
    return readFileSync(path, "utf8") === text;
  } catch {
    return false;
  }
}
