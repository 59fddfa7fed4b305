import { describe, expect, it } from "vitest";
import type { Profile } from "../../src/profile/profile.ts";
import type { Snapshot } from "../../src/snapshot/snapshot.ts";
import { parseTimestamp } from "../../src/time/time.ts";
import { checkWarrant } from "../../src/warrant/check-warrant.ts";
import type { Warrant } from "../../src/warrant/warrant.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";
import { firstWarrant, inShort } from "./in-short.ts";
import {
  at,
  claim,
  drain,
  type Edit,
  edited,
  incident,
  marker,
  patch,
  probed,
  profile,
  reboot,
  rebootedInto,
  talosIn,
  WORKER,
} from "./transaction.ts";

// What a job meets between two phases that looks like the end of its warrant, and is none; or looks well, and is not.

const policies = shippedPolicies();

function check(warrant: Warrant, snapshot: Snapshot, over: Profile = profile): string {
  return inShort(checkWarrant(warrant, snapshot, policies, over));
}

const runtimeStartedAt =
  (instant: string): Edit =>
  (draft) => {
    talosIn(draft).runtimeStartedAt = instant;
  };

describe("a node that is coming back", () => {
  const warrant = firstWarrant(incident);
  const rebooting: readonly Edit[] = [claim(), patch, drain];
  it.each([
    {
      started: "2026-08-09T20:16:00Z",
      readAt: "2026-08-09T20:16:20Z",
      says: "unconfirmed: node.bootId",
      why: "its kubelet has not told the new boot yet",
    },
    {
      started: "2026-08-09T20:16:00Z",
      readAt: "2026-08-09T20:25:59Z",
      says: "unconfirmed: node.bootId",
      why: "the last second in which it may not have",
    },
    {
      started: "2026-08-09T20:16:00Z",
      readAt: "2026-08-09T20:26:00Z",
      says: "void: credentials.registry.load, decision",
      why: "by now it would have: the runtime alone started anew, and loaded the declared one",
    },
    {
      started: "2026-08-09T20:06:00Z",
      readAt: "2026-08-09T20:16:20Z",
      says: "stands: reboot",
      why: "the runtime started before the warrant was issued",
    },
  ])("$why: $says", ({ started, readAt, says }) => {
    const snapshot = edited(incident, ...rebooting, runtimeStartedAt(started), at(readAt));
    expect(check(warrant, snapshot)).toBe(says);
  });
});

describe("an old proof that names no run", () => {
  // Declared again after a detour: the proof says so already, the runtime has the detour's.
  const before = edited(incident, marker);
  const warrant = firstWarrant(before);
  const registryWrittenAt =
    (instant: string): Edit =>
    (draft) => {
      talosIn(draft).registryConfigUpdatedAt = instant;
    };

  it("was no reason to leave the node alone", () => {
    expect(warrant.action.obligations).toContain("reboot");
    expect(warrant.credentials).toMatchObject([{ marker: "current", load: "changed" }]);
  });

  it.each<{ edits: readonly Edit[]; says: string; why: string }>([
    {
      edits: [claim(), patch],
      says: "stands: drain",
      why: "the own patch makes it look right again, and loads nothing",
    },
    { edits: [claim(), patch, drain], says: "stands: reboot", why: "drained, likewise" },
    {
      edits: [
        claim(),
        rebootedInto("boot-by-itself"),
        patch,
        registryWrittenAt("2026-08-09T20:17:00Z"),
        probed("pulled"),
      ],
      says: "unconfirmed: credentials.registry.load",
      why: "it booted before the patch, and pulled with what is still valid",
    },
    {
      edits: [
        rebootedInto("boot-by-itself"),
        patch,
        registryWrittenAt("2026-08-09T20:17:00Z"),
        probed("pulled"),
      ],
      says: "unconfirmed: credentials.registry.load",
      why: "given back already, it is not done on that word either",
    },
    {
      edits: [claim(), patch, reboot, probed("pulled")],
      says: "stands: reassert",
      why: "the times of Talos say that the boot loaded what was patched",
    },
  ])("$why: $says", ({ edits, says }) => {
    expect(check(warrant, edited(before, ...edits, at("2026-08-09T20:20:00Z")))).toBe(says);
  });
});

