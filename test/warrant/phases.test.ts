import { describe, expect, it } from "vitest";
import { evaluate } from "../../src/engine/evaluate.ts";
import type { Snapshot } from "../../src/snapshot/snapshot.ts";
import { checkWarrant } from "../../src/warrant/check-warrant.ts";
import { planWarrants } from "../../src/warrant/plan-warrants.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";
import { firstWarrant, inShort } from "./in-short.ts";
import {
  at,
  claim,
  dated,
  diskRead,
  drain,
  type Edit,
  edited,
  evictable,
  HOLDER,
  incident,
  later,
  marker,
  nodeIn,
  notReady,
  otherConfig,
  patch,
  probed,
  profile,
  reboot,
  rebootedInto,
  release,
  startupTaint,
  talosIn,
  uncordon,
  WORKER,
  withHistory,
} from "./transaction.ts";

// A job that is killed anywhere asks again: what the cluster looks like then, and what is next.

const policies = shippedPolicies();
const warrant = firstWarrant(incident);

function check(snapshot: Snapshot, holder?: string) {
  return inShort(
    checkWarrant(warrant, snapshot, policies, profile, holder === undefined ? {} : { holder }),
  );
}

interface Row {
  readonly why: string;
  readonly edits: readonly Edit[];
  readonly says: string;
}

/** The patch was tried only: the disk has what was there before. */
const staleDisk: Edit = (draft) => {
  const { machineConfig } = talosIn(draft);
  const before = incident.talos?.[WORKER]?.machineConfig?.active;
  if (machineConfig === undefined || before === undefined) throw new Error("no config was read");
  machineConfig.persistent = edited({ ...incident }, (copy) => copy).talos?.[WORKER]?.machineConfig
    ?.active as NonNullable<typeof machineConfig.persistent>;
};
const mutated = [claim(), patch];
const rebooted = [...mutated, reboot];

