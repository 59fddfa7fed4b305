import { describe, expect, it } from "vitest";
import { gateBounds } from "../../src/testing/arbitraries/gate-worlds.ts";
import { changedNeverWavedThrough } from "../../src/testing/laws/changed-never-waved-through.ts";
import { checkLaw } from "../../src/testing/laws/check-law.ts";
import { currentProofMeansLoaded } from "../../src/testing/laws/current-proof-means-loaded.ts";
import { fluxCausesAreTrue } from "../../src/testing/laws/flux-causes-are-true.ts";
import { gateNeverCalms } from "../../src/testing/laws/gate-never-calms.ts";
import { greenIsNotDelivered } from "../../src/testing/laws/green-is-not-delivered.ts";
import { guardsHold } from "../../src/testing/laws/guards-hold.ts";
import { hidingStepsNothing } from "../../src/testing/laws/hiding-steps-nothing.ts";
import { hidingUnblocksNothing } from "../../src/testing/laws/hiding-unblocks-nothing.ts";
import { hidingWarrantsNothing } from "../../src/testing/laws/hiding-warrants-nothing.ts";
import { judgeBy } from "../../src/testing/laws/judge.ts";
import type { Law } from "../../src/testing/laws/law.ts";
import { onlyEvidenceWarrants } from "../../src/testing/laws/only-evidence-warrants.ts";
import { planConverges } from "../../src/testing/laws/plan-converges.ts";
import { rolloutConverges } from "../../src/testing/laws/rollout-converges.ts";
import { judgeRolloutsBy } from "../../src/testing/laws/rollout-judge.ts";
import { secretsNeverLeave } from "../../src/testing/laws/secrets-never-leave.ts";
import { stepNeverRunsAhead } from "../../src/testing/laws/step-never-runs-ahead.ts";
import { unchangedRebootsNothing } from "../../src/testing/laws/unchanged-reboots-nothing.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";
import {
  adoptedIsVerified,
  alphaRestarts,
  anyTemplateIsTheBound,
  claimsAtTheirWord,
  coincidentIsTheCause,
  conclusionIsOutcome,
  firstIsTheOnly,
  gapsAreNothing,
  goingIsGone,
  lastDeclarationIsFirst,
  mistaken,
  mistakenGate,
  noHistoryIsEmpty,
  rebootsUnproven,
  skippedIsFine,
  turnsAreNotAwaited,
  unexplained,
  unguarded,
  unlistedPodsAreNone,
  unlistedStepsAreNone,
  unreadFilesAreEmpty,
  unreadIsGone,
  unreadStartIsOld,
  unreadStepIsMissing,
} from "./mistaken-judges.ts";

// A law that nothing can break shows nothing: each of these mistakes must be found.

// biome-ignore lint/suspicious/noExplicitAny: laws of different inputs in one table
type AnyLaw = Law<any>;

const rebootsUnchanged = /would reboot though its login is unchanged|would restart though/;
const wavesThrough = /which is not declared, and it would only/;
const falseProof = /has a current proof for/;

