import { describe, expect, it } from "vitest";
import { evaluate } from "../../../../src/engine/evaluate.ts";
import { createFactSource } from "../../../../src/engine/fact-source.ts";
import type { Fact } from "../../../../src/engine/facts/fact.ts";
import { kustomizationFacts } from "../../../../src/engine/facts/flux/kustomization-facts.ts";
import type { ClusterObject, Snapshot } from "../../../../src/snapshot/snapshot.ts";
import { shippedPolicies } from "../../../support/shipped-policies.ts";
import { deriveAll } from "../derive.ts";
import {
  atHealthChecks,
  condition,
  daemonSet,
  dependsOn,
  failedOn,
  fluxProfile,
  fluxSnapshot,
  inventory,
  keptByDependency,
  kustomization,
  objectOf,
} from "./flux-cluster.ts";

// Goal: seeing less never tells something else. Method: one object or list after the other is hidden behind a gap;
// each fact stays, or is not known, and no verdict moves to allow.

const release = (name: string, ready: "True" | "False", ...ids: readonly string[]): ClusterObject =>
  objectOf("helm.toolkit.fluxcd.io/v2", "HelmRelease", `apps/${name}`, {
    status: {
      observedGeneration: 1,
      ...inventory(...ids),
      conditions: [condition("Ready", ready, { reason: "UpgradeFailed" })],
    },
  });
const job = objectOf("batch/v1", "Job", "apps/migrate", {
  status: { conditions: [condition("Failed", "True")] },
});

const clusters: Readonly<Record<string, readonly ClusterObject[]>> = {
  ready: [kustomization("app", { spec: dependsOn("base") }), kustomization("base")],
  // At the newest revision nobody asks for a dependency any more, be it gone.
  "ready without its dependency": [kustomization("app", { spec: dependsOn("gone") })],
  waiting: [
    kustomization("app", { spec: dependsOn("base", "other"), status: keptByDependency }),
    kustomization("base", { spec: { suspend: true }, status: { lastAppliedRevision: "x" } }),
    kustomization("other"),
  ],
  checking: [
    kustomization(
      "app",
      atHealthChecks(
        "apps_good_helm.toolkit.fluxcd.io_HelmRelease",
        "apps_bad_helm.toolkit.fluxcd.io_HelmRelease",
        "apps_migrate_batch_Job",
      ),
    ),
    release("good", "True", "kube-system_cilium_apps_DaemonSet"),
    release("bad", "False", "apps_agent_apps_DaemonSet"),
    daemonSet("kube-system/cilium", "OnDelete", 0),
    daemonSet("apps/agent", "OnDelete", 3),
    job,
  ],
  failed: [
    kustomization("app", failedOn("Job/apps/migrate status: 'Failed'", "apps_migrate_batch_Job")),
    job,
  ],
  circle: [
    kustomization("app", { spec: dependsOn("base"), status: keptByDependency }),
    kustomization("base", { spec: dependsOn("app"), status: keptByDependency }),
  ],
};

const policies = shippedPolicies();
const rank = { allow: 0, indeterminate: 1, deny: 2 } as const;

function factsOf(snapshot: Snapshot): ReadonlyMap<string, Fact<unknown>> {
  const source = createFactSource(snapshot, fluxProfile("app"));
  return deriveAll(kustomizationFacts, {
    source,
    namespace: "flux-system",
    name: "app",
    root: source.profile.spec.flux?.roots[0],
  });
}

function* hidings(
  snapshot: Snapshot,
): Iterable<{ readonly what: string; readonly less: Snapshot }> {
  for (const [key, object] of Object.entries(snapshot.objects)) {
    const { [key]: _hidden, ...objects } = snapshot.objects;
    const gap = { part: "objects", name: key, reason: "Forbidden" } as const;
    yield { what: object.metadata.name, less: { ...snapshot, objects, gaps: [gap] } };
  }
  for (const [at, { kind }] of snapshot.coverage.entries()) {
    const gap = { part: "objects", name: kind, reason: "Forbidden" } as const;
    const objects = Object.fromEntries(
      Object.entries(snapshot.objects).filter(([key]) => !key.startsWith(`${kind}/`)),
    );
    const coverage = snapshot.coverage.filter((_, index) => index !== at);
    yield { what: kind, less: { ...snapshot, objects, coverage, gaps: [gap] } };
  }
}

/** A value, or what is left of it: less of an open list, or nothing. */
function isLess(less: Fact<unknown>, whole: Fact<unknown>): boolean {
  if (less.state === "unknown") {
    const value = whole.state === "value" ? whole.value : null;
    return less.oneOf === undefined || whole.state === "unknown" || less.oneOf.includes(value);
  }
  if (whole.state === "unknown") return false;
  const [a, b] = [less, whole].map((fact) => (fact.state === "value" ? fact.value : null));
  if (!isOpenList(a) || !isOpenList(b)) return JSON.stringify(a) === JSON.stringify(b);
  const isSame = a.items.length === b.items.length;
  return a.items.every((item) => b.items.includes(item)) && (isSame || a.reasons.length > 0);
}

function isOpenList(
  value: unknown,
): value is { readonly items: readonly string[]; readonly reasons: readonly unknown[] } {
  return typeof value === "object" && value !== null && "items" in value;
}

describe.each(Object.entries(clusters))("with less to be seen (%s)", (_name, objects) => {
  const snapshot = fluxSnapshot(objects);
  const facts = factsOf(snapshot);
  const { deploy = "allow" } = evaluate(policies, snapshot, fluxProfile("app")).verdicts;

  it.each([...hidings(snapshot)])("tells nothing else: $what", ({ less }) => {
    for (const [name, fact] of factsOf(less)) {
      const whole = facts.get(name);
      if (whole === undefined) throw new Error(name);
      expect({ name, fact, isLess: isLess(fact, whole) }).toMatchObject({ isLess: true });
    }
    const { verdicts } = evaluate(policies, less, fluxProfile("app"));
    const before = rank[deploy];
    expect(rank[verdicts.deploy ?? "allow"]).toBeGreaterThanOrEqual(Math.min(before, 1));
  });
});
