import { describe, expect, it } from "vitest";
import { changesDiffers } from "../../../../../src/engine/facts/node/changes/changes-differs.ts";
import { changesEffect } from "../../../../../src/engine/facts/node/changes/changes-effect.ts";
import { changesPaths } from "../../../../../src/engine/facts/node/changes/changes-paths.ts";
import { type Edit, entry, gapIn, inconsistentEntry, revisionKey, talosVersion } from "../fleet.ts";
import { inShort } from "../in-short.ts";
import { activeIn, type Configs, main, named, renderedIn, subjectWith } from "./rendered.ts";

const v14 = talosVersion("v1.14.0");
const noVersion: Edit = ({ talos, nodeInfo }) => {
  delete talos.version;
  delete nodeInfo.osImage;
};
const otherKey: Edit = (draft) => {
  renderedIn(draft).digestKey = "k2";
};
const noKey: Edit = (draft) => {
  delete renderedIn(draft).digestKey;
  delete activeIn(draft).digestKey;
};
/** A login to a registry that no credential of the profile covers. */
const other = (letter: string) => ({ ...entry(letter), host: "quay.io" });
const masked = { host: "quay.io", consistent: false, problem: "redacted" };

const env = "/machine/env/A";
const sysctl = "/machine/sysctls/a";

interface Example extends Configs {
  readonly is: string;
  readonly paths: readonly string[] | string;
  readonly why: string;
  readonly edits?: readonly Edit[];
}

