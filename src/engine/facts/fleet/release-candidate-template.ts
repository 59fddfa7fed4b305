import type { JsonObject } from "../../../input/json-value.ts";
import type { ProfileGate } from "../../../profile/profile.ts";
import { objectKey } from "../../../snapshot/snapshot.ts";
import { absent, type FactDeclaration, known, type UnknownFact, unknown } from "../fact.ts";
import { enumFact } from "../fact-type.ts";
import { everyReason, gapsOf, missingReasons } from "../gaps.ts";
import { type Known, unknownFor } from "../known.ts";
import { liveObject } from "../live-object.ts";
import { recordAt } from "../read-object.ts";
import type { GateSubject } from "../subject.ts";
import { compareReleaseSpecs } from "./compare-release-specs.ts";
import { asKubectlWrites } from "./cures.ts";

const states = ["same", "changed"] as const;
export type CandidateTemplate = (typeof states)[number];

export const releaseCandidateTemplate: FactDeclaration<GateSubject, CandidateTemplate> = {
  name: "release.candidateTemplate",
  type: enumFact("CandidateTemplate", states),
  mayBeAbsent: true,
  reasons: everyReason,
  reads: [
    "/rendered/helmReleases",
    "/objects/helm.toolkit.fluxcd.io~1v2~1HelmRelease~1<namespace>~1<name>/spec",
  ],
  doc: "Whether the HelmRelease that the tree renders to is the one in the cluster, the gate's own fields aside (its strategy and `upgrade.disableWait`). Changed: a release would change the template as well. Unknown where Flux still puts something in, or where what only the cluster has may be a default of the API server. It is compared with the live HelmRelease and not with the recorded hash, which is of plain text that no snapshot holds. Absent where the profile names neither a HelmRelease nor a recorded hash.",
  derive: ({ source, gate }, _read, note) => {
    const { helmRelease } = gate;
    if (helmRelease === undefined)
      return gate.ownership?.reconciledTemplate === undefined ? absent : notNamed(gate);
    const live = liveObject(source, {
      apiVersion: "helm.toolkit.fluxcd.io/v2",
      kind: "HelmRelease",
      resource: "helmrelease.helm.toolkit.fluxcd.io",
      ...helmRelease,
    });
    // Where the cluster has none, the release delivers all of it.
    if (live.state === "absent") return known("changed");
    if (live.state === "unknown") return { ...live, present: true };
    const rendered = renderedRelease({ source, gate }, helmRelease);
    if (rendered.state === "unknown") return unknownFor(rendered.reasons, { present: true });
    const spec = recordAt(live.value.object, ["spec"]);
    if (spec === undefined)
      return unknown("Partial", `${live.value.key} has no spec`, {
        cure: asKubectlWrites,
        present: true,
      });
    const { changed, unclear } = compareReleaseSpecs({
      declared: rendered.value.spec,
      live: spec,
      substituted: rendered.value.substituted,
      except: gateFields(gate),
    });
    const [first] = changed;
    if (first !== undefined) {
      note?.(
        ["objects", live.value.key, "metadata", "generation"],
        generationOf(live.value.object),
      );
      return known("changed");
    }
    return unclear.length > 0 ? notComparable(live.value.key, unclear) : known("same");
  },
};

function generationOf({ metadata }: { readonly metadata: { readonly generation?: number } }) {
  return metadata.generation ?? null;
}

/** A hash is recorded of what cannot be told from a snapshot: that says nothing of the candidate. */
function notNamed({ name }: ProfileGate): UnknownFact<CandidateTemplate> {
  return unknown(
    "NotRead",
    `the profile names a recorded hash for gate ${name}, and no HelmRelease whose rendering could be compared`,
    { cure: "name the gate's helmRelease in the profile", present: true },
  );
}

interface RenderedRelease {
  readonly spec: JsonObject;
  readonly substituted: ReadonlySet<string>;
}

function renderedRelease(
  { source, gate }: GateSubject,
  { namespace, name }: { readonly namespace: string; readonly name: string },
): Known<RenderedRelease> {
  const key = objectKey("helm.toolkit.fluxcd.io", "HelmRelease", namespace, name);
  const all = source.snapshot.rendered?.helmReleases;
  const record = all !== undefined && Object.hasOwn(all, key) ? all[key] : undefined;
  const gaps = gapsOf(source).on("rendered", key);
  if (record !== undefined && gaps.length === 0) {
    const spec = recordAt(record, ["spec"]) ?? {};
    return { state: "value", value: { spec, substituted: new Set(record.substituted) } };
  }
  return unknownFor(
    missingReasons(gaps, {
      detail: `what the tree of gate ${gate.name} renders HelmRelease ${namespace}/${name} to was not given`,
      cure: `kustomize build …, and give its HelmRelease ${namespace}/${name} with the rest (-f)`,
    }),
  );
}

/** The fields that a gate sets and a release takes back. */
function gateFields({ declared: { strategy } }: ProfileGate): readonly string[] {
  const parent = strategy.pointer.slice(0, strategy.pointer.lastIndexOf("/"));
  return [...(strategy.kind === "HelmRelease" ? [parent] : []), "/spec/upgrade/disableWait"];
}

/** More would help nobody. */
const POINTERS_LISTED_MAX = 3;

function notComparable(key: string, pointers: readonly string[]): UnknownFact<CandidateTemplate> {
  const shown = pointers.slice(0, POINTERS_LISTED_MAX).join(", ");
  const more = pointers.length > POINTERS_LISTED_MAX ? " and more" : "";
  return unknown(
    "Incomparable",
    `${key} and what it is rendered to can not be compared at ${shown}${more}: Flux or the API server puts something in`,
    { cure: "flux build kustomization …, which puts in what Flux would", present: true },
  );
}
