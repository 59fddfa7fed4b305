import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { credentialFacts } from "../../../../src/engine/facts/credential-facts.ts";
import type { AnyFact, Fact, UnknownFact } from "../../../../src/engine/facts/fact.ts";
import { nodeCredentialFacts } from "../../../../src/engine/facts/node/node-credential-facts.ts";
import type { NodeCredentialSubject } from "../../../../src/engine/facts/subject.ts";
import { readerOf } from "../derive.ts";
import { createDraft, type Edit, subjectIn } from "./fleet.ts";
import { gapping } from "./gappings.ts";
import { world } from "./worlds.ts";

const declarations: readonly AnyFact<NodeCredentialSubject>[] = [
  ...nodeCredentialFacts,
  ...credentialFacts,
];

function subjectAfter(edits: readonly Edit[]): NodeCredentialSubject {
  const draft = createDraft();
  for (const edit of edits) edit(draft);
  return subjectIn(draft);
}

/** Values that a fact may still have; undefined: any of its type. */
function possibleOf(
  fact: UnknownFact<unknown>,
  { type, mayBeAbsent }: AnyFact<NodeCredentialSubject>,
): ReadonlySet<unknown> | undefined {
  if (fact.oneOf !== undefined) return new Set(fact.oneOf);
  const words = type.cel.kind === "enum" ? type.cel.values : undefined;
  const values = type.cel.kind === "bool" ? [true, false] : words;
  if (values === undefined) return undefined;
  return new Set<unknown>(mayBeAbsent && fact.present !== true ? [...values, null] : values);
}

/** What is wrong with a fact after hiding something, given what it was before. */
function complaint(
  declaration: AnyFact<NodeCredentialSubject>,
  before: Fact<unknown>,
  after: Fact<unknown>,
): string | undefined {
  const told = `${declaration.name}: ${JSON.stringify(before)} became ${JSON.stringify(after)}`;
  if (after.state !== "unknown") {
    return JSON.stringify(before) === JSON.stringify(after) || isContradictory(before)
      ? undefined
      : told;
  }
  if (after.reasons.length === 0) return `${declaration.name} gives no reason`;
  const code = after.reasons.find((reason) => !declaration.reasons.includes(reason.code))?.code;
  if (code !== undefined) return `${declaration.name} does not declare ${code}`;
  return isContradictory(before) || includes(after, before, declaration) ? undefined : told;
}

function includes(
  after: UnknownFact<unknown>,
  before: Fact<unknown>,
  declaration: AnyFact<NodeCredentialSubject>,
): boolean {
  const possible = possibleOf(after, declaration);
  if (before.state === "unknown") {
    if (after.present === true && before.present !== true && declaration.mayBeAbsent) return false;
    const earlier = possibleOf(before, declaration);
    if (possible === undefined) return (after.atLeast ?? 0) <= (before.atLeast ?? 0);
    return earlier !== undefined && [...earlier].every((each) => possible.has(each));
  }
  const value = before.state === "value" ? before.value : null;
  if (value === null && after.present === true) return false;
  if (typeof value === "number" && after.atLeast !== undefined && after.atLeast > value)
    return false;
  return possible === undefined || possible.has(value);
}

/** Two sources that disagree: with one of them hidden the other is believed. No true world looks so. */
function isContradictory(fact: Fact<unknown>): boolean {
  return fact.state === "unknown" && fact.reasons.some(({ code }) => code === "Inconsistent");
}

function complaintsBetween(
  earlier: NodeCredentialSubject,
  later: NodeCredentialSubject,
): readonly string[] {
  const [before, after] = [readerOf(earlier), readerOf(later)];
  return declarations.flatMap(
    (declaration) => complaint(declaration, before(declaration), after(declaration)) ?? [],
  );
}

describe("facts of nodes and credentials", () => {
  it("stay as they are or become unknown when any part is replaced by a gap", () => {
    fc.assert(
      fc.property(world, fc.array(gapping, { minLength: 1, maxLength: 4 }), (edits, gaps) => {
        gaps.forEach((gap, index) => {
          const earlier = [...edits, ...gaps.slice(0, index)];
          expect(complaintsBetween(subjectAfter(earlier), subjectAfter([...earlier, gap]))).toEqual(
            [],
          );
        });
      }),
    );
  });

  it("are known often enough for that to mean something", () => {
    const subjects = fc.sample(world, { numRuns: 2000, seed: 7 }).map(subjectAfter);
    const seen = new Set(
      subjects.flatMap((subject) => {
        const read = readerOf(subject);
        return declarations.map((declaration) => {
          const fact = read(declaration);
          const isClosed = ["enum", "bool"].includes(declaration.type.cel.kind);
          const word = fact.state === "value" && isClosed ? ` ${String(fact.value)}` : "";
          return `${declaration.name} ${fact.state}${word}`;
        });
      }),
    );
    const expected = [
      ...["same", "changed", "absent", "invalid", "notCollected"].map(
        (word) => `config value ${word}`,
      ),
      ...["current", "other", "missing", "malformed", "vanishing"].map(
        (word) => `marker value ${word}`,
      ),
      ...["no", "pending", "foreign", "notCollected"].map((word) => `marker.pending value ${word}`),
      ...["yes", "no", "notCollected"].map((word) => `declared.regressed value ${word}`),
      "declared.regressed unknown",
      ...["value yes", "value no", "value notTried", "unknown"].map(
        (is) => `declared.accepted ${is}`,
      ),
      ...["value yes", "value no", "absent", "unknown"].map((is) => `ownership.reclaimable ${is}`),
      ...["value none", "value valid", "value invalid"].map((is) => `ownership.record ${is}`),
      ...["notNamed", "free", "live", "expired"].map((word) => `lease.state value ${word}`),
      ...["lease.state unknown", "fences.held value", "ownership.because value"],
      ...["same", "changed", "absent", "invalid"].map((word) => `configAtBoot value ${word}`),
      ...["same", "changed", "absent", "invalid", "notCollected"].map(
        (word) => `configRendered value ${word}`,
      ),
      ...["config.staged value true", "config.staged value false"],
      ...["marker.pendingMinutes value", "marker.pendingMinutes absent"],
      ...["accepted", "notListed", "rejected", "none"].map((word) => `handOff value ${word}`),
      ...["claim.unbound", "onlyAnswer", "inventory.valid", "ownership.held"].flatMap((name) => [
        `${name} value true`,
        `${name} value false`,
      ]),
      ...["healthy", "notOneMember", "learner", "errors", "alarm", "notMember"].map(
        (word) => `etcd.state value ${word}`,
      ),
      ...["cordoned", "takesPods", "autoscaled", "scaleDownDisabled"].flatMap((name) => [
        `node.${name} value true`,
        `node.${name} value false`,
      ]),
      ...["pulls value true", "pulls value false", "pulls unknown"],
      ...["load value same", "load value changed", "load unknown", "load.evidence value"],
      ...["image value proved", "image value unproved", "claims.unbound value"],
    ];
    expect(expected.filter((each) => !seen.has(each))).toEqual([]);
  });

  it("never tell a fingerprint", () => {
    fc.assert(
      fc.property(world, (edits) => {
        const subject = subjectAfter(edits);
        const seen: string[] = [];
        for (const declaration of declarations) {
          const fact = declaration.derive(subject, readerOf(subject), (_path, value) => {
            seen.push(JSON.stringify(value));
          });
          seen.push(JSON.stringify(fact));
        }
        expect(seen.join("\n")).not.toMatch(/f{64}|0{64}|c{64}/);
      }),
    );
  });
});
