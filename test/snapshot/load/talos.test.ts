import { describe, expect, it } from "vitest";
import {
  assembledOf,
  dockerConfig,
  documentOf,
  key,
  listOf,
  machineConfig,
  node,
  placesOf,
  problemsOf,
  snapshotOf,
} from "./load-support.ts";

const nodes = listOf([node("cp-1", "10.0.0.1"), node("w-1", "10.0.0.11")]);
const withAuth = (lines: string) => `version: v1alpha1
machine:
  type: worker
  token: abc.def
  nodeAnnotations:
    platform.example/verified-revision-v2: r1
    platform.example/other: x
${lines}cluster: {}
`;
const inConfig = `  registries:
    config:
      ghcr.io:
        auth: {username: bot, password: s3cr3t-t0ken}
`;
const asDocument = `---
apiVersion: v1alpha1
kind: RegistryAuthConfig
name: ghcr.io
username: bot
password: s3cr3t-t0ken
`;

function talosOf(resources: readonly object[]) {
  const files = Object.fromEntries(
    resources.map((one, index) => [`t${index}.json`, JSON.stringify(one)]),
  );
  return snapshotOf({ files: { "n.json": nodes, ...files } });
}

describe("machine configs", () => {
  it("are filed by Node, with annotations, auth and digests", () => {
    const { talos } = talosOf([machineConfig("10.0.0.11", withAuth(inConfig))]);
    const [document, ...others] = talos?.["w-1"]?.machineConfig?.active?.documents ?? [];
    expect(others).toEqual([]);
    expect(document).toMatchObject({
      kind: "v1alpha1",
      machineType: "worker",
      nodeAnnotations: { "platform.example/verified-revision-v2": "r1" },
      registryAuth: [{ host: "ghcr.io", kind: "basic", consistent: true }],
    });
    expect(Object.keys(document?.digests ?? {})).toEqual([
      "/cluster",
      "/machine/nodeAnnotations/platform.example~1other",
      "/machine/token",
      "/version",
    ]);
    expect(
      Object.values(document?.digests ?? {}).every((text) => /^[0-9a-f]{32}$/.test(text)),
    ).toBe(true);
    expect(talos?.["w-1"]?.machineConfig?.active?.updatedAt).toBe("2026-08-01T10:00:00Z");
    expect(talos?.["w-1"]?.machineConfig?.active?.digestKey).toBe(key.id);
  });

  it("give one fingerprint to one login, in either place and in a docker config", () => {
    const { talos, credentials } = snapshotOf({
      files: {
        "n.json": nodes,
        "a.json": JSON.stringify(machineConfig("10.0.0.11", withAuth(inConfig))),
        "b.json": JSON.stringify(
          machineConfig("10.0.0.11", withAuth("") + asDocument, "persistent"),
        ),
      },
      declaredCredentials: [
        {
          credential: "registry",
          document: documentOf(JSON.parse(dockerConfig("bot", "s3cr3t-t0ken"))),
        },
      ],
    });
    const { active, persistent } = talos?.["w-1"]?.machineConfig ?? {};
    const auth = [active, persistent].map((config) =>
      config?.documents.flatMap(({ registryAuth }) => registryAuth ?? []),
    );
    expect(auth[0]).toHaveLength(1);
    expect(auth[1]).toEqual(auth[0]);
    expect(credentials?.registry?.declared?.entries).toEqual(auth[0]);
  });

  it("do not depend on the order of their documents", () => {
    const [main, other] = [withAuth(""), asDocument.replace("---\n", "")];
    expect(talosOf([machineConfig("10.0.0.11", `${main}---\n${other}`)])).toEqual(
      talosOf([machineConfig("10.0.0.11", `${other}---\n${main}`)]),
    );
  });

  it("tell a redacted login as withheld", () => {
    const redacted = withAuth(inConfig).replace("s3cr3t-t0ken", '"******"');
    const snapshot = talosOf([machineConfig("10.0.0.11", redacted)]);
    expect(snapshot.gaps).toMatchObject([{ part: "talos", name: "w-1", reason: "Withheld" }]);
    expect(snapshot.talos?.["w-1"]?.machineConfig?.active?.documents[0]?.registryAuth).toEqual([
      { host: "ghcr.io", consistent: false, problem: "redacted" },
    ]);
  });

  it.each(["a: [", "", "5", "kind: RegistryAuthConfig\nname: 5\n"])(
    "that cannot be parsed are a gap, and the rest is read (%#)",
    (spec) => {
      const files = {
        "n.json": nodes,
        "t.json": JSON.stringify(machineConfig("10.0.0.11", spec)),
      };
      const { snapshot, notices } = assembledOf({ files });
      expect(snapshot.gaps).toMatchObject([{ part: "talos", name: "w-1", reason: "Unparsable" }]);
      expect(notices).toHaveLength(1);
    },
  );

  it("refuse a proof that YAML turned into a number", () => {
    const spec = withAuth("").replace("r1", "5e10");
    const resource = JSON.stringify(machineConfig("10.0.0.11", spec));
    expect(problemsOf({ files: { "n.json": nodes, "t.json": resource } })).toMatchObject([
      { code: "SNAPSHOT_ANNOTATION_NOT_STRING" },
    ]);
  });

  it("conflict when one node's is given twice and differs", () => {
    const files = {
      "n.json": nodes,
      "t0.json": JSON.stringify(machineConfig("10.0.0.11", withAuth(""))),
      "t1.json": JSON.stringify(machineConfig("10.0.0.11", withAuth(inConfig))),
    };
    expect(placesOf({ files })).toEqual(["SNAPSHOT_CONFLICTING_OBJECT t1.json:1:1"]);
  });
});

