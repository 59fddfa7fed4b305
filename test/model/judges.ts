import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readDocuments } from "../../src/input/read-documents.ts";
import { compilePolicySet } from "../../src/policies/compile-policy-set.ts";
import type { ParamSetting } from "../../src/policies/policy-settings.ts";
import { type Judge, judgeBy } from "../../src/testing/laws/judge.ts";
import type { Bounds } from "./gate.ts";

// The engine with the shipped policies that the model knows and no others, right or with a mistake in their words.
// Policies that only tell findings are left out, for these may deny an intent by what the model does not look at.

const folder = join(import.meta.dirname, "../../src/policies/builtin");

type Replacements = readonly (readonly [string, string])[];

interface Words {
  /** Name of the file, and of its first policy, which alone is judged by. */
  readonly policy: string;
  readonly replacements?: Replacements;
}

/** @throws Error where a policy does not say what is to be replaced, or does not compile. */
function judgeWith(policies: readonly Words[], settings: readonly ParamSetting[] = []): Judge {
  const documents = policies.flatMap(({ policy, replacements = [] }) => {
    const shipped = readFileSync(join(folder, `${policy}.yaml`), "utf8");
    const text = replacements.reduce((before, [from, to]) => {
      if (!before.includes(from)) throw new Error(`the shipped policy does not say ${from}`);
      return before.replaceAll(from, to);
    }, shipped);
    const read = readDocuments({ file: `${policy}.yaml`, text });
    if (!read.ok) throw new Error(`${policy} does not parse`);
    return read.value.slice(0, 1);
  });
  const compiled = compilePolicySet(documents, settings, { lints: false });
  if (!compiled.ok) throw new Error(compiled.problems.map(({ message }) => message).join("\n"));
  return judgeBy(compiled.value);
}

export type GateJudge = (bounds: Bounds) => Judge;

/** A judge for each pair of bounds, made when it is first asked for. */
function gateJudge(...replacements: Replacements): GateJudge {
  const judges = new Map<string, Judge>();
  return (bounds) => {
    const key = JSON.stringify(bounds);
    const settings = Object.entries(bounds).map(([name, value]) => ({ name, value: `${value}` }));
    const judge =
      judges.get(key) ?? judgeWith([{ policy: "rollout-gate", replacements }], settings);
    judges.set(key, judge);
    return judge;
  };
}

export const rightGate = gateJudge();

export const wrongGates: Readonly<Record<string, GateJudge>> = {
  "> for >= where the window ends": gateJudge([
    "gate.ageDays >= params.failAgeDays",
    "gate.ageDays > params.failAgeDays",
  ]),
  "> for >= where it warns": gateJudge([
    "gate.ageDays >= params.warnAgeDays",
    "gate.ageDays > params.warnAgeDays",
  ]),
  "a component that is listed taken for a declared gate": gateJudge([
    "!gate.declared",
    "!gate.referenced",
  ]),
  "two markers taken for one": gateJudge([
    "state: invalid, reason: MarkerNotUnique, denies: [deploy, cluster-update]",
    "state: active, reason: MarkerNotUnique, denies: [cluster-update]",
  ]),
  "an expiring gate that denies a deploy": gateJudge([
    "reason: WarnAgeReached, denies: [cluster-update]",
    "reason: WarnAgeReached, denies: [cluster-update, deploy]",
  ]),
  "an invalid marker that denies nothing": gateJudge([
    "reason: MarkerMalformed, denies: [deploy, cluster-update]",
    "reason: MarkerMalformed",
  ]),
};
