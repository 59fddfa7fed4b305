import fc from "fast-check";
import type { SubjectKind } from "../../engine/facts/subject.ts";
import type { PolicySet } from "../../engine/policy.ts";
import type { Profile } from "../../profile/profile.ts";
import { type ClusterNames, defaultNames, namesOf } from "../world/cluster-names.ts";
import { changedNeverWavedThrough } from "./changed-never-waved-through.ts";
import { currentProofMeansLoaded } from "./current-proof-means-loaded.ts";
import { fluxCausesAreTrue } from "./flux-causes-are-true.ts";
import { gateBoundsOf } from "./gate-bounds-of.ts";
import { gateNeverCalms } from "./gate-never-calms.ts";
import { greenIsNotDelivered } from "./green-is-not-delivered.ts";
import { guardsHold } from "./guards-hold.ts";
import { hidingConfirmsNothing } from "./hiding-confirms-nothing.ts";
import { hidingStepsNothing } from "./hiding-steps-nothing.ts";
import { hidingUnblocksNothing } from "./hiding-unblocks-nothing.ts";
import { hidingWarrantsNothing } from "./hiding-warrants-nothing.ts";
import { type Judge, judgeBy } from "./judge.ts";
import type { Law } from "./law.ts";
import { onlyEvidenceWarrants } from "./only-evidence-warrants.ts";
import { planConverges } from "./plan-converges.ts";
import { rolloutConverges } from "./rollout-converges.ts";
import { judgeRolloutsBy } from "./rollout-judge.ts";
import { stepNeverRunsAhead } from "./step-never-runs-ahead.ts";
import { unchangedRebootsNothing } from "./unchanged-reboots-nothing.ts";
import { warrantActsOnce } from "./warrant-acts-once.ts";
import { warrantStandsAtOnce } from "./warrant-stands-at-once.ts";

// biome-ignore lint/suspicious/noExplicitAny: laws of different inputs side by side
export type AnyLaw = Law<any>;

/** Names under which laws are exported. */
export const LAW_KEYS = [
  "unchangedCredentialRebootsNothing",
  "changedCredentialIsNeverWavedThrough",
  "currentProofMeansLoaded",
  "onlyEvidenceWarrantsReboots",
  "hidingWarrantsNothing",
  "planConverges",
  "guardsHold",
  "gateNeverCalmsDown",
  "warrantStandsAtOnce",
  "warrantActsOnce",
  "hidingConfirmsNothing",
  "rolloutConverges",
  "stepNeverRunsAhead",
  "hidingStepsNothing",
  "fluxCausesAreTrue",
  "hidingUnblocksNothing",
  "greenIsNotDelivered",
] as const;
export type LawKey = (typeof LAW_KEYS)[number];

/** What is held to account, and where things are in its cluster. */
interface Held {
  readonly policies: PolicySet;
  readonly names: ClusterNames;
  readonly judge: Judge;
}

/** A law, and what policies must be about to be held to it. */
interface Maker {
  readonly about: "nodes" | "gates" | "fleets" | "Kustomizations" | "pipelines";
  readonly make: (held: Held) => AnyLaw;
}

const makers: Readonly<Record<LawKey, Maker>> = {
  unchangedCredentialRebootsNothing: {
    about: "nodes",
    make: ({ judge, names }) => unchangedRebootsNothing(judge, names),
  },
  changedCredentialIsNeverWavedThrough: {
    about: "nodes",
    make: ({ judge, names }) => changedNeverWavedThrough(judge, names),
  },
  currentProofMeansLoaded: {
    about: "nodes",
    make: ({ judge, names }) => currentProofMeansLoaded(judge, names),
  },
  onlyEvidenceWarrantsReboots: {
    about: "nodes",
    make: ({ judge, names }) => onlyEvidenceWarrants(judge, names),
  },
  hidingWarrantsNothing: {
    about: "nodes",
    make: ({ judge, names }) => hidingWarrantsNothing(judge, names),
  },
  planConverges: { about: "nodes", make: ({ judge, names }) => planConverges(judge, names) },
  guardsHold: { about: "nodes", make: ({ judge, names }) => guardsHold(judge, names) },
  gateNeverCalmsDown: {
    about: "gates",
    make: ({ judge, policies }) => gateNeverCalms(() => judge, fc.constant(gateBoundsOf(policies))),
  },
  warrantStandsAtOnce: {
    about: "nodes",
    make: ({ policies, names }) => warrantStandsAtOnce(policies, names),
  },
  warrantActsOnce: {
    about: "nodes",
    make: ({ policies, names }) => warrantActsOnce(policies, names),
  },
  hidingConfirmsNothing: {
    about: "nodes",
    make: ({ policies, names }) => hidingConfirmsNothing(policies, names),
  },
  rolloutConverges: {
    about: "fleets",
    make: ({ policies }) => rolloutConverges(judgeRolloutsBy(policies)),
  },
  stepNeverRunsAhead: {
    about: "fleets",
    make: ({ policies }) => stepNeverRunsAhead(judgeRolloutsBy(policies)),
  },
  hidingStepsNothing: {
    about: "fleets",
    make: ({ judge, policies }) => hidingStepsNothing(judge, judgeRolloutsBy(policies)),
  },
  fluxCausesAreTrue: { about: "Kustomizations", make: ({ judge }) => fluxCausesAreTrue(judge) },
  hidingUnblocksNothing: {
    about: "Kustomizations",
    make: ({ judge }) => hidingUnblocksNothing(judge),
  },
  greenIsNotDelivered: { about: "pipelines", make: ({ judge }) => greenIsNotDelivered(judge) },
};

/** One of the laws, for these policies in worlds whose things are called as this profile says. */
export function lawOf(
  key: LawKey,
  policies: PolicySet,
  {
    profile,
    judge = judgeBy(policies),
  }: { readonly profile?: Profile; readonly judge?: Judge } = {},
): AnyLaw {
  const names = profile === undefined ? defaultNames : namesOf(profile);
  const { about, make } = makers[key];
  const law = make({ policies, names, judge });
  return { ...law, notAsked: notAbout(policies, about) ?? law.notAsked };
}

const subjectsOf: Readonly<Record<Maker["about"], ReadonlySet<SubjectKind>>> = {
  nodes: new Set(["node", "nodeConfig", "nodeCredential"]),
  gates: new Set(["gate"]),
  fleets: new Set(["fleet", "gatedFleet"]),
  Kustomizations: new Set(["kustomization"]),
  pipelines: new Set(["step"]),
};

function notAbout({ policies }: PolicySet, about: Maker["about"]): string | undefined {
  return policies.some(({ subject }) => subjectsOf[about].has(subject))
    ? undefined
    : `no policy is about ${about}`;
}
