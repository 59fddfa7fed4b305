import { describe, expect, it } from "vitest";
import type { AnyFact } from "../../../../../src/engine/facts/fact.ts";
import { changesDiffers } from "../../../../../src/engine/facts/node/changes/changes-differs.ts";
import { changesDroppedProofs } from "../../../../../src/engine/facts/node/changes/changes-dropped-proofs.ts";
import { changesDropsProof } from "../../../../../src/engine/facts/node/changes/changes-drops-proof.ts";
import { changesEffect } from "../../../../../src/engine/facts/node/changes/changes-effect.ts";
import { changesPaths } from "../../../../../src/engine/facts/node/changes/changes-paths.ts";
import { changesUnclassified } from "../../../../../src/engine/facts/node/changes/changes-unclassified.ts";
import type { NodeSubject } from "../../../../../src/engine/facts/subject.ts";
import { derive, evidenceOf } from "../../derive.ts";
import {
  type Edit,
  gapIn,
  imageKey,
  legacyKey,
  revisionKey,
  subjectOf,
  talosNotCollected,
  talosVersion,
} from "../fleet.ts";
import { inShort, possibleOf, reasonsOf } from "../in-short.ts";
import { type Configs, main, named, renderedIn, subjectWith } from "./rendered.ts";

const v14 = talosVersion("v1.14.0");
const noVersion: Edit = ({ talos, nodeInfo }) => {
  delete talos.version;
  delete nodeInfo.osImage;
};
const otherKey: Edit = (draft) => {
  renderedIn(draft).digestKey = "k2";
};

const env = "/machine/env/A";
const sysctl = "/machine/sysctls/a";