describe("the phases of a reboot", () => {
  it.each<Row>([
    { why: "nothing was done yet", edits: [], says: "stands: claim" },
    { why: "killed after the claim", edits: [claim()], says: "stands: patch" },
    { why: "killed after the patch, before the drain", edits: mutated, says: "stands: drain" },
    {
      why: "patched, and the next boot would start from what is still on disk",
      edits: [claim(), patch, staleDisk],
      says: "stands: patch",
    },
    {
      why: "patched on disk as well",
      edits: [diskRead, claim(), patch],
      says: "stands: drain",
    },
    {
      why: "killed in the drain: something that can be evicted is left",
      edits: [...mutated, drain, evictable],
      says: "stands: drain",
    },
    {
      why: "Pods were not all listed, so it is drained again",
      edits: [
        ...mutated,
        drain,
        (draft) => {
          draft.coverage = draft.coverage.filter(({ kind }) => kind !== "v1/Pod");
        },
      ],
      says: "stands: drain",
    },
    {
      why: "a gap in the Pods is no drained node",
      edits: [
        ...mutated,
        drain,
        (draft) => {
          draft.gaps = [
            ...(draft.gaps ?? []),
            { part: "objects", name: "v1/Pod", reason: "Partial" },
          ];
        },
      ],
      says: "stands: drain",
    },
    {
      why: "killed after the drain, before the reboot",
      edits: [...mutated, drain],
      says: "stands: reboot",
    },
    {
      why: "what the drain moved elsewhere is on another node",
      edits: [
        ...mutated,
        drain,
        evictable,
        (draft) => {
          const pod = draft.objects["v1/Pod/apps/web-1"];
          if (pod !== undefined) pod.spec = { nodeName: "prod-worker-2" };
        },
      ],
      says: "stands: reboot",
    },
    {
      why: "killed in the reboot: it is up again, and not yet Ready",
      edits: [...rebooted, notReady],
      says: "stands: ready",
    },
    {
      why: "Ready, but the network is not: its startup taint is there",
      edits: [...rebooted, startupTaint],
      says: "stands: ready",
    },
    { why: "killed once it is back", edits: rebooted, says: "stands: verify" },
    {
      why: "killed after the pull",
      edits: [...rebooted, probed("pulled")],
      says: "stands: reassert",
    },
    {
      why: "killed after the marker, before the node was given back",
      edits: [...rebooted, probed("pulled"), marker],
      says: "stands: reassert",
    },
    {
      why: "the same where no pull was handed in: the marker is written after one",
      edits: [...rebooted, marker],
      says: "stands: reassert",
    },
    {
      why: "killed while giving back: uncordoned, still owned",
      edits: [...rebooted, marker, uncordon],
      says: "stands: reassert",
    },
    { why: "all is done", edits: [...rebooted, marker, release], says: "done" },
    {
      why: "the patch was taken back by a re-render before the reboot",
      edits: [claim()],
      says: "stands: patch",
    },
  ])("$why → $says", ({ edits, says }) => {
    expect(check(later(...edits, at("2026-08-09T20:20:00Z")))).toBe(says);
  });

  it.each<Row>([
    {
      why: "booted without the patch: it loaded what was there before",
      edits: [claim(), reboot],
      says: "void: config",
    },
    {
      why: "booted into another config, rendered meanwhile",
      edits: [...rebooted, otherConfig],
      says: "void: config",
    },
    {
      why: "uncordoned by somebody before the reboot",
      edits: [...mutated, drain, uncordon],
      says: "void: node.cordoned",
    },
    {
      why: "uncordoned by somebody after the reboot",
      edits: [...rebooted, uncordon],
      says: "void: node.cordoned",
    },
    {
      why: "uncordoned by somebody after the pull, before the marker",
      edits: [...rebooted, probed("pulled"), uncordon],
      says: "void: node.cordoned",
    },
    {
      why: "another owner took the node, though the rest is as it was",
      edits: [claim("run-9/1")],
      says: "void: node.owner, decision",
    },
    {
      why: "another owner whose name begins alike",
      edits: [claim(`${HOLDER}0`)],
      says: "void: node.owner, decision",
    },
    {
      why: "another owner after the reboot",
      edits: [...rebooted, claim("run-9/1")],
      says: "void: node.owner, decision",
    },
    {
      why: "somebody else holds another node",
      edits: [claim(), claim("run-9/1", "prod-worker-2")],
      says: "void: decision",
    },
    {
      why: "the registry refused the pull: what is loaded is not what is declared",
      edits: [...rebooted, probed("denied")],
      says: "void: credentials.registry.pull",
    },
    {
      why: "the pull was refused after one had passed",
      edits: [...rebooted, probed("pulled"), probed("denied", { at: "2026-08-09T20:19:00Z" })],
      says: "void: credentials.registry.pull",
    },
    {
      why: "the proof may not be written while it is not known what was loaded",
      edits: [
        ...rebooted,
        probed("pulled"),
        (draft) => {
          delete talosIn(draft).runtimeStartedAt;
        },
      ],
      says: "unconfirmed: decision",
    },
    {
      why: "nobody patched before it booted by itself, somebody did after: the old one is loaded",
      edits: [
        claim(),
        rebootedInto("boot-by-itself"),
        patch,
        (draft) => {
          talosIn(draft).registryConfigUpdatedAt = "2026-08-09T20:17:00Z";
        },
        probed("pulled"),
      ],
      says: "unconfirmed: decision",
    },
  ])("$why → $says", ({ edits, says }) => {
    expect(check(later(...edits, at("2026-08-09T20:20:00Z")))).toBe(says);
  });
});

describe("a boot id that changed", () => {
  const bootIds = ["boot-after", "boot-after-2"];
  it.each(bootIds)("consumes the reboot, and is followed by no second one (%s)", (bootId) => {
    expect(check(later(...mutated, rebootedInto(bootId)))).toBe("stands: verify");
  });

  it("consumes it even where the decision would still be a reboot", () => {
    // The times that would show that the declared credential is loaded say the contrary.
    const stale: Edit = (draft) => {
      talosIn(draft).runtimeStartedAt = "2026-08-09T19:40:00Z";
      delete talosIn(draft).registryConfigUpdatedAt;
    };
    const snapshot = later(dated, ...rebooted, stale);
    const collected = withHistory(profile);
    const issued = firstWarrant(later(dated), collected);
    const decision = evaluate(policies, snapshot, collected, { holder: HOLDER });
    expect(decision.nodes.find(({ name }) => name === WORKER)?.action).toBe("reboot");
    expect(inShort(checkWarrant(issued, snapshot, policies, collected))).toBe("stands: verify");
    // And it writes down nothing that this contradicts.
    const pulled = edited(snapshot, probed("pulled", { at: "2026-08-09T20:19:00Z" }));
    expect(inShort(checkWarrant(issued, pulled, policies, collected))).toBe("void: decision");
  });

  it("is followed by a claim where the node is not held any more", () => {
    expect(check(later(patch, reboot))).toBe("stands: claim");
  });
});