describe("the laws find", () => {
  it.each<{ mistake: string; law: () => AnyLaw; message: RegExp; runs?: number }>([
    {
      mistake: "a lost marker taken for a changed credential (the first incident)",
      law: () =>
        unchangedRebootsNothing(
          mistaken(
            [
              'load == "changed" && effect == "reboot"',
              'marker != "current" && effect == "reboot"',
            ],
            ['load == "same" && image == "proved" && marker != "current"', "1 == 2"],
            ['load == "same" && image == "unproved"', "1 == 2"],
          ),
        ),
      message: rebootsUnchanged,
    },
    {
      mistake: "a reboot wherever nothing is known (the reference script as a default)",
      law: () => unchangedRebootsNothing(rebootsUnproven),
      message: rebootsUnchanged,
    },
    {
      mistake: "the last declaration of a credential taken for its first",
      law: () => unchangedRebootsNothing(lastDeclarationIsFirst),
      message: rebootsUnchanged,
    },
    {
      mistake: "config taken for loaded",
      law: () =>
        changedNeverWavedThrough(
          mistaken(
            ['load == "same"', 'config == "same"'],
            ['load == "changed"', 'config != "same"'],
          ),
        ),
      message: wavesThrough,
    },
    {
      mistake: "a marker taken for the loaded credential",
      law: () =>
        changedNeverWavedThrough(
          mistaken(
            ['load == "same"', 'marker == "current"'],
            ['load == "changed"', 'marker == "other"'],
          ),
        ),
      message: wavesThrough,
    },
    {
      mistake: "a claim of an earlier run taken at its word",
      law: () => changedNeverWavedThrough(claimsAtTheirWord),
      message: wavesThrough,
    },
    {
      mistake: "a history that was not read taken for an empty one",
      law: () => changedNeverWavedThrough(noHistoryIsEmpty),
      message: wavesThrough,
    },
    {
      mistake: "an alpha of Talos 1.14 taken for one that restarts the runtime",
      law: () => currentProofMeansLoaded(alphaRestarts),
      message: falseProof,
    },
    {
      mistake: "a proof written on the strength of the config",
      law: () =>
        currentProofMeansLoaded(
          mistaken(
            ['load == "same" && image == "unproved"', 'config == "same"'],
            ['load == "same" && image == "proved"', 'config == "same" && image == "proved"'],
          ),
        ),
      message: falseProof,
    },
    {
      mistake: "a start that was not read taken for one long ago",
      law: () => onlyEvidenceWarrants(unreadStartIsOld),
      message: /cites .*, where nothing is/,
    },
    {
      mistake: "a start that is hidden taken for one long ago",
      law: () => hidingWarrantsNothing(unreadStartIsOld),
      message: /by hiding/,
    },
    {
      mistake: "a reboot that cites nothing",
      law: () => onlyEvidenceWarrants(unexplained),
      message: /no evidence/,
    },
    {
      mistake: "a gap taken for nothing there",
      law: () => hidingWarrantsNothing(gapsAreNothing),
      message: /by hiding/,
    },
    {
      mistake: "a look without end",
      law: () =>
        planConverges(
          mistaken([
            "obligations: [verify, reassert], reason: ImageUnproven",
            "obligations: [verify], reason: ImageUnproven",
          ]),
        ),
      message: /was carried out, and what is left went from/,
    },
    {
      mistake: "a plan without guards",
      law: () => guardsHold(unguarded),
      message: /would be rebooted: /,
    },
    {
      mistake: "a bound that is passed and not reached",
      law: () =>
        gateNeverCalms(
          mistakenGate(["gate.ageDays >= params.warnAgeDays", "gate.ageDays > params.warnAgeDays"]),
          gateBounds,
        ),
      message: /and it is expiring/,
    },
    {
      mistake: "a component that is listed taken for a gate that is declared",
      law: () => gateNeverCalms(mistakenGate(["!gate.declared", "!gate.referenced"]), gateBounds),
      message: /and it is inactive/,
    },
    {
      mistake: "files of Git that were not read taken for empty ones",
      law: () =>
        gateNeverCalms((bounds) => unreadFilesAreEmpty(mistakenGate()(bounds)), gateBounds),
      message: /with less evidence/,
    },
    {
      mistake: "a secret that is echoed in base64",
      law: () =>
        secretsNeverLeave((files) => ({
          isDecided: true,
          outputs: { text: `read ${files["cluster.json"]?.match(/"other": "(.*?)"/)?.[1]}` },
        })),
      message: /text shows `.{8}` of a secret/,
    },
    {
      mistake: "a pod that is on its way out taken for one that is gone",
      law: () => rolloutConverges(goingIsGone),
      message: /complete, and \d are behind/,
    },
    {
      mistake: "a wanted template that runs taken for one that was looked at",
      law: () => stepNeverRunsAhead(adoptedIsVerified),
      message: /was not verified|the checks failed on/,
    },
    {
      mistake: "steps that do not wait for their turn",
      law: () => stepNeverRunsAhead(turnsAreNotAwaited),
      message: /two nodes would be stepped|is down|was not verified|the checks failed on/,
    },
    {
      mistake: "a warrant that goes by the pod and not by the template",
      law: () => stepNeverRunsAhead(anyTemplateIsTheBound),
      message: /what the warrant does not name/,
    },
    {
      mistake: "pods that were not listed taken for none",
      law: () => hidingStepsNothing(unlistedPodsAreNone, judgeRolloutsBy(shippedPolicies())),
      message: /with all evidence, .* with less/,
    },
    {
      mistake: "what was not read of a rollout taken for nothing there",
      law: () => hidingStepsNothing(judgeBy(shippedPolicies()), unlistedStepsAreNone),
      message: /with less/,
    },
    {
      mistake: "what is seen at the same time taken for the cause (the second incident)",
      law: () => fluxCausesAreTrue(coincidentIsTheCause),
      message: /and is not on its way|becomes ready without/,
    },
    {
      mistake: "the first thing in the way taken for the only one",
      law: () => fluxCausesAreTrue(firstIsTheOnly),
      message: /does not become ready with/,
    },
    {
      mistake: "an object of Flux that was not read taken for one that is gone",
      law: () => hidingUnblocksNothing(unreadIsGone),
      message: /with all evidence/,
    },
    {
      mistake: "a step that was skipped in a green run taken for done",
      law: () => greenIsNotDelivered(skippedIsFine),
      message: /the deploy is allowed, and .* did not do its work/,
    },
    {
      mistake: "a conclusion taken for an outcome",
      law: () => greenIsNotDelivered(conclusionIsOutcome),
      message: /did not do its work/,
    },
    {
      mistake: "a step that was not read taken for one that is not in the run",
      law: () => greenIsNotDelivered(unreadStepIsMissing),
      message: /with less/,
    },
    {
      mistake: "a law that is hardly exercised, for no node is ever judged",
      law: () =>
        unchangedRebootsNothing(
          mistaken(['condition: "!inventory.valid"', "condition: inventory.valid"]),
        ),
      message: /hardly exercised/,
      // Every one of them is gone through.
      runs: 200,
    },
  ])("$mistake", { timeout: 120_000 }, ({ law, message, runs = 2000 }) => {
    expect(() => checkLaw(law(), { runs, seed: 1 })).toThrow(message);
  });
});