describe("what is known of changes", () => {
  it("is not applicable where rendered configs are not collected, whatever there is", () => {
    const subject = subjectWith(
      { active: [main({})], rendered: [main({ [env]: "1" })] },
      ({ spec }) => {
        delete spec.nodes.rendered;
      },
    );
    expect(inShort(changesEffect, subject)).toBe("notCollected");
    expect(inShort(changesPaths, subject)).toEqual([]);
    expect(inShort(changesDropsProof, subject)).toBe(false);
    expect(inShort(changesDiffers, subject)).toBe(false);
    expect(inShort(changesEffect, subjectOf())).toBe("notCollected");
  });

  it.each<{ edit: Edit; says: string; why: string }>([
    {
      edit: ({ snapshot }) => {
        delete snapshot.rendered;
      },
      says: "rendered machine config not given -> -f FILE with the machine config that Git renders for worker-1",
      why: "no rendered config",
    },
    {
      edit: ({ talos }) => {
        delete talos.machineConfig;
      },
      says: "active machine config not read -> talosctl -n worker-1 get machineconfig -o yaml",
      why: "no active config",
    },
    {
      edit: talosNotCollected,
      says: "active machine config not read -> talosctl -n worker-1 get machineconfig -o yaml",
      why: "no active config, though the profile does not ask for one",
    },
    {
      edit: gapIn("rendered", "worker-1"),
      says: "rendered machine config not read whole -> -f FILE with the machine config that Git renders for worker-1",
      why: "a gap in the rendered one",
    },
    {
      edit: gapIn("talos"),
      says: "active machine config not read whole -> talosctl -n worker-1 get machineconfig -o yaml",
      why: "a gap in the active one",
    },
  ])("is unknown, with what would supply it: $why", ({ edit, says }) => {
    const subject = subjectWith({ active: [main({})], rendered: [main({})] }, edit);
    const declarations: readonly AnyFact<NodeSubject>[] = [
      changesEffect,
      changesPaths,
      changesDiffers,
      changesUnclassified,
      changesDroppedProofs,
    ];
    for (const declaration of declarations)
      expect(reasonsOf(derive(declaration, subject)), declaration.name).toEqual([says]);
    expect(possibleOf(derive(changesEffect, subject))).not.toContain("notCollected");
  });

  it("keeps possible what the open differences may make of it, and no more", () => {
    const configs: Configs = {
      active: [main({ "/machine/kubelet/a": "1", [env]: "1", [sysctl]: "1" })],
      rendered: [main({ [env]: "2", [sysctl]: "2" })],
    };
    expect(possibleOf(derive(changesEffect, subjectWith(configs, otherKey)))).toEqual([
      "restart",
      "reboot",
    ]);
    expect(inShort(changesDiffers, subjectWith(configs, otherKey))).toBe(true);
    const maybe: Configs = { active: [main({ [env]: "1" })], rendered: [main({ [env]: "2" })] };
    expect(inShort(changesDiffers, subjectWith(maybe, otherKey))).toBe("unknown: Incomparable");
    const udev: Configs = {
      active: [main({ "/machine/udev/rules/0": "1" })],
      rendered: [main({})],
    };
    expect(possibleOf(derive(changesEffect, subjectWith(udev, noVersion)))).toEqual([
      "reboot",
      "unclassified",
    ]);
  });

  it("names what nobody knows the effect of, where the version tells", () => {
    const configs: Configs = {
      active: [main({ "/machine/udev/rules/0": "1", "/machine/type2": "1" })],
      rendered: [main({ [env]: "1" }), named("SomethingNew", "x")],
    };
    const unclassified = (...edits: readonly Edit[]) =>
      inShort(changesUnclassified, subjectWith(configs, ...edits));
    expect(unclassified()).toEqual(["SomethingNew/x"]);
    expect(unclassified(v14)).toEqual([
      "/machine/type2",
      "/machine/udev/rules/0",
      "SomethingNew/x",
    ]);
    expect(unclassified(noVersion)).toBe("unknown: NotRead");
    const open: Configs = {
      active: [named("SomethingNew", "x", { "/a": "1" })],
      rendered: [named("SomethingNew", "x", { "/a": "2" })],
    };
    expect(inShort(changesUnclassified, subjectWith(open, otherKey))).toBe("unknown: Incomparable");
  });

  it("rests on the places that made it what it is", () => {
    const subject = subjectWith({
      active: [named("X", "x"), main({ [env]: "1", [sysctl]: "1" })],
      rendered: [main({ [env]: "2", "/machine/env/B": "1", [sysctl]: "2" }), named("X", "x")],
    });
    expect(evidenceOf(changesEffect, subject)).toEqual([
      [
        "/talos/worker-1/machineConfig/active/documents/1/digests/~1machine~1env~1A",
        "changed: reboot",
      ],
      ["/rendered/machineConfigs/worker-1/documents/0/digests/~1machine~1env~1B", "added: reboot"],
    ]);
    const same: Configs = { active: [main({})], rendered: [main({})] };
    expect(evidenceOf(changesEffect, subjectWith(same))).toEqual([
      ["/rendered/machineConfigs/worker-1", "as the active one"],
    ]);
  });
});

describe("proofs that a rendered config would drop", () => {
  const proofs = { [revisionKey]: "a", [imageKey]: "b", [legacyKey]: "c" };

  it.each<{ active: object; rendered: object; is: readonly string[]; why: string }>([
    { active: proofs, rendered: proofs, is: [], why: "it keeps them" },
    { active: proofs, rendered: {}, is: [legacyKey, imageKey, revisionKey], why: "it lacks them" },
    {
      active: proofs,
      rendered: { ...proofs, [imageKey]: "older" },
      is: [imageKey],
      why: "it has one otherwise",
    },
    { active: {}, rendered: proofs, is: [], why: "there is nothing to drop" },
    { active: { other: "a" }, rendered: {}, is: [], why: "no proof is dropped" },
  ])("are $is: $why", ({ active, rendered, is }) => {
    const annotations = (map: object) => main({}, { nodeAnnotations: { ...map } });
    const subject = subjectWith({
      active: [annotations(active)],
      rendered: [annotations(rendered)],
    });
    expect(inShort(changesDroppedProofs, subject)).toEqual(is);
    expect(inShort(changesDropsProof, subject)).toBe(is.length > 0);
  });

  it("are looked for in both spellings", () => {
    const subject = subjectWith({
      active: [main({}, { nodeAnnotations: proofs })],
      rendered: [main({}), named("KubeNodeConfig", undefined, {}, { nodeAnnotations: proofs })],
    });
    expect(inShort(changesDroppedProofs, subject)).toEqual([]);
  });
});
