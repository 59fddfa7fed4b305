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

function nodeJudge(...replacements: Replacements): Judge {
  return judgeWith([
    { policy: "registry-credential", replacements },
    { policy: "node-config" },
    { policy: "rollout-gate" },
  ]);
}

function renderedJudge(...replacements: Replacements): Judge {
  return judgeWith([
    { policy: "registry-credential" },
    { policy: "node-config", replacements },
    { policy: "rollout-gate" },
  ]);
}

export const rightNodes = nodeJudge();

/** The engine with another plan. */
function replanned(change: (steps: Steps) => Steps): Judge {
  return (snapshot, profile) => {
    const decision = rightNodes(snapshot, profile);
    return { ...decision, plan: { ...decision.plan, steps: change(decision.plan.steps) } };
  };
}

type Steps = ReturnType<Judge>["plan"]["steps"];

function withoutGuard(name: string): Judge {
  return replanned((steps) =>
    steps.map((step) => ({ ...step, unmet: step.unmet.filter(({ guard }) => guard !== name) })),
  );
}

export const wrongNodes: Readonly<Record<string, Judge>> = {
  "control planes before workers": replanned((steps) =>
    steps.toSorted((a, b) => (a.role < b.role ? -1 : a.role > b.role ? 1 : 0)),
  ),
  "nodes that are not Ready taken for Ready": withoutGuard("NodeReady"),
  "a control plane taken down beside another": withoutGuard("ControlPlanePeers"),
  "etcd that is not asked": withoutGuard("EtcdHealthy"),
  "an autoscaler that is not kept away": withoutGuard("ScaleDown"),
  "a lost marker taken for a changed credential (the first incident)": nodeJudge(
    ['load == "changed" && effect == "reboot"', 'marker != "current" && effect == "reboot"'],
    ['load == "same" && image == "proved" && marker != "current"', "1 == 2"],
    ['load == "same" && image == "unproved"', "1 == 2"],
  ),
  "config taken for loaded": nodeJudge(
    ['load == "same"', 'config == "same"'],
    ['load == "changed"', 'config != "same"'],
  ),
  "a marker taken for the loaded credential": nodeJudge(
    ['load == "same"', 'marker == "current"'],
    ['load == "changed"', 'marker == "other"'],
  ),
  "a reboot where the runtime restarts by itself": nodeJudge([
    'load == "changed" && effect == "reboot"',
    'load == "changed"',
  ]),
  "a boot without asking what it starts from": nodeJudge([
    'config == "same" && configAtBoot == "same"',
    'config == "same"',
  ]),
  "a patch before a pull for what is on disk": nodeJudge([
    'obligations: [verify, reassert], patchUnless: config == "same",',
    'obligations: [verify, reassert], patchUnless: config == "same" && configAtBoot == "same",',
  ]),
  "a pull that another credential could answer": nodeJudge(["when: onlyAnswer", 'when: "1 == 1"']),
  "a pull that nobody is asked for while nothing is known": nodeJudge([
    "when: onlyAnswer",
    'when: "1 == 2"',
  ]),
  "a proof that is written without a pull": nodeJudge([
    "obligations: [verify, reassert], reason: ImageUnproven",
    "obligations: [reassert], reason: ImageUnproven",
  ]),
  "a config that drifted and is left": nodeJudge([
    "obligations: [patch, verify, reassert], reason: ConfigDrifted",
    "obligations: [verify, reassert], reason: ConfigDrifted",
  ]),
  "a config that is not collected taken for drifted": nodeJudge([
    'config in ["same", "notCollected"]',
    'config == "same"',
  ]),
  "residual ownership passed over": nodeJudge(["ownership.held", '"1 == 2"']),
  "an older credential rolled out": nodeJudge(['declared.regressed == "yes"', "1 == 2"]),
  "a node that is leaving taken for one that stays": nodeJudge(["node.leaving", '"1 == 2"']),
  "a proof on its way taken for a lost one": nodeJudge(['marker.pending == "pending"', "1 == 2"]),
  "a proof that Talos fails to write awaited for ever": nodeJudge([
    "marker.pendingMinutes >= params.propagationDeadlineMinutes",
    "marker.pendingMinutes >= 100000",
  ]),
  "a foreign writer passed over": nodeJudge(['marker.pending == "foreign"', '"1 == 2"']),
  "a declared credential that was not read taken for valid": nodeJudge([
    'declared in ["missing", "invalid"]',
    '"1 == 2"',
  ]),
  "a change that takes a reboot patched alone": renderedJudge([
    "obligations: [patch, reboot]",
    "obligations: [patch]",
  ]),
  "a change that nobody knows the cost of waved through": judgeWith([
    {
      policy: "registry-credential",
      replacements: [['changes.effect == "unclassified"', '"1 == 2"']],
    },
    { policy: "node-config", replacements: [['changes.effect == "unclassified"', '"1 == 2"']] },
    { policy: "rollout-gate" },
  ]),
};
