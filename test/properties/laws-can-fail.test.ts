import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { PolicySet } from "../../src/engine/policy.ts";
import { readDocuments } from "../../src/input/read-documents.ts";
import { compilePolicySet } from "../../src/policies/compile-policy-set.ts";
import { changedNeverWavedThrough } from "../../src/testing/laws/changed-never-waved-through.ts";
import { checkLaw } from "../../src/testing/laws/check-law.ts";
import { type Judge, judgeBy } from "../../src/testing/laws/judge.ts";
import type { Law } from "../../src/testing/laws/law.ts";
import { unchangedRebootsNothing } from "../../src/testing/laws/unchanged-reboots-nothing.ts";

// A law that no policy can break shows nothing: each of these mistakes, made in the shipped policy, must be found.

const shipped = readFileSync(
  join(import.meta.dirname, "../../src/policies/builtin/registry-credential.yaml"),
  "utf8",
);

function mistaken(replacements: readonly (readonly [string, string])[]): PolicySet {
  const text = replacements.reduce((before, [from, to]) => {
    if (!before.includes(from)) throw new Error(`the shipped policy does not say ${from}`);
    return before.replaceAll(from, to);
  }, shipped);
  const read = readDocuments({ file: "mistaken.yaml", text });
  if (!read.ok) throw new Error("the mistaken policy does not parse");
  const compiled = compilePolicySet(read.value, [], { lints: false });
  if (!compiled.ok) throw new Error(compiled.problems.map(({ message }) => message).join("\n"));
  return compiled.value;
}

// biome-ignore lint/suspicious/noExplicitAny: laws of different inputs in one table
type AnyLaw = (judge: Judge) => Law<any>;

describe("the laws find", () => {
  it.each<{
    mistake: string;
    law: AnyLaw;
    replacements: readonly (readonly [string, string])[];
    message: RegExp;
  }>([
    {
      mistake: "a lost marker taken for a changed credential (the first incident)",
      law: unchangedRebootsNothing,
      replacements: [
        ['load == "changed" && effect == "reboot"', '(marker != "current") && effect == "reboot"'],
        ['load == "same" && image == "proved" && marker != "current"', "1 == 2"],
        ['load == "same" && image == "unproved"', "1 == 2"],
      ],
      message: /would reboot though its login is unchanged/,
    },
    {
      mistake: "config taken for loaded",
      law: changedNeverWavedThrough,
      replacements: [
        ['load == "same"', 'config == "same"'],
        ['load == "changed"', 'config != "same"'],
      ],
      message: /would only/,
    },
    {
      mistake: "a marker taken for the loaded credential",
      law: changedNeverWavedThrough,
      replacements: [
        ['load == "same"', 'marker == "current"'],
        ['load == "changed"', 'marker == "other"'],
      ],
      message: /would only/,
    },
    {
      mistake: "a law that is hardly exercised, for no node is ever judged",
      law: unchangedRebootsNothing,
      replacements: [['condition: "!inventory.valid"', "condition: inventory.valid"]],
      message: /hardly exercised/,
    },
  ])("$mistake", { timeout: 60_000 }, ({ law, replacements, message }) => {
    expect(() => checkLaw(law(judgeBy(mistaken(replacements))), { runs: 1000, seed: 1 })).toThrow(
      message,
    );
  });
});
