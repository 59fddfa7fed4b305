import type { SubjectKind } from "../engine/facts/subject.ts";
import { nearest, suggestion } from "../input/suggest.ts";
import { type CompileContext, report } from "./compile-context.ts";
import type { PolicyDocument } from "./policy-document.ts";

/** Whether a shipped policy gives the reason, or one is to: the rule needs facts that are not there yet. */
type Standing = "shipped" | "later";

/**
 * The reasons that policies about a subject may give without declaring them. Callers switch on them, so each
 * means the same in every policy.
 */
export const reasons: Readonly<Record<SubjectKind, Readonly<Record<string, Standing>>>> = {
  gate: {
    NotDeclared: "shipped",
    MarkerMissing: "shipped",
    MarkerNotUnique: "shipped",
    MarkerMalformed: "shipped",
    ActivationInFuture: "shipped",
    FailAgeReached: "shipped",
    WarnAgeReached: "shipped",
    WithinWindow: "shipped",
    MarkerMovedLater: "shipped",
    MarkerMovedEarlier: "shipped",
    MarkerRewritten: "shipped",
    NoRuleApplies: "shipped",
  },
  gatedFleet: {
    RolloutStalled: "shipped",
    TemplateMovedUnderGate: "shipped",
    GateActivating: "shipped",
    GateNotApplied: "shipped",
    OwnershipLost: "shipped",
    RenderedOtherwise: "shipped",
    HoldNotHeld: "shipped",
    GateReleasing: "shipped",
    OrphanedOnDelete: "shipped",
    OwnershipLeftBehind: "shipped",
    ClaimAtZero: "shipped",
    ReleasesStaleFleet: "shipped",
    ReleasesOtherTemplate: "shipped",
    ReleasesWithoutCount: "shipped",
    TemplateNotRecorded: "shipped",
    CandidateTemplateDiffers: "shipped",
    TemplateNotReconciled: "shipped",
    FleetInconsistent: "shipped",
    FleetEmpty: "shipped",
    GenerationNotObserved: "shipped",
    FleetNotScheduled: "shipped",
    FleetNotUpdated: "shipped",
    PodCountDiffers: "shipped",
    FleetNotReady: "shipped",
    RememberedCountInvalid: "shipped",
    RollbackReplacesPods: "shipped",
  },
  fleet: {
    FleetMissing: "shipped",
    FleetEmpty: "shipped",
    FleetLeaving: "shipped",
    GenerationNotObserved: "shipped",
    FleetInconsistent: "shipped",
    RevisionUnknown: "shipped",
    FleetBehind: "shipped",
    AdoptedWithoutStep: "shipped",
    CanaryMissing: "shipped",
    CanaryNotVerified: "shipped",
    CanaryFailed: "shipped",
    CanaryVoid: "shipped",
    NodesWithoutPod: "shipped",
    PodsNotReady: "shipped",
    PodsPending: "shipped",
    PodsEnded: "shipped",
    PodsStuck: "shipped",
    NodesUnlisted: "shipped",
    DeliveredNotAdopted: "shipped",
    RevisionRenumbered: "shipped",
  },
  node: {
    RecoveryRecordInvalid: "shipped",
    OwnershipReclaimable: "shipped",
    OwnershipNotReclaimable: "shipped",
    NoRuleApplies: "later",
  },
  nodeConfig: {
    InventoryInvalid: "shipped",
    ResidualOwnership: "shipped",
    NodeLeaving: "shipped",
    EffectUnclassified: "shipped",
    EffectDestructive: "shipped",
    EffectNeedsDrain: "shipped",
    ConfigNeedsReboot: "shipped",
    ConfigNeedsRestart: "shipped",
    ConfigNeedsPatch: "shipped",
    ConfigCurrent: "shipped",
    ProofWouldBeDropped: "shipped",
    NoRuleApplies: "later",
  },
  nodeCredential: {
    InventoryInvalid: "shipped",
    ResidualOwnership: "shipped",
    CredentialInvalid: "shipped",
    CredentialRegressed: "shipped",
    NodeLeaving: "shipped",
    EffectUnclassified: "shipped",
    RenderedCredentialDiffers: "shipped",
    AwaitingPropagation: "shipped",
    NodeApplyFailing: "shipped",
    ForeignWriter: "shipped",
    ProofCurrent: "shipped",
    ConfigDrifted: "shipped",
    MarkerLost: "shipped",
    ImageUnproven: "shipped",
    CredentialChanged: "shipped",
    RestartOverdue: "shipped",
    LoadUnproven: "shipped",
    NoRuleApplies: "shipped",
  },
  credential: {
    InventoryInvalid: "shipped",
    LiveSecretDiffers: "shipped",
    UnboundClaims: "shipped",
    ConfigStaged: "shipped",
    LeaseHeld: "shipped",
    FenceHeld: "shipped",
    HandOffRejected: "shipped",
    CredentialRefused: "shipped",
    ProbesAhead: "shipped",
  },
  step: {
    StepNotApplicable: "shipped",
    RunNotSuccessful: "shipped",
    StepSuppressed: "shipped",
    StepSkipped: "shipped",
    StepFailed: "shipped",
    StepFailureIgnored: "shipped",
    StepMissing: "shipped",
    StepDidNothing: "shipped",
    StepOutOfOrder: "shipped",
    StepRanUnderGate: "shipped",
    StepMuchShorter: "shipped",
    StepMuchLonger: "shipped",
  },
  source: {
    SourceMissing: "shipped",
    VerificationSuppressed: "shipped",
    VerificationNotApplied: "shipped",
    VerificationNotLive: "shipped",
    VerificationNotDeclared: "shipped",
    VerificationFailed: "shipped",
  },
  kustomization: {
    AppliedNeedsHand: "shipped",
    NotQuiescent: "shipped",
    NotQuiescentYet: "shipped",
    NeedsHand: "shipped",
    NeedsCommit: "shipped",
    NotReady: "shipped",
    DependencyCycle: "shipped",
    ParentSuspended: "shipped",
    CoincidentNotCurrent: "shipped",
    BudgetContradicts: "shipped",
    WaitTooShort: "shipped",
  },
};

