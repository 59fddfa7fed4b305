import { describe, expect, it } from "vitest";
import { listOf, node, placesOf, problemsOf, snapshotOf } from "./load-support.ts";

const live = { name: "x", namespace: "a", uid: "u1", resourceVersion: "7" };

describe("objects", () => {
  it("keeps of a Node what facts need", () => {
    const raw = {
      ...node("w-1", "10.0.0.11", {
        managedFields: [{}],
        labels: { b: "2", a: "1" },
        annotations: {
          "kubectl.kubernetes.io/last-applied-configuration": "{}",
          "talos.dev/owned-annotations": "[]",
          "other.example/x": "y",
          "platform.example/verified-revision-v2": "r",
        },
      }),
    };
    const snapshot = snapshotOf({ files: { "n.json": JSON.stringify(raw) } });
    expect(snapshot.objects).toEqual({
      "v1/Node//w-1": {
        apiVersion: "v1",
        kind: "Node",
        metadata: {
          name: "w-1",
          uid: "uid-w-1",
          labels: { a: "1", b: "2" },
          annotations: {
            "platform.example/verified-revision-v2": "r",
            "talos.dev/owned-annotations": "[]",
          },
        },
        spec: {},
        status: {
          addresses: [
            { type: "InternalIP", address: "10.0.0.11" },
            { type: "Hostname", address: "w-1" },
          ],
          nodeInfo: { bootID: "boot-w-1", osImage: "Talos (v1.13.8)" },
        },
      },
    });
  });

  it("digests a template so that equal ones stay equal", () => {
    const template = (value: string) => ({
      metadata: { labels: { app: "x" }, annotations: { "checksum/config": "abcdef" } },
      spec: {
        hostNetwork: true,
        containers: [
          {
            name: "agent",
            image: "cni:v1",
            args: ["--token=t0ps3cret"],
            env: [{ name: "A", value }],
          },
        ],
      },
    });
    const of = (value: string) => {
      const files = {
        "ds.json": JSON.stringify({
          apiVersion: "apps/v1",
          kind: "DaemonSet",
          metadata: live,
          spec: { template: template("one"), updateStrategy: { type: "OnDelete" } },
          status: { numberReady: 9, conditions: [] },
        }),
        "cr.json": JSON.stringify({
          apiVersion: "apps/v1",
          kind: "ControllerRevision",
          metadata: { ...live, name: "x-1", uid: "u2" },
          revision: 19,
          data: { spec: { template: template(value) } },
        }),
      };
      const { objects } = snapshotOf({ files });
      const daemonSet = objects["apps/v1/DaemonSet/a/x"] as unknown as {
        spec: { template: object };
      };
      const revision = objects["apps/v1/ControllerRevision/a/x-1"] as unknown as {
        data: { spec: { template: object } };
      };
      return [daemonSet.spec.template, revision.data.spec.template];
    };
    const [declared, same] = of("one");
    expect(same).toEqual(declared);
    expect(declared).toMatchObject({ spec: { containers: [{ name: "agent", image: "cni:v1" }] } });
    const [, other] = of("two");
    expect(other).not.toEqual(declared);
  });

  it("keeps how objects of Flux fare, no messages and no values", () => {
    const release = {
      apiVersion: "helm.toolkit.fluxcd.io/v2",
      kind: "HelmRelease",
      metadata: live,
      spec: { interval: "1m", values: { a: "v" }, chart: { spec: { chart: "c", version: "1" } } },
      status: {
        conditions: [{ type: "Ready", status: "True", reason: "R", message: "m" }],
        history: [{ version: 12, status: "deployed", configDigest: "sha256:x" }],
      },
    };
    const { objects } = snapshotOf({ files: { "hr.json": JSON.stringify(release) } });
    expect(objects["helm.toolkit.fluxcd.io/v2/HelmRelease/a/x"]).toMatchObject({
      spec: {
        interval: "1m",
        values: expect.stringMatching(/^digest:[0-9a-f]{16}$/),
        chart: { spec: { chart: "c", version: "1" } },
      },
      status: {
        conditions: [{ type: "Ready", status: "True", reason: "R" }],
        history: [{ version: 12, status: "deployed" }],
      },
    });
  });

  it("tells of a request to Flux the time, and of any other text whether it is the same", () => {
    const request = (text: string) => ({
      apiVersion: "kustomize.toolkit.fluxcd.io/v1",
      kind: "Kustomization",
      metadata: { ...live, annotations: { "reconcile.fluxcd.io/requestedAt": text } },
      spec: { path: "./a", sourceRef: { kind: "GitRepository", name: "g", odd: "x" } },
      status: { lastHandledReconcileAt: text },
    });
    const told = (text: string) => {
      const { objects } = snapshotOf({ files: { "k.json": JSON.stringify(request(text)) } });
      const object = objects["kustomize.toolkit.fluxcd.io/v1/Kustomization/a/x"];
      expect(object).toMatchObject({
        spec: {
          path: expect.stringMatching(/^digest:[0-9a-f]{16}$/),
          sourceRef: { kind: "GitRepository", name: "g" },
        },
      });
      expect(JSON.stringify(object)).not.toContain("odd");
      const asked = object?.metadata.annotations?.["reconcile.fluxcd.io/requestedAt"];
      expect(object).toMatchObject({ status: { lastHandledReconcileAt: asked } });
      return asked;
    };
    for (const text of ["2026-08-06T17:20:00.123456789+02:00", "2026-08-06T17:20:00Z"])
      expect(told(text)).toBe(text);
    for (const text of ["now", "1786000000"]) expect(told(text)).toMatch(/^digest:[0-9a-f]{16}$/);
    expect(told("now")).toBe(told("now"));
    expect(told("now")).not.toBe(told("then"));
  });

  it("keeps only the metadata of other kinds", () => {
    const map = { apiVersion: "v1", kind: "ConfigMap", metadata: live, data: { a: "b" } };
    const { objects } = snapshotOf({ files: { "cm.json": JSON.stringify(map) } });
    expect(objects["v1/ConfigMap/a/x"]).toEqual({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: live,
    });
  });

  it("names the cluster by its kube-system Namespace", () => {
    const namespace = {
      apiVersion: "v1",
      kind: "Namespace",
      metadata: { name: "kube-system", uid: "c1" },
    };
    expect(snapshotOf({ files: { "ns.json": JSON.stringify(namespace) } }).metadata).toEqual({
      cluster: "c1",
    });
    const manifest = "apiVersion: fleetwarrant.dev/v1alpha1\nkind: SnapshotManifest\ncluster: c2\n";
    expect(
      placesOf({ files: { "a.yaml": manifest, "ns.json": JSON.stringify(namespace) } }),
    ).toEqual(["SNAPSHOT_CONFLICTING_OBJECT ns.json:1:1"]);
  });

  it("takes an object that is given twice once", () => {
    const one = JSON.stringify(node("w-1", "10.0.0.1"));
    expect(Object.keys(snapshotOf({ files: { "a.json": one, "b.json": one } }).objects)).toEqual([
      "v1/Node//w-1",
    ]);
  });

  it.each([
    {
      why: "two versions of one object",
      items: [
        { apiVersion: "v1", kind: "ConfigMap", metadata: live },
        { apiVersion: "v1", kind: "ConfigMap", metadata: { ...live, resourceVersion: "8" } },
      ],
      code: "SNAPSHOT_CONFLICTING_OBJECT",
    },
    {
      why: "one name with two UIDs",
      items: [node("a", "10.0.0.1"), node("a", "10.0.0.1", { uid: "other" })],
      code: "SNAPSHOT_DUPLICATE_NODE",
    },
    {
      why: "one UID with two names",
      items: [node("a", "10.0.0.1"), node("b", "10.0.0.2", { uid: "uid-a" })],
      code: "SNAPSHOT_DUPLICATE_NODE",
    },
  ])("refuses $why", ({ items, code }) => {
    const problems = problemsOf({ files: { "l.json": listOf(items) } });
    expect(problems.map((problem) => problem.code)).toEqual([code]);
    expect(problems[0]?.message).toContain("l.json:1:");
  });

  it("refuses an annotation that YAML turned into a number, where it stands", () => {
    const text =
      "apiVersion: v1\nkind: Node\nmetadata:\n  name: a\n  uid: u\n  annotations:\n    x.example/a: 5e10\n";
    expect(placesOf({ files: { "n.yaml": text } })).toEqual([
      "SNAPSHOT_ANNOTATION_NOT_STRING n.yaml:7:18",
    ]);
  });

  it("refuses declared objects that the profile does not name", () => {
    const text = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n";
    const [problem] = problemsOf({ files: { "c.yaml": text } });
    expect(problem?.code).toBe("SNAPSHOT_UNRECOGNIZED");
    expect(problem?.help).toContain("that the profile names");
  });
});
