import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  CHANGE_KINDS,
  createEffectTable,
  effectOf,
} from "../../../src/engine/effects/effect-table.ts";
import { registryAuthEffect } from "../../../src/engine/effects/registry-auth-effect.ts";
import { shippedEffects } from "../../../src/engine/effects/shipped-effects.ts";
import { shippedEffectTable } from "../../../src/generated/shipped-effects.ts";
import { change, problemsOf, version } from "./tables.ts";

const file = join(import.meta.dirname, "../../../src/engine/effects/builtin/talos.yaml");

describe("what a changed login to a registry costs", () => {
  it.each([
    { text: "v1.7.6", effect: "reboot", why: "an old release" },
    { text: "v1.13.8", effect: "reboot", why: "the last line that reads auth at boot" },
    { text: "v1.14.0-alpha.2", effect: "reboot", why: "nothing reboots for it, yet it takes one" },
    { text: "v1.14.0-alpha.3-12-gabcdef0", effect: "reboot", why: "a build after an alpha" },
    { text: "v1.14.0-beta.0", effect: "runtimeRestart", why: "the first version that restarts" },
    { text: "v1.14.0-beta.0-3-gabcdef0", effect: "runtimeRestart", why: "a build after it" },
    { text: "v1.14.0-rc.0", effect: "runtimeRestart", why: "a release candidate" },
    { text: "v1.14.0", effect: "runtimeRestart", why: "the release" },
    { text: "v2.0.0-alpha.0", effect: "runtimeRestart", why: "a later line's alpha" },
  ])("is $effect on $text ($why)", ({ text, effect }) => {
    const asked = { host: "ghcr.io", changes: CHANGE_KINDS };
    expect(registryAuthEffect(shippedEffects(), asked, version(text))).toBe(effect);
  });
});

describe("what a login costs where the spellings differ", () => {
  it.each([
    { document: "v1alpha1", path: "/machine/registries/config/*/auth" },
    { document: "RegistryAuthConfig", path: "" },
  ])("is the higher of both, if that is of $document", (place) => {
    const own = {
      apiVersion: "fleetwarrant.dev/v1alpha1" as const,
      kind: "EffectTable" as const,
      metadata: { name: "ours" },
      spec: { entries: [{ ...place, effect: "reboot" as const }] },
    };
    const table = createEffectTable(shippedEffectTable, [own]);
    const asked = { host: "ghcr.io", changes: CHANGE_KINDS };
    expect(registryAuthEffect(table, asked, version("v1.14.0"))).toBe("reboot");
  });
});

interface Row {
  readonly of: string;
  /** On 1.13.8 and on 1.14.0. */
  readonly is: readonly [string, string];
  readonly why: string;
}