/** Reports outcomes with a reason that nobody declared, and declared ones that no outcome gives. */
export function checkReasons(context: CompileContext, { spec }: PolicyDocument): void {
  // What was declared there cannot be told.
  if (context.isFilled(["spec", "reasons"])) return;
  const declared = Object.keys(spec.reasons ?? {});
  const known = [...Object.keys(reasons[spec.subject]), ...declared];
  const meant = new Set(givenReasons(spec).flatMap((given) => checkGiven(context, given, known)));
  for (const reason of declared) {
    if (Object.hasOwn(reasons[spec.subject], reason)) {
      report(context, ["spec", "reasons", reason], {
        at: "key",
        code: "POLICY_DUPLICATE_NAME",
        message: `every policy about a \`${spec.subject}\` knows \`${reason}\`, and means the same by it`,
        help: "leave the declaration out, or name the reason otherwise",
      });
    } else if (!meant.has(reason)) {
      report(context, ["spec", "reasons", reason], {
        at: "key",
        code: "POLICY_UNUSED",
        message: `no outcome gives the reason \`${reason}\``,
        help: "leave it out, or use it",
      });
    }
  }
}

/** The known reason that an outcome gives, or was probably meant to; reported where it is not that one. */
function checkGiven(
  context: CompileContext,
  { path, reason }: GivenReason,
  known: readonly string[],
): readonly string[] {
  if (known.includes(reason)) return [reason];
  const meant = nearest(reason, known);
  report(context, path, {
    code: "POLICY_UNKNOWN_NAME",
    message: `no policy about this subject knows the reason \`${reason}\``,
    ...suggestion(meant, "declare it, with what it means, under `spec.reasons`"),
  });
  return meant === undefined ? [] : [meant];
}

interface GivenReason {
  readonly path: readonly string[];
  readonly reason: string;
}

function givenReasons(spec: PolicyDocument["spec"]): readonly GivenReason[] {
  const { rules, otherwise, whenUnknown = [] } = spec;
  return [
    ...rules.map(({ outcome }, index) => ({
      path: ["spec", "rules", String(index), "outcome", "reason"],
      reason: outcome.reason,
    })),
    ...(otherwise === undefined
      ? []
      : [{ path: ["spec", "otherwise", "reason"], reason: otherwise.reason }]),
    ...whenUnknown.map(({ outcome }, index) => ({
      path: ["spec", "whenUnknown", String(index), "outcome", "reason"],
      reason: outcome.reason,
    })),
  ];
}