describe("two credentials in one registry config", () => {
  const host = "mirror.example.com";
  const [plain] = profile.spec.credentials ?? [];
  if (plain === undefined) throw new Error("the profile names no credential");
  const { live: _live, image: _image, ...rest } = plain;
  const both: Profile = {
    ...profile,
    spec: {
      ...profile.spec,
      credentials: [
        plain,
        { ...rest, name: "mirror", host, proof: { revision: "m/revision", image: "m/image" } },
      ],
    },
  };
  /** The other one is unchanged and loaded; nothing but the times of Talos says so. */
  const withMirror: Edit = (draft) => {
    const declared = structuredClone(draft.credentials?.registry?.declared);
    if (declared === undefined) throw new Error("nothing is declared");
    declared.revision = "d".repeat(64);
    for (const entry of declared.entries ?? []) {
      entry.host = host;
      if (entry.fingerprint !== undefined) entry.fingerprint.value = "d".repeat(64);
    }
    draft.credentials = { ...draft.credentials, mirror: { declared } };
    for (const record of Object.values(draft.talos ?? {}))
      for (const config of [record.machineConfig?.active, record.machineConfig?.persistent])
        config?.documents.push({
          kind: "RegistryAuthConfig",
          name: host,
          digests: {},
          registryAuth: structuredClone(declared.entries ?? []),
        });
  };
  const patchRegistry: Edit = (draft) => {
    const mirrors = Object.values(talosIn(draft).machineConfig ?? {}).map(({ documents }) =>
      structuredClone(documents.filter(({ name }) => name === host)),
    );
    patch(draft);
    for (const [index, { documents }] of Object.values(
      talosIn(draft).machineConfig ?? {},
    ).entries())
      documents.splice(
        documents.findIndex(({ name }) => name === host),
        1,
        ...(mirrors[index] ?? []),
      );
  };

  it("goes on after its patch, which took the other's evidence as well", () => {
    const before = edited(incident, withMirror);
    const warrant = firstWarrant(before, both);
    expect(warrant.credentials.map(({ name, load }) => [name, load])).toEqual([
      ["registry", "changed"],
      ["mirror", "same"],
    ]);
    const patched = edited(before, claim(), patchRegistry, at("2026-08-09T20:12:00Z"));
    expect(check(warrant, patched, both)).toBe("stands: drain");
    expect(check(warrant, edited(patched, drain), both)).toBe("stands: reboot");
  });
});

const unlisted: Edit = (draft) => {
  delete draft.objects[`v1/Node//${WORKER}`];
  draft.coverage = draft.coverage.filter(({ kind }) => kind !== "v1/Node");
};

describe("a warrant that ends on the way", () => {
  const warrant = firstWarrant(incident);
  const asOf = (instant: string, ...edits: readonly Edit[]): string => {
    const evaluatedAt = parseTimestamp(instant);
    if (evaluatedAt === undefined) throw new Error("no instant");
    const snapshot = edited(incident, ...edits, at(instant));
    return inShort(checkWarrant(warrant, snapshot, policies, profile, { evaluatedAt }));
  };
  it.each<{ instant: string; edits: readonly Edit[]; says: string; why: string }>([
    { instant: "2026-08-09T21:06:00Z", edits: [], says: "void: validUntil", why: "not begun" },
    {
      instant: "2026-08-09T21:06:00Z",
      edits: [claim(), patch],
      says: "stands: drain",
      why: "begun, so it is finished",
    },
    {
      instant: "2026-08-10T20:05:59Z",
      edits: [claim(), patch],
      says: "stands: drain",
      why: "within a day of its issue",
    },
    {
      instant: "2026-08-10T20:06:00Z",
      edits: [claim(), patch],
      says: "void: validUntil",
      why: "a day after its issue",
    },
    {
      instant: "2026-08-09T21:06:00Z",
      edits: [unlisted],
      says: "unconfirmed: node.name",
      why: "whether it was begun cannot be seen",
    },
    {
      instant: "2026-08-09T21:06:00Z",
      edits: [claim("run-9/1")],
      says: "void: validUntil, node.owner, decision",
      why: "begun by somebody else",
    },
  ])("$why: $says", ({ instant, edits, says }) => {
    expect(asOf(instant, ...edits)).toBe(says);
  });

  it.each([
    { takenAt: "2026-08-09T20:35:00Z", says: "stands: claim", why: "clocks differ a little" },
    {
      takenAt: "2026-08-09T20:35:01Z",
      says: "unconfirmed: takenAt",
      why: "evidence from the future would be fresh for ever",
    },
  ])("$why: $says", ({ takenAt, says }) => {
    const evaluatedAt = parseTimestamp("2026-08-09T20:20:00Z");
    if (evaluatedAt === undefined) throw new Error("no instant");
    const snapshot = edited(incident, at(takenAt));
    expect(inShort(checkWarrant(warrant, snapshot, policies, profile, { evaluatedAt }))).toBe(says);
  });
});
