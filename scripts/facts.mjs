// Writes docs/facts.md from the fact tables, outcome fields and reasons in dist. `--check` fails when it is stale. Build first.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as tables from "../dist/engine/facts/fact-tables.js";
import { everyReason } from "../dist/engine/facts/gaps.js";
import { nodeCredentialTable } from "../dist/engine/facts/node/node-credential-readers.js";
import { checkMode, checkOutcome } from "../dist/policies/outcome-fields.js";
import { reasons as closedReasons } from "../dist/policies/reasons.js";

const root = join(import.meta.dirname, "..");
const path = join(root, "docs/facts.md");
const schema = JSON.parse(readFileSync(join(root, "schemas/policy.schema.json"), "utf8"));

const subjects = [
  { kind: "gate", about: "A gate that the profile names.", table: tables.gateTable },
  {
    kind: "fleet",
    about: "A DaemonSet that the profile names, by a gate or under `fleets`.",
    table: tables.fleetTable,
  },
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
    kind: "node",
    about: "One Node, where the profile says anything about nodes.",
    table: tables.nodeTable,
  },
  {
    kind: "nodeConfig",
    about:
      "One Node × the machine config that Git renders for it, where the profile collects those.",
    table: tables.nodeTable,
  },
  {
    kind: "nodeCredential",
    about: "One node × one credential.",
    table: nodeCredentialTable,
  },
  { kind: "step", about: "A pipeline step that the profile requires.", table: tables.stepTable },
  {
    kind: "source",
    about: "An OCIRepository whose verification the profile says is declared.",
    table: tables.sourceTable,
  },
  {
    kind: "kustomization",
    about:
      "A Kustomization that the profile names as a root of Flux, or that one of those applied.",
    table: tables.kustomizationTable,
  },
];

const head = `# Facts, outcomes and reasons: what policies may read and say

<!-- Written by scripts/facts.mjs from src/engine/facts, src/policies and schemas/policy.schema.json. -->

Conditions and messages read facts by name. A fact that is absent reads as \`null\`; one that is unknown leaves a condition open,
and the decision says for which reason. Comparing an enum with a word that is not listed is a mistake in the policy.

- **type**: the words of an enum are all that it can be.
- **absent**: it may be known that there is no such thing.
- **time**: its value depends on the instant of evaluation, not on evidence alone.
- **unknown for**: reasons for which it may not be known; _any_: each of ${everyReason.join(", ")}.
- **reads**: places in a snapshot, as JSON pointers in which \`<…>\` is a name and \`*\` is each; _profile_: nothing of the snapshot.

What an outcome may say stands below the facts of its subject; [any subject](#any-subject) has the rest.
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

/** What the compiler says against a policy of this subject and mode, and against an outcome of it. */
function problemsOf(subject, mode, outcome) {
  const problems = [];
  const document = { positionAt: () => undefined };
  const context = { problems, document, isFilled: () => false };
  const policy = { spec: { subject, mode } };
  checkMode(context, policy);
  if (problems.length === 0) checkOutcome(context, policy, ["outcome"], outcome);
  return problems.map(({ message }) => message);
}

const { outcome: outcomeSchema, intent: intentSchema } = schema.definitions;

/** Fields of outcomes that not every subject has. */
const ownFields = Object.keys(outcomeSchema.properties).filter(
  (field) => field !== "reason" && field !== "denies",
);

/** A value that the schema lets pass, to ask the compiler whether the subject has the field. */
function sampleOf(field) {
  const { const: only, enum: words, type } = typeOf(field);
  return only ?? words?.[0] ?? (type === "array" ? [] : "");
}

/** The field's schema, and where it refers to another, that one. */
function typeOf(field) {
  const own = outcomeSchema.properties[field];
  return own.$ref === undefined ? own : schema.definitions[own.$ref.replace("#/definitions/", "")];
}

function valuesText(field) {
  const { const: only, enum: words, items } = typeOf(field);
  if (only !== undefined) return `\`${only}\``;
  if (words !== undefined) return wordsText(words);
  return items === undefined ? "an expression" : `list of ${wordsText(items.enum)}`;
}

function wordsText(words) {
  return words.map((word) => `\`${word}\``).join(", ");
}

function fieldsText({ properties }) {
  return wordsText(Object.keys(properties));
}

/** Of one subject: its modes, and in each the fields of an outcome. */
function outcomeRows(kind) {
  return schema.properties.spec.properties.mode.enum
    .filter((mode) =>
      problemsOf(kind, mode, {}).every((message) => !message.includes("single outcome")),
    )
    .flatMap((mode) => {
      const fields = ownFields.filter((field) =>
        problemsOf(kind, mode, { [field]: sampleOf(field) }).every(
          (message) => !message.includes(`has no \`${field}\``),
        ),
      );
      if (fields.length === 0) return [`| \`${mode}\` | none |  |  |`];
      const needed = ownFields.filter((field) =>
        problemsOf(kind, mode, {}).some((message) => message.includes(`\`${field}\``)),
      );
      const neededText = needed.length === 1 ? "yes" : `one of ${wordsText(needed)}`;
      return fields.map(
        (field) =>
          `| \`${mode}\` | \`${field}\` | ${valuesText(field)} | ${needed.includes(field) ? neededText : ""} |`,
      );
    });
}

function reasonsOf(kind) {
  const given = (standing) =>
    wordsText(
      Object.keys(closedReasons[kind]).filter((name) => closedReasons[kind][name] === standing),
    );
  const later = given("later");
  return `Reasons: ${given("shipped")}.${later === "" ? "" : ` Free to use, and given by no shipped policy: ${later}.`}`;
}

const everySubject = `## Any subject

| field of an outcome | values |
| --- | --- |
| \`reason\` | a reason of the subject, or one that \`spec.reasons\` declares |
| \`denies\` | list of ${wordsText(intentSchema.enum)} |

| where | fields |
| --- | --- |
| \`outcome\` of a rule | ${fieldsText(outcomeSchema)} |
| \`otherwise\` | ${fieldsText(schema.definitions.otherwise)} |
| \`outcome\` under \`whenUnknown\` | ${fieldsText(schema.definitions.whenUnknown.properties.outcome)} |

| field of a rule | values |
| --- | --- |
| \`severity\` | ${wordsText(schema.definitions.rule.properties.severity.enum)} |
| \`enforcement\` | ${wordsText(schema.definitions.rule.properties.enforcement.enum)} |
`;

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
    [
      "| mode | field of an outcome | values | needed |",
      "| --- | --- | --- | --- |",
      ...outcomeRows(kind),
    ].join("\n"),
    reasonsOf(kind),
  ].join("\n\n");
}

const text = `${[head.trimEnd(), ...subjects.map(sectionOf), everySubject.trimEnd()].join("\n\n")}\n`;

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
