import { describe, expect, it } from "vitest";
import { declaredRegressed } from "../../../../src/engine/facts/node/declared-regressed.ts";
import { nodeLoad } from "../../../../src/engine/facts/node/node-load.ts";
import type { CredentialEvidence } from "../../../../src/generated/snapshot-types.ts";
import { evidenceOf } from "../derive.ts";
import {
  declaredRevision,
  type Edit,
  earlierRevision,
  fingerprintOf,
  firstDeclared,
  gapIn,
  markerOf,
  noMarker,
  otherRevision,
  subjectOf,
} from "../node/fleet.ts";
import { inShort } from "../node/in-short.ts";

type Previous = NonNullable<CredentialEvidence["previous"]>[number];

const earlier: Previous = {
  revision: earlierRevision,
  fingerprint: fingerprintOf("a"),
  firstDeclaredAt: "2026-06-01T00:00:00Z",
};
const history =
  (...previous: readonly Previous[]): Edit =>
  ({ credential, evidence }) => {
    credential.history = true;
    evidence.previous = [...previous];
  };
/** The declared ciphertext is of 3 August, after the runtime started, and the time of its config is not known. */
const since: readonly Edit[] = [
  noMarker,
  firstDeclared("2026-08-03T00:00:00Z"),
  ({ talos }) => {
    delete talos.registryConfigUpdatedAt;
  },
];

describe("when the declared credential was first declared", () => {
  it.each<{ load: string; edits: readonly Edit[]; why: string }>([
    { load: "changed", edits: [history()], why: "it was declared after the runtime started" },
    {
      load: "unknown",
      edits: [history(earlier)],
      why: "it was declared before under another ciphertext: encrypting anew reboots nothing",
    },
    {
      load: "unknown",
      edits: [history({ revision: declaredRevision, firstDeclaredAt: "2026-06-01T00:00:00Z" })],
      why: "its very ciphertext was declared before",
    },
    {
      load: "changed",
      edits: [history({ revision: declaredRevision, firstDeclaredAt: "2026-08-02T00:00:00Z" })],
      why: "its very ciphertext was declared before, that too after the runtime started",
    },
    {
      load: "changed",
      edits: [history({ ...earlier, firstDeclaredAt: "2026-08-02T00:00:00Z" })],
      why: "that too was after the runtime started",
    },
    {
      load: "changed",
      edits: [history({ ...earlier, fingerprint: fingerprintOf("b") })],
      why: "what was declared before was another",
    },
    {
      load: "unknown",
      edits: [history({ revision: earlierRevision, firstDeclaredAt: "2026-06-01T00:00:00Z" })],
      why: "what was declared before may be the same",
    },
    {
      load: "unknown",
      edits: [history({ ...earlier, fingerprint: fingerprintOf("b", "k2") })],
      why: "what was declared before cannot be compared",
    },
    {
      load: "changed",
      edits: [history({ revision: earlierRevision, firstDeclaredAt: "2026-08-04T00:00:00Z" })],
      why: "what may be the same was declared later",
    },
    {
      load: "unknown",
      edits: [history({ revision: earlierRevision, fingerprint: fingerprintOf("a") })],
      why: "the same was declared, nobody recorded when",
    },
    {
      load: "unknown",
      edits: [history({ ...earlier, firstDeclaredAt: "2027-06-01T00:00:00Z" })],
      why: "the same was declared, and the day that is told of it lies ahead",
    },
    {
      load: "unknown",
      edits: [history(), gapIn("credentials", "registry/previous")],
      why: "the same may have been declared before, and not been read",
    },
  ])("makes the load $load when $why", ({ load, edits }) => {
    expect(
      inShort(nodeLoad, subjectOf(...since, ...edits))
        .toString()
        .split(":")[0],
    ).toBe(load);
  });

  it("is cited where it stands", () => {
    const cited = (...previous: readonly Previous[]) =>
      evidenceOf(nodeLoad, subjectOf(...since, history(...previous))).filter(
        ([, seen]) => seen === "after the runtime started",
      );
    const other = { revision: otherRevision, fingerprint: fingerprintOf("b") };
    expect(cited()).toEqual([
      ["/credentials/registry/declared/firstDeclaredAt", "after the runtime started"],
    ]);
    expect(cited(other, { ...earlier, firstDeclaredAt: "2026-08-02T00:00:00Z" })).toEqual([
      ["/credentials/registry/previous/1/firstDeclaredAt", "after the runtime started"],
    ]);
  });

  it("is open where it was not read of the declared ciphertext, whatever is known of an earlier one", () => {
    const undated: Edit = ({ declared }) => {
      delete declared.firstDeclaredAt;
    };
    const late = { ...earlier, firstDeclaredAt: "2026-08-02T00:00:00Z" };
    expect(inShort(nodeLoad, subjectOf(...since, undated, history(late)))).toMatch(/^unknown/);
  });

  it("counts for whether the fleet has loaded a newer one", () => {
    const between: Previous = {
      revision: otherRevision,
      fingerprint: fingerprintOf("b"),
      firstDeclaredAt: "2026-07-15T00:00:00Z",
    };
    const loaded: readonly Edit[] = [
      firstDeclared("2026-08-03T00:00:00Z"),
      markerOf(otherRevision),
    ];
    expect(inShort(declaredRegressed, subjectOf(...loaded, history(between)))).toBe("no");
    expect(inShort(declaredRegressed, subjectOf(...loaded, history(between, earlier)))).toBe("yes");
  });
});
