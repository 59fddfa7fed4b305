import { describe, expect, it } from "vitest";
import {
  assembledOf,
  dockerConfig,
  documentOf,
  listOf,
  machineConfig,
  node,
  placesOf,
  problemsOf,
  snapshotOf,
} from "./load-support.ts";

const controlPlane = { labels: { "node-role.kubernetes.io/control-plane": "" } };
const nodes = listOf([
  node("cp-1", "10.0.0.1", controlPlane),
  node("w-1", "10.0.0.11"),
  node("w-2", "10.0.0.12"),
]);
const main = (host = "", type = "worker", more = "") =>
  `version: v1alpha1\nmachine:\n  type: ${type}\n  token: abc.def\n${host === "" ? "" : `  network: {hostname: ${host}}\n`}${more}cluster: {}\n`;
const hostDocument = (host: string) =>
  `apiVersion: v1alpha1\nkind: HostnameConfig\nhostname: ${host}\n`;
const manifestOf = (entry: string) =>
  `apiVersion: fleetwarrant.dev/v1alpha1\nkind: SnapshotManifest\nrendered:\n- ${entry}\n`;

interface Case {
  readonly why: string;
  readonly config: string;
  readonly manifest?: string;
}

function renderedOf({ config, manifest }: Omit<Case, "why">) {
  const files = {
    "n.json": nodes,
    "out/c.yaml": config,
    ...(manifest === undefined ? {} : { "m.yaml": manifestOf(manifest) }),
  };
  return snapshotOf({ files }).rendered?.machineConfigs ?? {};
}

describe("whose a rendered machine config is", () => {
  it.each<Case & { readonly names: readonly string[] }>([
    { why: "its host name is a Node's", config: main("w-1"), names: ["w-1"] },
    {
      why: "from Talos 1.12 on the host name has a document of its own, in any order",
      config: `${hostDocument("w-1")}---\n${main()}`,
      names: ["w-1"],
    },
    {
      why: "both spellings agree",
      config: `${main("w-1")}---\n${hostDocument("w-1")}`,
      names: ["w-1"],
    },
    {
      why: "the manifest names Nodes for the end of its path",
      config: main(),
      manifest: "{file: c.yaml, nodes: [w-2, w-1]}",
      names: ["w-1", "w-2"],
    },
    {
      why: "the manifest names its whole path and a role",
      config: main(),
      manifest: "{file: out/c.yaml, role: worker}",
      names: ["w-1", "w-2"],
    },
    {
      why: "control planes are a role",
      config: main("", "controlplane"),
      manifest: "{file: c.yaml, role: control-plane}",
      names: ["cp-1"],
    },
    {
      why: "a host name that is no Node's leaves it to the manifest",
      config: main("golden-image"),
      manifest: "{file: c.yaml, nodes: [w-1]}",
      names: ["w-1"],
    },
    {
      why: "the host name is more exact than a role that takes it in",
      config: main("w-1"),
      manifest: "{file: c.yaml, role: worker}",
      names: ["w-1"],
    },
  ])("is told: $why", ({ names, ...given }) => {
    expect(Object.keys(renderedOf(given))).toEqual(names);
  });

  it.each<Case & { readonly problems: readonly string[] }>([
    {
      why: "nothing says whose it is",
      config: main(),
      problems: ["SNAPSHOT_AMBIGUOUS out/c.yaml:1:1"],
    },
    {
      why: "its host is no Node of the input",
      config: main("w-9"),
      problems: ["SNAPSHOT_AMBIGUOUS out/c.yaml:1:1"],
    },
    {
      why: "it gives two host names",
      config: `${main("w-1")}---\n${hostDocument("w-2")}`,
      problems: ["SNAPSHOT_AMBIGUOUS out/c.yaml:1:1"],
    },
    {
      why: "the manifest says another Node than its host name",
      config: main("w-1"),
      manifest: "{file: c.yaml, nodes: [w-2]}",
      problems: ["SNAPSHOT_AMBIGUOUS out/c.yaml:1:1"],
    },
    {
      why: "the manifest names no Node of the input",
      config: main(),
      manifest: "{file: c.yaml, nodes: [w-1, w-9]}",
      problems: ["SNAPSHOT_INVALID m.yaml:4:31"],
    },
    {
      why: "the role is another than its `machine.type`",
      config: main(),
      manifest: "{file: c.yaml, role: control-plane}",
      problems: ["SNAPSHOT_INVALID m.yaml:4:24"],
    },
    {
      why: "the end of a name is not the end of a path",
      config: main("w-1"),
      manifest: "{file: .yaml, nodes: [w-1]}",
      problems: ["SNAPSHOT_INVALID m.yaml:4:10"],
    },
    {
      why: "an entry has both nodes and a role",
      config: main("w-1"),
      manifest: "{file: c.yaml, nodes: [w-1], role: worker}",
      problems: ["SNAPSHOT_INVALID m.yaml:4:3"],
    },
    {
      why: "an entry has neither",
      config: main("w-1"),
      manifest: "{file: c.yaml}",
      problems: ["SNAPSHOT_INVALID m.yaml:4:3"],
    },
  ])("is refused: $why", ({ config, manifest, problems }) => {
    const files = {
      "n.json": nodes,
      "out/c.yaml": config,
      ...(manifest === undefined ? {} : { "m.yaml": manifestOf(manifest) }),
    };
    expect(placesOf({ files })).toEqual(problems);
  });

  it("says how to tell it", () => {
    const [problem] = problemsOf({ files: { "n.json": nodes, "c.yaml": main() } });
    expect(problem?.help).toContain("HostnameConfig.hostname");
    expect(problem?.help).toContain("{file: PATH, role: worker}");
  });

  it("is a gap where no Nodes were given", () => {
    const { gaps, rendered } = snapshotOf({ files: { "c.yaml": main("w-1") } });
    expect(rendered).toBeUndefined();
    expect(gaps).toMatchObject([{ part: "rendered", reason: "NotRead" }]);
  });
});

