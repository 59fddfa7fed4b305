import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { PolicySet } from "../../src/engine/policy.ts";
import { readDocuments } from "../../src/input/read-documents.ts";
import { compilePolicySet } from "../../src/policies/compile-policy-set.ts";
import { LAW_KEYS } from "../../src/testing/laws/law-of.ts";
import { verify } from "../../src/testing/verify/verify.ts";
import { tableOf } from "./read-page.ts";

// Each mistake of the table in docs/laws.md is made in a shipped policy, and the law beside it finds it so soon.

const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/laws.md"), "utf8");
const rows = tableOf(page, "mistake", "policy", "what it says instead", "found by", "after runs");

/** The policy with other words, as a table has them: `these` → `those`, one pair after the other. */
function changed(policy: string, changes: string): PolicySet {
  const path = join(root, `src/policies/builtin/${policy}.yaml`);
  const pairs = [...changes.matchAll(/`([^`]+)` → `([^`]+)`/g)];
  const text = pairs.reduce(
    (before, [, from = "", to = ""]) => {
      expect(before, `${policy} does not say ${from}`).toContain(from);
      return before.replaceAll(from, to);
    },
    readFileSync(path, "utf8"),
  );
  expect(pairs.length, changes).toBeGreaterThan(0);
  const read = readDocuments({ file: path, text });
  const compiled = read.ok ? compilePolicySet(read.value, [], { lints: false }) : read;
  if (!compiled.ok) throw new Error(compiled.problems.map(({ message }) => message).join("\n"));
  return compiled.value;
}

describe("the mistakes of docs/laws.md", () => {
  it("are ten at least", () => {
    expect(rows.length).toBeGreaterThanOrEqual(10);
  });

  it.each(rows)("%s", (...[, policy = "", changes = "", law = "", runs = ""]) => {
    const key = LAW_KEYS.find((each) => each === law);
    if (key === undefined) throw new Error(`no law is called ${law}`);
    const { laws } = verify(changed(policy, changes), { runs: 500, seed: 7, laws: [key] });
    expect(laws[0]).toMatchObject({ outcome: "broken" });
    expect(laws[0]?.runs).toBe(Number(runs));
  });
});
