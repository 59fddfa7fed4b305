import { describe, expect, it } from "vitest";
import type { PolicySet } from "../../src/engine/policy.ts";
import type { Snapshot } from "../../src/snapshot/snapshot.ts";
import { parseTimestamp } from "../../src/time/time.ts";
import { checkWarrant, type WarrantCheck } from "../../src/warrant/check-warrant.ts";
import { contentDigestOf } from "../../src/warrant/warrant.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";
import { firstWarrant, inShort } from "./in-short.ts";
import {
  at,
  claim,
  dated,
  type Edit,
  edited,
  incident,
  later,
  patch,
  probed,
  profile,
  talosIn,
  withHistory,
} from "./transaction.ts";

const policies = shippedPolicies();
const warrant = firstWarrant(incident);

function check(snapshot: Snapshot, set: PolicySet = policies): WarrantCheck {
  return checkWarrant(warrant, snapshot, set, profile);
}

describe("the terms of a warrant", () => {
  it.each([
    { asOf: "2026-08-09T20:06:00Z", says: "stands: claim", why: "the instant of its issue" },
    { asOf: "2026-08-09T20:05:59Z", says: "void: issuedAt", why: "before it was issued" },
    {
      asOf: "2026-08-09T21:05:59.999999999Z",
      readAt: "2026-08-09T21:05:00Z",
      says: "stands: claim",
      why: "the last instant of its hour, on fresh evidence",
    },
    {
      asOf: "2026-08-09T21:06:00Z",
      readAt: "2026-08-09T21:05:00Z",
      says: "void: validUntil",
      why: "its end",
    },
    { asOf: "2026-08-09T20:21:00Z", says: "stands: claim", why: "evidence of fifteen minutes ago" },
    {
      asOf: "2026-08-09T20:21:01Z",
      says: "unconfirmed: takenAt",
      why: "the evidence that it was issued on, shown again, says nothing new",
    },
  ])("as of $asOf: $says, $why", ({ asOf, readAt, says }) => {
    const evaluatedAt = parseTimestamp(asOf);
    if (evaluatedAt === undefined) throw new Error("no instant");
    const fresh = edited(incident, (draft) => {
      if (readAt !== undefined) draft.takenAt = readAt;
    });
    expect(inShort(checkWarrant(warrant, fresh, policies, profile, { evaluatedAt }))).toBe(says);
  });

  it("asks for evidence that is not older than what it was issued on", () => {
    const older = later((draft) => {
      draft.takenAt = "2026-08-09T20:05:59Z";
    });
    const issuedAt = parseTimestamp(warrant.issuedAt);
    if (issuedAt === undefined) throw new Error("no instant");
    expect(
      inShort(checkWarrant(warrant, older, policies, profile, { evaluatedAt: issuedAt })),
    ).toBe("unconfirmed: takenAt");
  });

  it("holds for these policies, params, profile and engine alone", () => {
    const param = [{ name: "whenUnproven", value: "verify" }];
    const other = { ...profile, metadata: { name: "staging" } };
    const newer = { ...warrant, engine: "9.9.9" };
    expect(inShort(check(incident, shippedPolicies(param)))).toBe("void: digests.policies");
    expect(inShort(checkWarrant(warrant, incident, policies, other))).toBe("void: digests.profile");
    expect(
      inShort(
        checkWarrant({ ...newer, digest: contentDigestOf(newer) }, incident, policies, profile),
      ),
    ).toBe("void: engine");
  });

  it("is void when it was changed by hand", () => {
    const changed = { ...warrant, validUntil: "2027-01-01T00:00:00Z" };
    expect(inShort(checkWarrant(changed, incident, policies, profile))).toBe("void: digest");
  });
});

describe("the declared credential", () => {
  const collected = withHistory(profile);
  const issued = firstWarrant(later(dated), collected);
  const declares = (over: { revision: string; value?: string }): Edit => {
    return (draft) => {
      const record = draft.credentials?.registry;
      const declared = record?.declared;
      const fingerprint = declared?.entries?.[0]?.fingerprint;
      if (record === undefined || declared === undefined || fingerprint === undefined)
        throw new Error("nothing is declared");
      const before = {
        revision: declared.revision ?? "",
        fingerprint: { ...fingerprint },
        firstDeclaredAt: "2026-08-09T20:00:00Z",
        lastDeclaredAt: "2026-08-09T20:00:00Z",
      };
      declared.revision = over.revision;
      if (over.value !== undefined) declared.firstDeclaredAt = "2026-08-09T20:05:00Z";
      if (over.value !== undefined) fingerprint.value = over.value;
      record.previous = [...(record.previous ?? []), before];
    };
  };
  const anew = "e".repeat(64);

  it("may be encrypted anew, where a history says that it is the same", () => {
    const snapshot = later(dated, declares({ revision: anew }));
    expect(inShort(checkWarrant(issued, snapshot, policies, collected))).toBe("stands: claim");
  });

  it("cannot be told from another one without a history", () => {
    const snapshot = later(dated, declares({ revision: anew }));
    expect(inShort(checkWarrant(warrant, snapshot, policies, profile))).toBe(
      "unconfirmed: credentials.registry.revision",
    );
  });

  it("voids the warrant when it is another one", () => {
    const snapshot = later(dated, declares({ revision: anew, value: "d".repeat(64) }));
    expect(inShort(checkWarrant(issued, snapshot, policies, collected))).toBe(
      "void: credentials.registry.revision",
    );
  });

  it("is not known while the history does not name what was bound", () => {
    const unread: Edit = (draft) => {
      delete draft.credentials?.registry?.previous;
    };
    const snapshot = later(dated, declares({ revision: anew }), unread);
    expect(inShort(checkWarrant(issued, snapshot, policies, collected))).toBe(
      "unconfirmed: credentials.registry.revision, decision",
    );
  });

  it("is told by its revision alone: no fingerprint is in a warrant, and no key matters", () => {
    const values = JSON.stringify(incident.credentials).match(/[0-9a-f]{64}/g) ?? [];
    const revisions = warrant.credentials.map(({ revision }) => revision);
    const told = values.filter((value) => JSON.stringify(warrant).includes(value));
    expect(values.length).toBeGreaterThan(revisions.length);
    expect(new Set(told)).toEqual(new Set(revisions));
  });

  it("must still be loaded, or not, as it was: learning that it is loaded takes the ground away", () => {
    const loads: Edit = (draft) => {
      talosIn(draft).runtimeStartedAt = "2026-08-09T20:11:00Z";
    };
    const snapshot = edited(incident, patch, loads, at("2026-08-09T20:21:00Z"));
    expect(inShort(check(snapshot))).toContain("void: credentials.registry.load");
    expect(inShort(check(later(claim(), patch, probed("pulled"))))).toBe("stands: drain");
  });
});