const auth = `apiVersion: v1alpha1\nkind: RegistryAuthConfig\nname: ghcr.io\nusername: bot\npassword: s3cr3t-t0ken\n`;
const inMain = `  registries:\n    config:\n      ghcr.io: {auth: {username: bot, password: s3cr3t-t0ken}}\n`;
const oldAnnotations = `  nodeAnnotations: {platform.example/verified-revision-v2: r1, platform.example/other: x}\n`;
const newAnnotations = `apiVersion: v1alpha1\nkind: KubeNodeConfig\nannotations: {platform.example/verified-revision-v2: r1, platform.example/other: x}\n`;

/** One config in each spelling of logins and annotations, with its parts in another order. */
const spellings = {
  old: main("w-1", "worker", oldAnnotations + inMain),
  new: `${newAnnotations}---\n${auth}---\n${main("w-1")}`,
};

describe("what is kept of a rendered machine config", () => {
  it.each(Object.entries(spellings))(
    "is what is kept of an active and of a persistent one (%s)",
    (_, text) => {
      const files = {
        "n.json": nodes,
        "c.yaml": text,
        "a.json": JSON.stringify(machineConfig("10.0.0.11", text)),
        "p.json": JSON.stringify(machineConfig("10.0.0.11", text, "persistent")),
      };
      const { rendered, talos, credentials } = snapshotOf({
        files,
        declaredCredentials: [
          {
            credential: "registry",
            document: documentOf(JSON.parse(dockerConfig("bot", "s3cr3t-t0ken"))),
          },
        ],
      });
      const config = rendered?.machineConfigs?.["w-1"];
      const { active, persistent } = talos?.["w-1"]?.machineConfig ?? {};
      expect(config).toEqual({ digestKey: "k1", documents: active?.documents });
      expect(config).toEqual({ digestKey: "k1", documents: persistent?.documents });
      const parts = config?.documents ?? [];
      expect(parts.flatMap(({ registryAuth }) => registryAuth ?? [])).toEqual(
        credentials?.registry?.declared?.entries,
      );
      expect(Object.assign({}, ...parts.map(({ nodeAnnotations }) => nodeAnnotations))).toEqual({
        "platform.example/verified-revision-v2": "r1",
      });
      expect(JSON.stringify(config)).not.toContain("s3cr3t");
    },
  );

  it("differs from the active one where the config does", () => {
    const files = {
      "n.json": nodes,
      "c.yaml": main("w-1").replace("abc.def", "abc.xyz"),
      "a.json": JSON.stringify(machineConfig("10.0.0.11", main("w-1"))),
    };
    const { rendered, talos } = snapshotOf({ files });
    const digests = [rendered?.machineConfigs?.["w-1"], talos?.["w-1"]?.machineConfig?.active].map(
      (config) => config?.documents[0]?.digests ?? {},
    );
    const pointers = Object.keys(digests[0] ?? {});
    expect(Object.keys(digests[1] ?? {})).toEqual(pointers);
    expect(pointers.filter((at) => digests[0]?.[at] !== digests[1]?.[at])).toEqual([
      "/machine/token",
    ]);
  });

  it("is withheld where a login is redacted", () => {
    const redacted = spellings.old.replace("s3cr3t-t0ken", '"*****"');
    const { gaps } = snapshotOf({ files: { "n.json": nodes, "c.yaml": redacted } });
    expect(gaps).toMatchObject([{ part: "rendered", name: "w-1", reason: "Withheld" }]);
  });

  it("is a gap where a login cannot be parsed", () => {
    const broken = `${main("w-1")}---\n${auth.replace("ghcr.io", "5")}`;
    const { snapshot, notices } = assembledOf({ files: { "n.json": nodes, "c.yaml": broken } });
    expect(snapshot.gaps).toMatchObject([{ part: "rendered", name: "w-1", reason: "Unparsable" }]);
    expect(snapshot.rendered).toBeUndefined();
    expect(notices).toHaveLength(1);
  });
});

