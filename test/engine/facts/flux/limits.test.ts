import { describe, expect, it } from "vitest";
import type { Decision } from "../../../../src/engine/decision.ts";
import { evaluate } from "../../../../src/engine/evaluate.ts";
import { createFactSource } from "../../../../src/engine/fact-source.ts";
import { fluxGraph } from "../../../../src/engine/facts/flux/flux-graph.ts";
import { strongComponents } from "../../../../src/engine/facts/flux/strong-components.ts";
import type { FactSource } from "../../../../src/engine/facts/subject.ts";
import { renderText } from "../../../../src/report/render-text.ts";
import type { ClusterObject } from "../../../../src/snapshot/snapshot.ts";
import { shippedPolicies } from "../../../support/shipped-policies.ts";
import {
  atHealthChecks,
  dependsOn,
  fluxProfile,
  fluxSnapshot,
  keptByDependency,
  kustomization,
} from "./flux-cluster.ts";

/** Each depends on the next, and the last on one that does not exist. */
function chain(length: number): readonly ClusterObject[] {
  return Array.from({ length }, (_, at) =>
    kustomization(`k${at}`, { spec: dependsOn(`k${at + 1}`), status: keptByDependency }),
  );
}

/** How many objects are looked up to make the graph: a count of work that no machine makes faster. */
function lookups(objects: readonly ClusterObject[]): number {
  const names = objects.map(({ metadata }) => metadata.name);
  const source = createFactSource(fluxSnapshot(objects), fluxProfile(...names));
  let count = 0;
  const index: FactSource["index"] = {
    ...source.index,
    get: (key) => {
      count += 1;
      return source.index.get(key);
    },
  };
  fluxGraph({
    ...source,
    index,
    once: (compute) => source.once(() => compute({ ...source, index })),
  });
  return count;
}

describe("work", () => {
  it("grows with objects and edges: 500 Kustomizations in one chain", () => {
    const few = lookups(chain(500));
    expect(few).toBeLessThanOrEqual(6 * 500);
    expect(lookups(chain(1000))).toBeLessThanOrEqual(2 * few + 10);
  });

  it("grows with edges where everything depends on everything", () => {
    const dense = (length: number) =>
      Array.from({ length }, (_, at) =>
        kustomization(`k${at}`, {
          spec: dependsOn(...Array.from({ length }, (_each, to) => `k${to}`)),
          status: keptByDependency,
        }),
      );
    expect(lookups(dense(40))).toBeLessThanOrEqual(4 * 40 * 40);
  });

  it("asks for what was applied once, however much that is", () => {
    const ids = Array.from({ length: 2000 }, (_, at) => `apps_w${at}_example.com_Widget`);
    expect(lookups([kustomization("app", atHealthChecks(...ids))])).toBeLessThanOrEqual(2 * 2000);
  });
});

describe("a hostile cluster", () => {
  const decide = (objects: readonly ClusterObject[], root: string): Decision =>
    evaluate(shippedPolicies(), fluxSnapshot(objects), fluxProfile(root));

  it("may have a chain as long as it likes", () => {
    const decision = decide(chain(5000), "k0");
    expect(decision.findings.map(({ reason }) => reason)).toEqual(["NeedsCommit", "NotReady"]);
    expect(renderText(decision, { width: 80, color: false }).length).toBeLessThan(40_000);
  });

  it("may have a circle as wide as it likes, which is told in few words", () => {
    const circle = chain(2000).map((object, at) =>
      at < 1999
        ? object
        : kustomization("k1999", { spec: dependsOn("k0"), status: keptByDependency }),
    );
    const [needsCommit] = decide(circle, "k0").findings;
    expect(needsCommit?.reason).toBe("NeedsCommit");
    expect(needsCommit?.message.length).toBeLessThan(1000);
  });

  it("may have more causes than anybody reads", () => {
    const missing = Array.from({ length: 200 }, (_, at) => `gone${at}`);
    const decision = decide(
      [kustomization("app", { spec: dependsOn(...missing), status: keptByDependency })],
      "app",
    );
    expect(decision.flux?.[0]?.because).toHaveLength(200);
    const [finding] = decision.findings;
    expect(finding?.message.match(/DependencyMissing/g)).toHaveLength(20);
    expect(finding?.message).toContain("…");
  });

  it.each([
    {
      why: "names of prototypes",
      spec: { dependsOn: [{ name: "__proto__" }, { name: "constructor" }] },
    },
    { why: "what is no list", spec: { dependsOn: "x" } },
    { why: "entries that are none", spec: { dependsOn: [null, 7, [], { namespace: "x" }] } },
    {
      why: "no source, no spans",
      spec: { sourceRef: 7, interval: "soon", timeout: 3, retryInterval: {} },
    },
    {
      why: "an inventory that is none",
      status: { inventory: { entries: [null, { id: 7 }, { id: "a_b" }] } },
    },
    { why: "conditions that are none", status: { conditions: [null, "Ready", { type: 7 }] } },
  ])("is judged all the same: $why", ({ why: _why, ...over }) => {
    const decision = decide([kustomization("app", over)], "app");
    expect(decision.counts.subjects.kustomization).toBe(1);
  });
});

describe("groups of nodes that reach one another", () => {
  const graph: Readonly<Record<string, readonly string[]>> = {
    a: ["b"],
    b: ["c", "d"],
    c: ["a"],
    d: ["d", "e"],
    e: [],
  };
  const edges = (node: string): readonly string[] => graph[node] ?? [];

  it("come after those that they lead to", () => {
    const groups = strongComponents(Object.keys(graph), edges).map((group) => [...group].sort());
    expect(groups).toEqual([["e"], ["d"], ["a", "b", "c"]]);
  });

  it("come once, however many nodes one starts from", () => {
    expect(strongComponents(["c", "a", "e", "a"], edges).flat().sort()).toEqual([
      "a",
      "b",
      "c",
      "d",
      "e",
    ]);
  });
});
