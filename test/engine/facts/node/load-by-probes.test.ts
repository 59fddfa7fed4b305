import { describe, expect, it } from "vitest";
import { loadEvidence } from "../../../../src/engine/facts/node/load-evidence.ts";
import { nodeLoad } from "../../../../src/engine/facts/node/node-load.ts";
import type { Probe } from "../../../../src/generated/snapshot-types.ts";
import { derive, evidenceOf } from "../derive.ts";
import {
  costing,
  declaredRevision,
  type Edit,
  earlierRevision,
  fingerprintOf,
  gapIn,
  noMarker,
  noTimes,
  otherRevision,
  startedAt,
  subjectOf,
  talosVersion,
} from "./fleet.ts";
import { inShort, reasonsOf } from "./in-short.ts";

const image = "ghcr.io/example/private:a";
/** Refused in this boot; the registry took the declared credential a minute later. */
const refused: Probe = {
  credential: "registry",
  node: "worker-1",
  image,
  through: "kubelet",
  uncached: true,
  result: "denied",
  bootId: "boot-1",
  at: "2026-08-06T11:00:00Z",
};
const accepted: Probe = {
  credential: "registry",
  image,
  through: "registry",
  result: "pulled",
  revision: declaredRevision,
  at: "2026-08-06T11:01:00Z",
};

function tried(...probes: readonly Probe[]): Edit {
  return ({ snapshot }) => {
    snapshot.probes = [...probes];
  };
}

function without<Key extends keyof Probe>(probe: Probe, key: Key): Probe {
  const { [key]: _, ...rest } = probe;
  return rest as Probe;
}

const startRead: Edit = ({ talos }) => {
  talos.runtimeStartedAt = startedAt;
};
const noBootId: Edit = ({ nodeInfo }) => {
  delete nodeInfo.bootID;
};

/** Answered half an hour after it was refused. */
const answered: Probe = { ...refused, result: "pulled", at: "2026-08-06T11:30:00Z" };
const otherCredential: Edit = ({ spec }) => {
  spec.credentials.push({ ...spec.credentials[0], name: "quay" } as (typeof spec.credentials)[0]);
};

describe("load by E6, a refused pull that was answered since", () => {
  // Beside a marker that holds a denial that stands is a contradiction, and one that is taken back is nothing.
  it.each<{
    alone: string;
    beside: string;
    probe: Probe;
    denial?: Probe;
    edits?: readonly Edit[];
    why: string;
  }>([
    { alone: "unknown", beside: "same", probe: answered, why: "it was, in this boot" },
    {
      alone: "unknown",
      beside: "same",
      probe: { ...answered, at: "2026-08-06T11:00:00Z" },
      why: "it was at that very instant",
    },
    {
      alone: "changed",
      beside: "unknown: Inconsistent",
      probe: { ...answered, at: "2026-08-06T10:59:59Z" },
      why: "that was a second before",
    },
    {
      alone: "changed",
      beside: "unknown: Inconsistent",
      probe: { ...answered, uncached: false },
      why: "the image was on the node by then: that asked nobody",
    },
    {
      alone: "changed",
      beside: "unknown: Inconsistent",
      probe: { ...answered, bootId: "boot-0" },
      why: "that was in another boot",
    },
    {
      alone: "changed",
      beside: "unknown: Inconsistent",
      probe: { ...without(answered, "at"), bootId: "boot-0" },
      why: "that was in another boot, whenever",
    },
    {
      alone: "changed",
      beside: "unknown: Inconsistent",
      probe: { ...answered, node: "control-1" },
      why: "that was through another node",
    },
    {
      alone: "changed",
      beside: "unknown: Inconsistent",
      probe: { ...answered, credential: "quay" },
      edits: [otherCredential],
      why: "that was for another credential",
    },
    {
      alone: "changed",
      beside: "unknown: Inconsistent",
      probe: { ...answered, through: "talos" },
      why: "Talos pulled, with what it has configured",
    },
    {
      alone: "changed",
      beside: "unknown: Inconsistent",
      probe: { ...answered, image: "ghcr.io/example/public:a" },
      why: "that was another image",
    },
    ...(["at", "uncached", "image"] as const).map((field) => ({
      alone: "unknown",
      beside: "unknown: Inconsistent NotRecorded",
      probe: without(answered, field),
      why: `the answer does not record its ${field}: it may be none`,
    })),
    {
      alone: "unknown",
      beside: "same",
      probe: without(answered, "bootId"),
      why: "what came after a pull of this boot is of this boot",
    },
    {
      alone: "unknown",
      beside: "unknown: Inconsistent NotRecorded",
      probe: without(without(answered, "bootId"), "at"),
      why: "the answer says neither in which boot nor when",
    },
  ])(
    "is $alone, and $beside beside a marker, when $why",
    ({ alone, beside, probe, edits = [] }) => {
      const probes = tried(refused, accepted, probe);
      const isAlone = inShort(nodeLoad, subjectOf(noMarker, noTimes, probes, ...edits));
      expect(isAlone.replace(/:.*/, "")).toBe(alone);
      expect(inShort(nodeLoad, subjectOf(noTimes, probes, ...edits))).toBe(beside);
    },
  );

  it("says what is not recorded, and what to do about it", () => {
    const probes = tried(refused, accepted, without(answered, "at"));
    expect(reasonsOf(derive(nodeLoad, subjectOf(noMarker, noTimes, probes)))).toContain(
      "a pull that went through, and may have come after a refused one, does not record its `at` -> record `at` of each pull in the Probes document",
    );
    expect(reasonsOf(derive(nodeLoad, subjectOf(noTimes, probes))).slice(0, 2)).toEqual([
      "E3: the marker on the Node names the declared credential; but E6: a pull was refused that the registry accepts with the declared credential, and it is not recorded whether the runtime was answered later -> read all of it at one time; if it still disagrees, one of these was recorded wrongly: leave that out or mend it",
      "a pull that went through, and may have come after a refused one, does not record its `at` -> record `at` of each pull in the Probes document",
    ]);
  });
});

