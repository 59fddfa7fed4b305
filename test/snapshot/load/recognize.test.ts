import { describe, expect, it } from "vitest";
import { recognize } from "../../../src/snapshot/load/recognize.ts";
import { sortInputs } from "../../../src/snapshot/load/sort-inputs.ts";
import { documentOf, machineConfig, placesOf, problemsOf } from "./load-support.ts";

const own = "fleetwarrant.dev/v1alpha1";

describe("recognize", () => {
  it.each([
    [null, "empty"],
    [{ apiVersion: own, kind: "Snapshot" }, "snapshot"],
    [{ apiVersion: own, kind: "SnapshotManifest" }, "manifest"],
    [{ apiVersion: own, kind: "Probes" }, "probes"],
    [{ apiVersion: own, kind: "CredentialHistory" }, "credentialHistory"],
    [{ apiVersion: own, kind: "Policy" }, undefined],
    [{ apiVersion: own, kind: "__proto__" }, undefined],
    [{ apiVersion: own }, undefined],
    [{ apiVersion: "v1", kind: "Secret", sops: { mac: "x" } }, "encrypted"],
    [{ apiVersion: "v1", kind: "List", items: [] }, "list"],
    [{ apiVersion: "v1", kind: "NodeList", items: null }, "list"],
    [{ apiVersion: "x/v1", kind: "AllowList", spec: {} }, "object"],
    [{ apiVersion: "v1", kind: "Node", metadata: {} }, "object"],
    [machineConfig("10.0.0.1", ""), "talosResource"],
    [{ version: "v1alpha1", cluster: {} }, "machineConfig"],
    [{ machine: {} }, "machineConfig"],
    [{ apiVersion: "v1alpha1", kind: "RegistryAuthConfig" }, "machineConfig"],
    [{ version: "v1" }, undefined],
    [{ machine: { outcome: "success", conclusion: "success" } }, "stepResults"],
    [{ conclusion: "success", jobs: [] }, "workflowRun"],
    [{ conclusion: "success" }, "workflowRun"],
    [{ conclusion: "success", other: 1 }, undefined],
    [{ credentialRevision: "r", nodes: [] }, "handOff"],
    [{ a: { outcome: "success", conclusion: "success" } }, "stepResults"],
    [{ a: { outcome: "success" } }, undefined],
    [{}, undefined],
    [[], undefined],
    ["text", undefined],
    [{ auths: {} }, undefined],
  ])("sees %j as %s", (value, kind) => {
    expect(recognize(value as never)).toBe(kind);
  });
});

describe("what is not recognised", () => {
  it("is a problem that names its place and what is recognised", () => {
    const files = { "x.yaml": "a: 1\n---\n- 2\n---\n# nothing\n---\nhello\n" };
    expect(placesOf({ files })).toEqual([
      "SNAPSHOT_UNRECOGNIZED x.yaml:1:1",
      "SNAPSHOT_UNRECOGNIZED x.yaml:3:1",
      "SNAPSHOT_UNRECOGNIZED x.yaml:7:1",
    ]);
    const [problem] = problemsOf({ files });
    expect(problem?.help).toContain("talosctl get");
  });
});

describe("sortInputs", () => {
  it("sorts by kind and leaves the rest", () => {
    const of = (kind: string, apiVersion = own) => documentOf({ apiVersion, kind });
    const given = ["Profile", "Policy", "Snapshot", "SnapshotManifest", "Other", "EffectTable"].map(
      (kind) => of(kind),
    );
    const foreign = of("Policy", "kyverno.io/v1");
    const sorted = sortInputs([...given, foreign]);
    expect(sorted).toEqual({
      profiles: [given[0]],
      policies: [given[1]],
      effects: [given[5]],
      evidence: [given[2], given[3], given[4], foreign],
    });
  });
});