describe("a pull", () => {
  it.each([
    { over: { uncached: false }, why: "the image was there before" },
    { over: { through: "talos" }, why: "Talos reads its config, not what the runtime loaded" },
    { over: { node: "prod-worker-2" }, why: "on another node" },
    { over: { image: "ghcr.io/devantler-tech/ksail:v7.175.0" }, why: "of another image" },
    { over: { bootId: "boot-before" }, why: "in another run of the node" },
    { over: { at: "2026-08-09T20:06:00Z" }, why: "not since the warrant was issued" },
    { over: { at: "2026-08-09T20:16:00Z" }, why: "not since the runtime started" },
    { over: { credential: "another" }, why: "with another credential" },
    { over: { result: "failed" }, why: "it failed for another reason" },
  ])("does not count: $why", ({ over }) => {
    expect(check(later(...rebooted, probed("pulled", over)))).toBe("stands: verify");
  });

  it("counts again where it was refused before it passed", () => {
    const late = probed("denied", { at: "2026-08-09T20:17:00Z" });
    expect(check(later(...rebooted, late, probed("pulled")))).toBe("stands: reassert");
  });
});

describe("the proof on the node", () => {
  const bound = structuredClone(profile) as typeof profile;
  const boundProfile = {
    ...bound,
    spec: {
      ...bound.spec,
      credentials: (bound.spec.credentials ?? []).map((each) => ({
        ...each,
        proof: { ...each.proof, uid: "proof/uid", bootId: "proof/boot" },
      })),
    },
  };
  const boundWarrant = firstWarrant(incident, boundProfile);
  const bindTo =
    (uid: string | undefined, bootId: string): Edit =>
    (draft) => {
      const node = nodeIn(draft);
      Object.assign(node.metadata.annotations, {
        "proof/uid": uid ?? node.metadata.uid,
        "proof/boot": bootId,
      });
    };

  it.each([
    {
      edits: [marker, bindTo(undefined, "boot-after")],
      says: "stands: reassert",
      why: "of this run",
    },
    { edits: [marker, bindTo(undefined, "boot-9")], says: "stands: verify", why: "of another run" },
    {
      edits: [marker, bindTo("uid-9", "boot-after")],
      says: "stands: verify",
      why: "of another machine",
    },
    { edits: [marker], says: "stands: verify", why: "of no run" },
  ])("where it names its run, one $why: $says", ({ edits, says }) => {
    const snapshot = later(...rebooted, ...edits);
    expect(inShort(checkWarrant(boundWarrant, snapshot, policies, boundProfile))).toBe(says);
  });

  it("counts only once it was written, where it names no run and was there before", () => {
    // Declared again after a detour: the marker says so already, the runtime has the detour's.
    const before = edited(incident, marker);
    const detour = firstWarrant(before);
    expect(detour.credentials[0]?.marker).toBe("current");
    expect(detour.action.obligations).toContain("reboot");
    const back = edited(before, ...rebooted);
    expect(inShort(checkWarrant(detour, back, policies, profile))).toBe("stands: verify");
    const pulled = edited(back, probed("pulled"));
    expect(inShort(checkWarrant(detour, pulled, policies, profile))).toBe("stands: reassert");
  });
});

describe("the holder", () => {
  const nobody = firstWarrant(incident, profile, {});
  it("may be told at the check, where the warrant names none", () => {
    const snapshot = later(claim());
    expect(inShort(checkWarrant(nobody, snapshot, policies, profile, { holder: HOLDER }))).toBe(
      "stands: patch",
    );
    expect(inShort(checkWarrant(nobody, snapshot, policies, profile))).toBe(
      "void: node.owner, decision",
    );
  });

  it("is the one that the warrant names, whoever asks", () => {
    expect(check(later(claim()), "run-9/1")).toBe("void: holder");
    expect(check(later(claim("run-9/1")), "run-9/1")).toBe("void: holder, node.owner, decision");
    expect(check(later(claim()), HOLDER)).toBe("stands: patch");
  });

  it("need not be known once the reboot is behind", () => {
    expect(inShort(checkWarrant(nobody, later(patch, reboot), policies, profile))).toBe(
      "stands: verify",
    );
  });

  it("could not be seen where the profile names no owner annotation, so nothing is taken down", () => {
    const { nodes, ...rest } = profile.spec;
    const { ownership: _none, ...without } = nodes ?? {};
    const free = { ...profile, spec: { ...rest, nodes: without } };
    const plan = planWarrants(policies, incident, free, { holder: HOLDER });
    expect(plan.warrants).toEqual([]);
    expect(plan.withheld[0]).toMatchObject({
      because: "NotBound",
      message: expect.stringContaining("nodes.ownership"),
    });
  });
});