describe("load by E6, a refused pull", () => {
  it.each<{ load: string; probes: readonly Probe[]; edits?: readonly Edit[]; why: string }>([
    { load: "changed", probes: [refused, accepted], why: "the registry takes the declared one" },
    {
      load: "changed",
      probes: [refused, { ...accepted, at: "2026-08-06T11:00:00Z" }],
      why: "the registry took it at that very instant",
    },
    {
      load: "unknown",
      probes: [refused, { ...accepted, at: "2026-08-06T10:59:59Z" }],
      why: "the registry took it only before: it may be revoked since",
    },
    { load: "unknown", probes: [refused], why: "nothing says that the registry takes it" },
    { load: "unknown", probes: [accepted], why: "no pull was tried through this node" },
    {
      load: "unknown",
      probes: [refused, { ...accepted, result: "denied" }],
      why: "the registry refuses the declared one as well",
    },
    {
      load: "unknown",
      probes: [refused, { ...accepted, revision: otherRevision }],
      why: "the registry takes what may be another credential",
    },
    {
      load: "changed",
      probes: [refused, { ...accepted, revision: earlierRevision }],
      edits: [
        ({ credential, evidence }) => {
          credential.history = true;
          evidence.previous = [{ revision: earlierRevision, fingerprint: fingerprintOf("a") }];
        },
      ],
      why: "the registry takes the declared one under an older ciphertext",
    },
    {
      load: "unknown",
      probes: [refused, { ...accepted, image: "ghcr.io/example/public:a" }],
      why: "the registry gave another image: packages have their own readers",
    },
    {
      load: "unknown",
      probes: [{ ...refused, through: "talos" }, accepted],
      why: "Talos pulled, with what it has configured",
    },
    {
      load: "unknown",
      probes: [{ ...refused, uncached: false }, accepted],
      why: "the image was on the node",
    },
    {
      load: "unknown",
      probes: [without(refused, "uncached"), accepted],
      why: "the image may have been on the node",
    },
    {
      load: "unknown",
      probes: [{ ...refused, result: "failed" }, accepted],
      why: "it failed for another reason",
    },
    {
      load: "unknown",
      probes: [{ ...refused, result: "pulled" }, accepted],
      why: "it passed, with whatever credential",
    },
    {
      load: "unknown",
      probes: [{ ...refused, bootId: "boot-0" }, accepted],
      why: "it was tried in another boot",
    },
    {
      load: "unknown",
      probes: [{ ...refused, node: "control-1" }, accepted],
      why: "it was tried through another node",
    },
    {
      load: "unknown",
      probes: [{ ...refused, credential: "quay" }, accepted],
      why: "it was tried for another credential",
    },
    {
      load: "unknown",
      probes: [refused, accepted, { ...refused, result: "pulled", at: "2026-08-06T11:30:00Z" }],
      why: "a later pull was answered",
    },
    {
      load: "changed",
      probes: [{ ...refused, result: "pulled", at: "2026-08-06T10:30:00Z" }, refused, accepted],
      why: "an earlier pull was answered: access ended since",
    },
    {
      load: "changed",
      probes: [{ ...refused, bootId: "boot-0" }, refused, accepted],
      why: "one of two is of this boot",
    },
    {
      load: "unknown",
      probes: [refused, accepted],
      edits: [gapIn("probes")],
      why: "a later one may not have been read",
    },
    {
      load: "unknown",
      probes: [refused, accepted],
      edits: [noBootId],
      why: "the node's boot id was not read",
    },
    {
      load: "unknown",
      probes: [without(refused, "bootId"), accepted],
      why: "neither its boot nor the runtime's start is known",
    },
    {
      load: "changed",
      probes: [without(refused, "bootId"), accepted],
      edits: [startRead],
      why: "it was tried after the runtime started",
    },
    {
      load: "unknown",
      probes: [without(without(refused, "bootId"), "at"), accepted],
      edits: [startRead],
      why: "it says neither in which boot nor when",
    },
    {
      load: "unknown",
      probes: [refused, accepted],
      edits: [talosVersion("v1.14.0")],
      why: "from 1.14 on the runtime restarts within a boot, and its start was not read",
    },
    {
      load: "changed",
      probes: [{ ...refused, at: startedAt }, accepted],
      edits: [talosVersion("v1.14.0"), startRead],
      why: "from 1.14 on, at the start of the runtime",
    },
    {
      load: "unknown",
      probes: [{ ...refused, at: "2026-08-01T10:00:14Z" }, accepted],
      edits: [talosVersion("v1.14.0"), startRead],
      why: "from 1.14 on, before the runtime started",
    },
    ...(["image", "at", "revision"] as const).map((field) => ({
      load: "unknown",
      probes: [refused, without(accepted, field)],
      why: `the accepted pull does not record its ${field}`,
    })),
  ])("is $load when $why", ({ probes, edits = [], load: expected }) => {
    const subject = subjectOf(noMarker, noTimes, tried(...probes), ...edits);
    expect(inShort(nodeLoad, subject).replace(/:.*/, "")).toBe(expected);
  });

  it.each<{ version: string; effect: "reboot" | "runtimeRestart"; load: string }>([
    { version: "v1.13.8", effect: "runtimeRestart", load: "changed" },
    { version: "v1.14.0-alpha.1", effect: "runtimeRestart", load: "changed" },
    { version: "v1.14.0-beta.0", effect: "reboot", load: "unknown" },
    { version: "nightly", effect: "reboot", load: "unknown" },
  ])(
    "by its boot id is $load on $version, where a table says $effect",
    ({ version, effect, load }) => {
      const subject = subjectOf(noMarker, noTimes, talosVersion(version), tried(refused, accepted));
      expect(inShort(nodeLoad, costing(effect, subject)).replace(/:.*/, "")).toBe(load);
    },
  );

  it("is contradicted by a proof that holds", () => {
    const subject = subjectOf(noTimes, tried(refused, accepted));
    expect(inShort(nodeLoad, subject)).toBe("unknown: Inconsistent");
  });

  it("is told in words, and cites both pulls", () => {
    const subject = subjectOf(noMarker, noTimes, tried(refused, accepted));
    expect(evidenceOf(nodeLoad, subject)).toEqual([
      ["/probes/0", "refused in this run of the runtime"],
      ["/probes/1", "accepted with the declared credential"],
    ]);
    const known = subjectOf(noMarker, tried(refused, accepted), ({ talos }) => {
      talos.registryConfigUpdatedAt = "2026-08-05T00:00:00Z";
    });
    expect(inShort(loadEvidence, known)).toEqual([
      "E6: a pull was refused that the registry accepts with the declared credential",
    ]);
  });

  it.each<{ probes: readonly Probe[]; told: string }>([
    {
      probes: [{ ...refused, through: "talos" }],
      told: "a tried pull says nothing: it went through talos, not through the kubelet -> an uncached pull through the kubelet, as a Probes document",
    },
    {
      probes: [refused],
      told: "a tried pull says nothing: no later pull of the same image from the registry shows that the declared credential is accepted -> an uncached pull through the kubelet, as a Probes document",
    },
    {
      probes: [refused, without(accepted, "at")],
      told: "a refused pull, or the one that was accepted, does not record its `at` -> record `at` of each pull in the Probes document",
    },
    {
      probes: [refused, { ...accepted, revision: otherRevision }],
      told: "the history of declarations of `registry` is not collected -> set `history: true` in the profile, and -f a CredentialHistory, or the git log of its file (docs/inputs.md), for /credentials/registry/previous",
    },
  ])("says why it says nothing: $told", ({ probes, told }) => {
    const subject = subjectOf(noMarker, noTimes, tried(...probes));
    expect(reasonsOf(derive(nodeLoad, subject))).toContain(told);
  });

  it("is not asked for where no pull was tried", () => {
    const reasons = reasonsOf(derive(nodeLoad, subjectOf(noMarker, noTimes)));
    expect(reasons.filter((reason) => reason.includes("pull"))).toEqual([]);
  });
});