describe("the shipped effect table", () => {
  it.each<Row>([
    {
      of: "machine/nodeAnnotations/a changed",
      is: ["annotate", "annotate"],
      why: "Talos writes it",
    },
    { of: "machine/nodeLabels/a removed", is: ["annotate", "annotate"], why: "so are labels" },
    { of: "machine/nodeTaints/a added", is: ["annotate", "annotate"], why: "and taints" },
    {
      of: "KubeNodeConfig added",
      is: ["unclassified", "annotate"],
      why: "1.13 knows no such kind",
    },
    {
      of: "machine/registries/mirrors/a/endpoints/0 changed",
      is: ["none", "none"],
      why: "dynamic",
    },
    { of: "RegistryMirrorConfig endpoints/0 changed", is: ["none", "none"], why: "dynamic" },
    { of: "RegistryTLSConfig added", is: ["none", "none"], why: "dynamic" },
    { of: "machine/registries/config/a/tls/ca added", is: ["none", "none"], why: "dynamic" },
    {
      of: "machine/registries/config/a/auth/password changed",
      is: ["reboot", "runtimeRestart"],
      why: "the login",
    },
    { of: "RegistryAuthConfig removed", is: ["reboot", "runtimeRestart"], why: "the same login" },
    { of: "TrustedRootsConfig added", is: ["reboot", "reboot"], why: "no restart in 1.14 either" },
    { of: "machine/kubelet/image changed", is: ["restart", "restart"], why: "the kubelet" },
    { of: "KubeletConfig changed", is: ["unclassified", "restart"], why: "its 1.14 spelling" },
    { of: "machine/sysctls/a changed", is: ["none", "none"], why: "written at once" },
    { of: "machine/sysfs/a removed", is: ["none", "none"], why: "written at once" },
    { of: "machine/kernel/modules/0/name added", is: ["none", "none"], why: "loaded at once" },
    { of: "machine/kernel/modules/0/name removed", is: ["none", "reboot"], why: "stays loaded" },
    {
      of: "machine/kernel/modules/0/parameters/0 added",
      is: ["none", "reboot"],
      why: "a loaded module keeps its parameters",
    },
    { of: "KernelModuleConfig added", is: ["unclassified", "none"], why: "loaded at once" },
    { of: "KernelModuleConfig removed", is: ["unclassified", "reboot"], why: "stays loaded" },
    {
      of: "KernelModuleConfig parameters/0 added",
      is: ["unclassified", "reboot"],
      why: "what is added to a module that is there is no added module",
    },
    { of: "machine/install/image changed", is: ["none", "none"], why: "waits for the upgrade" },
    {
      of: "cluster/etcd/extraArgs/a added",
      is: ["reboot", "reboot"],
      why: "etcd is not restarted",
    },
    { of: "cluster/apiServer/image changed", is: ["restart", "restart"], why: "a static pod" },
    { of: "cluster/network/cni/name changed", is: ["reboot", "reboot"], why: "as ksail has it" },
    {
      of: "machine/controlPlane/scheduler/disabled added",
      is: ["restart", "restart"],
      why: "a pod",
    },
    { of: "machine/env/A removed", is: ["reboot", "reboot"], why: "removal does not unset" },
    { of: "EnvironmentConfig changed", is: ["reboot", "reboot"], why: "its 1.14 spelling" },
    { of: "machine/files/0/content changed", is: ["reboot", "unclassified"], why: "not verified" },
    { of: "EtcFileConfig added", is: ["unclassified", "unclassified"], why: "not verified" },
    {
      of: "machine/systemDiskEncryption/state/keys/0/slot changed",
      is: ["reboot", "reboot"],
      why: "keys of a volume",
    },
    {
      of: "machine/systemDiskEncryption/state/provider changed",
      is: ["wipe", "wipe"],
      why: "another provider is another disk",
    },
    { of: "VolumeConfig encryption/keys/0/slot changed", is: ["reboot", "reboot"], why: "keys" },
    {
      of: "VolumeConfig provisioning/maxSize changed",
      is: ["unclassified", "unclassified"],
      why: "",
    },
    {
      of: "machine/network/hostname changed",
      is: ["reload", "unclassified"],
      why: "not told any more",
    },
    {
      of: "machine/features/hostDNS/enabled changed",
      is: ["reload", "unclassified"],
      why: "listed",
    },
    { of: "machine/features/rbac changed", is: ["reboot", "unclassified"], why: "not listed" },
    { of: "machine/udev/rules/0 added", is: ["reboot", "unclassified"], why: "not listed" },
    { of: "machine/token changed", is: ["reboot", "unclassified"], why: "not listed" },
    { of: "machine/type changed", is: ["unclassified", "unclassified"], why: "another role" },
    { of: "UdevRulesConfig added", is: ["unclassified", "unclassified"], why: "a kind not listed" },
    { of: "SomethingNew a changed", is: ["unclassified", "unclassified"], why: "nobody knows it" },
    {
      of: "persist changed",
      is: ["unclassified", "unclassified"],
      why: "outside of what is listed",
    },
  ])("says of $of: $is ($why)", ({ of, is }) => {
    const effects = ["v1.13.8", "v1.14.0"].map((text) =>
      effectOf(shippedEffects(), change(of), version(text)),
    );
    expect(effects).toEqual(is);
  });

  it.each([
    { of: "machine/nodeAnnotations/a changed", since: "v1.8.0", from: "reboot", to: "annotate" },
    { of: "machine/nodeTaints/a changed", since: "v1.7.0", from: "reboot", to: "annotate" },
    { of: "machine/acceptedCAs/0/crt added", since: "v1.7.0", from: "reboot", to: "reload" },
    { of: "machine/features/hostDNS/a added", since: "v1.9.0", from: "reboot", to: "reload" },
  ])("begins to take $of for $to with $since", ({ of, since, from, to }) => {
    const [at, before] = [since, `${since}-rc.0`].map((text) =>
      effectOf(shippedEffects(), change(of), version(text)),
    );
    expect([before, at]).toEqual([from, to]);
  });

  it("passes what tables of users have to pass, and names a source for each entry", () => {
    expect(problemsOf(readFileSync(file, "utf8"))).toEqual([]);
    const unsourced = shippedEffectTable.spec.entries.filter(
      ({ source = "" }) => !/^https:\/\/\S+$/.test(source),
    );
    expect(unsourced).toEqual([]);
  });
});