const resource = (type: string, id: string, extra: object, address = "10.0.0.11") => ({
  node: address,
  metadata: {
    namespace: "runtime",
    type,
    id,
    created: "2026-08-02T10:00:00Z",
    updated: "2026-08-03T10:00:00+02:00",
  },
  spec: {},
  ...extra,
});

describe("Talos resources", () => {
  it.each([
    {
      what: "the runtime's start",
      given: resource("Services.v1alpha1.talos.dev", "cri", { spec: { running: true } }),
      record: { runtimeStartedAt: "2026-08-02T10:00:00Z" },
    },
    {
      what: "the registry config's last update, in UTC",
      given: resource("EtcFileStatuses.files.talos.dev", "cri/conf.d/cri.toml", {}),
      record: { registryConfigUpdatedAt: "2026-08-03T08:00:00Z" },
    },
    {
      what: "the version of a member, whoever lists it",
      given: resource(
        "Members.cluster.talos.dev",
        "w-1",
        { spec: { addresses: ["10.0.0.11"], hostname: "w-1", operatingSystem: "Talos (v1.13.8)" } },
        "10.0.0.1",
      ),
      record: { version: "v1.13.8" },
    },
  ])("give $what", ({ given, record }) => {
    expect(talosOf([given]).talos).toEqual({ "w-1": record });
  });

  it("of no meaning here are passed over", () => {
    const kubelet = resource("Services.v1alpha1.talos.dev", "kubelet", {});
    const stopped = resource("Services.v1alpha1.talos.dev", "cri", { spec: { running: false } });
    expect(talosOf([kubelet, stopped]).talos).toBeUndefined();
  });

  it.each([
    {
      why: "another type",
      given: resource("Disks.block.talos.dev", "sda", {}),
      code: "SNAPSHOT_UNRECOGNIZED",
    },
    {
      why: "the address of no Node",
      given: resource("Services.v1alpha1.talos.dev", "cri", {}, "10.9.9.9"),
      code: "SNAPSHOT_AMBIGUOUS",
    },
    {
      why: "a time that is none",
      given: resource("Services.v1alpha1.talos.dev", "cri", {
        metadata: { type: "Services.v1alpha1.talos.dev", id: "cri", created: "soon" },
      }),
      code: "SNAPSHOT_TIME_INVALID",
    },
  ])("are refused with $why", ({ given, code }) => {
    const files = { "n.json": nodes, "t.json": JSON.stringify(given) };
    expect(problemsOf({ files }).map((problem) => problem.code)).toEqual([code]);
  });

  it.each([
    "9999-12-31T23:59:59-12:00",
    "0001-01-01T00:00:00+12:00",
    "soon",
    "2026-02-30T00:00:00Z",
    "",
  ])("are refused at their time, wherever it is read (%s)", (time) => {
    const metadata = (type: string, id: string) => ({ type, id, created: time, updated: time });
    const all = [
      {
        ...machineConfig("10.0.0.11", withAuth("")),
        metadata: metadata("MachineConfigs", "v1alpha1"),
      },
      resource("", "", { metadata: metadata("Services", "cri") }),
      resource("", "", { metadata: metadata("EtcFileStatuses", "cri/conf.d/cri.toml") }),
    ];
    for (const given of all) {
      const text = JSON.stringify(given);
      const files = { "n.json": nodes, "t.json": text };
      const isUpdate = !text.includes('"Services"');
      const column = text.indexOf(isUpdate ? '"updated":' : '"created":') + 11;
      expect(placesOf({ files })).toEqual([`SNAPSHOT_TIME_INVALID t.json:1:${column}`]);
    }
  });

  it("may leave out when a machine config was updated", () => {
    const { updated: _, ...metadata } = { updated: "", type: "MachineConfigs", id: "v1alpha1" };
    const given = { ...machineConfig("10.0.0.11", withAuth("")), metadata };
    const { talos } = talosOf([given]);
    expect(talos?.["w-1"]?.machineConfig?.active?.updatedAt).toBeUndefined();
  });

  it("are refused when two Nodes have the address", () => {
    const twins = listOf([node("a", "10.0.0.11"), node("b", "10.0.0.11")]);
    const given = resource("Services.v1alpha1.talos.dev", "cri", {});
    expect(placesOf({ files: { "n.json": twins, "t.json": JSON.stringify(given) } })).toEqual([
      "SNAPSHOT_AMBIGUOUS t.json:1:9",
    ]);
  });

  it("are a gap where no Nodes were given", () => {
    const given = resource("Services.v1alpha1.talos.dev", "cri", {});
    const { gaps, talos } = snapshotOf({ files: { "t.json": JSON.stringify(given) } });
    expect(talos).toBeUndefined();
    expect(gaps).toMatchObject([{ part: "talos", name: "10.0.0.11", reason: "NotRead" }]);
  });
});