describe("a file that is no whole machine config", () => {
  it.each<Case & { readonly problems: readonly string[] }>([
    {
      why: "a patch has no version",
      config: "machine: {nodeAnnotations: {a: b}}\n",
      problems: ["SNAPSHOT_INVALID c.yaml:1:1"],
    },
    {
      why: "a patch may have a version, but no type",
      config: "version: v1alpha1\nmachine: {network: {hostname: w-1}}\n",
      problems: ["SNAPSHOT_INVALID c.yaml:1:1"],
    },
    {
      why: "a document by itself says nothing of the others",
      config: auth,
      problems: ["SNAPSHOT_INVALID c.yaml:1:1"],
    },
    {
      why: "two configs in one file cannot be told apart",
      config: `${main("w-1")}---\n${main("w-2")}`,
      problems: ["SNAPSHOT_INVALID c.yaml:8:1"],
    },
    {
      why: "a document that takes another away is a patch",
      config: `${main("w-1")}---\n${auth}$patch: delete\n`,
      problems: ["SNAPSHOT_INVALID c.yaml:8:1"],
    },
    {
      why: "which of two logins for one host counts is not told",
      config: `${main("w-1")}---\n${auth}---\n${auth}`,
      problems: ["SNAPSHOT_INVALID c.yaml:14:1"],
    },
    {
      why: "an annotation must be text",
      config: main("w-1", "worker", oldAnnotations.replace("r1", "5e10")),
      problems: ["SNAPSHOT_ANNOTATION_NOT_STRING c.yaml:1:1"],
    },
  ])("is refused: $why", ({ config, problems }) => {
    expect(placesOf({ files: { "n.json": nodes, "c.yaml": config } })).toEqual(problems);
  });

  it("conflicts with another one for its node", () => {
    const files = {
      "n.json": nodes,
      "a.yaml": main("w-1"),
      "b.yaml": main("w-1").replace("abc", "xyz"),
    };
    expect(placesOf({ files })).toEqual(["SNAPSHOT_CONFLICTING_OBJECT b.yaml:1:1"]);
    expect(placesOf({ files: { ...files, "b.yaml": main("w-1") } })).toEqual([]);
  });

  it("is no mistake for being named twice", () => {
    const config = documentOf({ version: "v1alpha1", machine: { type: "worker" } }, "c.json");
    const manifest = manifestOf("{file: c.json, role: worker}");
    const documents = [config, config];
    const { rendered } = snapshotOf({ files: { "n.json": nodes, "m.yaml": manifest }, documents });
    expect(Object.keys(rendered?.machineConfigs ?? {})).toEqual(["w-1", "w-2"]);
  });
});
