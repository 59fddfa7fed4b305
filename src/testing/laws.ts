import type fc from "fast-check";
import type { PolicySet } from "../engine/policy.ts";
import type { Profile } from "../profile/profile.ts";
import { type LawKey, lawOf } from "./laws/law-of.ts";
import { lawProperty } from "./laws/law-property.ts";

// biome-ignore lint/suspicious/noExplicitAny: laws of different inputs side by side
type AboutPolicies = (policies: PolicySet, profile?: Profile) => fc.IPropertyWithHooks<any>;

function property(key: LawKey): AboutPolicies {
  return (policies, profile) =>
    lawProperty(lawOf(key, policies, profile === undefined ? {} : { profile }));
}

/**
 * Where every node has loaded and configured the declared logins, nothing that is lost, rewritten or not collected makes
 * one restart or reboot. Like each of these a property for `fc.assert`; without a profile, of worlds of every shape.
 */
export const unchangedCredentialRebootsNothing: AboutPolicies = property(
  "unchangedCredentialRebootsNothing",
);
/** A node that has not loaded the declared logins is never left alone, only patched, or given a proof that is none. */
export const changedCredentialIsNeverWavedThrough: AboutPolicies = property(
  "changedCredentialIsNeverWavedThrough",
);
/** On every run of events in which decisions are carried out, a current proof implies that the login is loaded. */
export const currentProofMeansLoaded: AboutPolicies = property("currentProofMeansLoaded");
/** Each restart and reboot cites evidence, and is gone once that is hidden, unless it cites other evidence. */
export const onlyEvidenceWarrantsReboots: AboutPolicies = property("onlyEvidenceWarrantsReboots");
/** Gaps never move a node to none, reassert, restart or reboot, nor a verdict to allow. */
export const hidingWarrantsNothing: AboutPolicies = property("hidingWarrantsNothing");
/** Carried out step by step a plan ends in nothing left, or a guard that is named. */
export const planConverges: AboutPolicies = property("planConverges");
/** Whatever happens between the steps of a plan, none is taken that the truth forbids. */
export const guardsHold: AboutPolicies = property("guardsHold");
/** A gate's state follows from its declaration, whole UTC days and bounds, and never calms down while time passes. */
export const gateNeverCalmsDown: AboutPolicies = property("gateNeverCalmsDown");
/** On the evidence that it was issued on a warrant's first phase is next. */
export const warrantStandsAtOnce: AboutPolicies = property("warrantStandsAtOnce");
/** A warrant reboots a node once at most, and none whose runtime works with what is declared. */
export const warrantActsOnce: AboutPolicies = property("warrantActsOnce");
/** Carried out step by step a rollout ends with every node on the wanted template and verified, or a guard that is named. */
export const rolloutConverges: AboutPolicies = property("rolloutConverges");
/** Nothing is stepped whose predecessor was not verified, and no warrant of a step acts on another pod or template. */
export const stepNeverRunsAhead: AboutPolicies = property("stepNeverRunsAhead");
/** Gaps let no step of a rollout be taken, and call nothing adopted, reconciled or canaried. */
export const hidingStepsNothing: AboutPolicies = property("hidingStepsNothing");
/** What a chain calls proven is a cause, nothing off the way of the blocked is called one, and all causes are told. */
export const fluxCausesAreTrue: AboutPolicies = property("fluxCausesAreTrue");
/** Gaps never turn blocked or unknown into nothing in the way, nor coincident into proven. */
export const hidingUnblocksNothing: AboutPolicies = property("hidingUnblocksNothing");
/** A required step that did not run is never told as delivered, however green the run. */
export const greenIsNotDelivered: AboutPolicies = property("greenIsNotDelivered");
/** Checked with less evidence a warrant stands only if it does with all of it. */
export const hidingConfirmsNothing: AboutPolicies = property("hidingConfirmsNothing");