describe("what a rendered config would change", () => {
  it.each<Example>([
    {
      active: [main({ [env]: "1" })],
      rendered: [main({ [env]: "1" })],
      is: "none",
      paths: [],
      why: "nothing differs",
    },
    {
      active: [main({ [env]: "1" })],
      rendered: [main({ [env]: "2" })],
      is: "reboot",
      paths: [env],
      why: "a value is another",
    },
    {
      active: [main({ [env]: "1" })],
      rendered: [main({})],
      is: "reboot",
      paths: [env],
      why: "a value is taken away",
    },
    {
      active: [main({})],
      rendered: [main({ [sysctl]: "1" })],
      is: "none",
      paths: [sysctl],
      why: "an effect of none is a difference all the same",
    },
    {
      active: [main({ [sysctl]: "1", [env]: "1", "/cluster/a": "1" })],
      rendered: [main({ [sysctl]: "2", [env]: "2", "/cluster/a": "2" })],
      is: "reboot",
      paths: ["/cluster/a", env, sysctl],
      why: "the highest of several",
    },
    {
      active: [main({ "/machine/sysctls": "empty" })],
      rendered: [main({ [sysctl]: "1" })],
      is: "none",
      paths: [sysctl],
      why: "an empty map that is filled changes where it is filled",
    },
    {
      active: [main({ "/machine/registries/mirrors/a/endpoints/0": "1" })],
      rendered: [main({ "/machine/registries": "empty" })],
      is: "none",
      paths: ["/machine/registries/mirrors/a/endpoints/0"],
      why: "and one that is emptied where it was filled",
    },
    {
      active: [main({ "/machine/sysctls/a": "1" })],
      rendered: [main({ "/machine/sysctls/ab": "1" })],
      is: "none",
      paths: ["/machine/sysctls/a", "/machine/sysctls/ab"],
      why: "a key that begins with another is not below it",
    },
    {
      active: [main({})],
      rendered: [main({}, { machineType: "controlplane" })],
      is: "unclassified",
      paths: ["/machine/type"],
      why: "another role",
    },
    {
      active: [main({ "/apiVersion": "1" })],
      rendered: [main({ "/apiVersion": "2" })],
      is: "none",
      paths: [],
      why: "the form of a document is not what it says",
    },
    {
      active: [main({})],
      rendered: [main({}), named("SomethingNew", "x", { "/a": "1", "/b": "1" })],
      is: "unclassified",
      paths: ["SomethingNew/x"],
      why: "a document that comes is one change",
    },
    {
      active: [main({}), named("UserVolumeConfig", "x")],
      rendered: [main({})],
      is: "unclassified",
      paths: ["UserVolumeConfig/x"],
      why: "so is one that goes, though nothing but its name is in it",
    },
    {
      active: [named("RegistryMirrorConfig", "a", { "/x": "1" }), main({})],
      rendered: [main({}), named("RegistryMirrorConfig", "b", { "/x": "1" })],
      is: "none",
      paths: ["RegistryMirrorConfig/a", "RegistryMirrorConfig/b"],
      why: "documents of one kind are told apart by name",
    },
    {
      active: [main({}), named("EnvironmentConfig", undefined, { "/variables/A": "1" })],
      rendered: [named("EnvironmentConfig", undefined, { "/variables/A": "2" }), main({})],
      is: "reboot",
      paths: ["EnvironmentConfig/variables/A"],
      why: "and matched whatever their order",
    },
    {
      active: [main({}), named("KernelModuleConfig", "br")],
      rendered: [main({}), named("KernelModuleConfig", "br", { "/parameters/0": "1" })],
      edits: [v14],
      is: "reboot",
      paths: ["KernelModuleConfig/br/parameters/0"],
      why: "a parameter that is added adds no module",
    },
    {
      active: [main({})],
      rendered: [main({}), named("KernelModuleConfig", "br", { "/parameters/0": "1" })],
      edits: [v14],
      is: "none",
      paths: ["KernelModuleConfig/br"],
      why: "a module that is added is loaded with its parameters",
    },
    {
      active: [main({}), named("X", "a", { "/a": "1" })],
      rendered: [main({}), named("X", "a", { "/a": "1" }), named("X", "a", { "/a": "2" })],
      is: "unclassified",
      paths: ["X/a"],
      why: "the same kind and name once more",
    },
    {
      active: [main({ [env]: "1" })],
      rendered: [main({ [env]: "2" })],
      edits: [noVersion],
      is: "reboot",
      paths: [env],
      why: "each version agrees on it",
    },
    {
      active: [main({ "/machine/udev/rules/0": "1" })],
      rendered: [main({})],
      edits: [noVersion],
      is: "unknown: NotRead",
      paths: ["/machine/udev/rules/0"],
      why: "versions disagree",
    },
    {
      active: [main({ "/machine/nodeLabels/a": "1" })],
      rendered: [main({ "/machine/nodeLabels/a": "2" })],
      edits: [noVersion],
      is: "unknown: NotRead",
      paths: ["/machine/nodeLabels/a"],
      why: "only versions before any that the table names disagree",
    },
    {
      active: [main({}, { registryAuth: [other("a")] })],
      rendered: [main({}, { registryAuth: [other("b")] })],
      edits: [noVersion],
      is: "unknown: NotRead",
      paths: ["/machine/registries/config/quay.io/auth"],
      why: "only the latest version that the table names disagrees",
    },
    {
      active: [main({ [env]: "1" })],
      rendered: [main({ [env]: "1" })],
      edits: [otherKey],
      is: "none",
      paths: [],
      why: "digests that are equal were made with one key, whatever is said",
    },
    {
      active: [main({ [env]: "1" })],
      rendered: [main({ [env]: "2" })],
      edits: [otherKey],
      is: "unknown: Incomparable",
      paths: "unknown: Incomparable",
      why: "two keys make two digests of one value",
    },
    {
      active: [main({ [env]: "1" })],
      rendered: [main({ [env]: "2" })],
      edits: [noKey],
      is: "unknown: Incomparable",
      paths: "unknown: Incomparable",
      why: "nobody says which key it was",
    },
    {
      active: [main({ [env]: "1", [sysctl]: "1" })],
      rendered: [main({ [sysctl]: "2" })],
      edits: [otherKey],
      is: "reboot",
      paths: "unknown: Incomparable",
      why: "what may differ as well costs less",
    },
    {
      active: [main({ "/machine/registries/config/digest:1234/tls/a": "1" })],
      rendered: [main({ "/machine/registries/config/digest:5678/tls/a": "1" })],
      edits: [otherKey],
      is: "none",
      paths: "unknown: Incomparable",
      why: "names that are digests compare no better than values",
    },
    {
      active: [main({}, { registryAuth: [other("a")] })],
      rendered: [
        main({}),
        named("RegistryAuthConfig", "quay.io", {}, { registryAuth: [other("a")] }),
      ],
      is: "none",
      paths: [],
      why: "the login moved from one spelling to the other",
    },
    {
      active: [main({}, { registryAuth: [other("a")] })],
      rendered: [
        main({}),
        named("RegistryAuthConfig", "quay.io", {}, { registryAuth: [other("b")] }),
      ],
      is: "reboot",
      paths: ["/machine/registries/config/quay.io/auth"],
      why: "and is another, of a registry that no credential covers",
    },
    {
      active: [main({}, { registryAuth: [other("a")] })],
      rendered: [main({}, { registryAuth: [other("b")] })],
      edits: [v14],
      is: "runtimeRestart",
      paths: ["/machine/registries/config/quay.io/auth"],
      why: "the runtime of 1.14 restarts for it",
    },
    {
      active: [main({})],
      rendered: [main({}), named("RegistryAuthConfig", "quay.io", {}, { registryAuth: [masked] })],
      is: "reboot",
      paths: ["/machine/registries/config/quay.io/auth"],
      why: "a login that was not there is added, whatever it is",
    },
    {
      active: [main({}, { registryAuth: [other("a")] })],
      rendered: [main({}, { registryAuth: [masked] })],
      edits: [gapIn("rendered", "worker-9")],
      is: "unknown: Withheld",
      paths: "unknown: Withheld",
      why: "what is masked may be the same",
    },
    {
      active: [main({}, { registryAuth: [{ ...inconsistentEntry, host: "quay.io" }] })],
      rendered: [main({}, { registryAuth: [{ ...inconsistentEntry, host: "quay.io" }] })],
      is: "unknown: Withheld",
      paths: "unknown: Withheld",
      why: "what is ambiguous has no fingerprint",
    },
    {
      active: [main({}, { registryAuth: [{ ...entry("a", "k1"), host: "quay.io" }] })],
      rendered: [main({}, { registryAuth: [{ ...entry("a", "k2"), host: "quay.io" }] })],
      is: "unknown: Incomparable",
      paths: "unknown: Incomparable",
      why: "fingerprints of two keys",
    },
    {
      active: [main({}, { registryAuth: [entry("a")] })],
      rendered: [main({}, { registryAuth: [entry("b")] })],
      is: "none",
      paths: [],
      why: "a credential of the profile covers the registry",
    },
    {
      active: [
        main({}),
        named("RegistryAuthConfig", "ghcr.io", {}, { registryAuth: [entry("a")] }),
      ],
      rendered: [main({})],
      is: "none",
      paths: [],
      why: "also where its login goes",
    },
    {
      active: [main({}), named("RegistryAuthConfig", "ghcr.io", { "/x": "1" })],
      rendered: [main({}), named("RegistryAuthConfig", "ghcr.io", { "/x": "2" })],
      is: "reboot",
      paths: ["RegistryAuthConfig/ghcr.io/x"],
      why: "but not what else its document says",
    },
    {
      active: [main({}, { nodeAnnotations: { [revisionKey]: "a" } })],
      rendered: [main({})],
      is: "none",
      paths: [],
      why: "proofs are no part of what is rendered",
    },
    {
      active: [main({}, { nodeAnnotations: { other: "a" } })],
      rendered: [
        main({}),
        named("KubeNodeConfig", undefined, {}, { nodeAnnotations: { other: "a" } }),
      ],
      is: "none",
      paths: [],
      why: "an annotation moved from one spelling to the other",
    },
    {
      active: [main({}, { nodeAnnotations: { other: "a" } })],
      rendered: [
        main({}),
        named("KubeNodeConfig", undefined, {}, { nodeAnnotations: { other: "b" } }),
      ],
      is: "annotate",
      paths: ["/machine/nodeAnnotations/other"],
      why: "and is another",
    },
  ])("is $is: $why", ({ active, rendered, edits = [], is, paths }) => {
    const subject = subjectWith({ active, rendered }, ...edits);
    expect(inShort(changesEffect, subject)).toBe(is);
    expect(inShort(changesPaths, subject)).toEqual(paths);
    if (typeof paths !== "string") expect(inShort(changesDiffers, subject)).toBe(paths.length > 0);
  });
});
