import { describe, expect, it } from "vitest";
import { nodeConfig } from "../../../../src/engine/facts/node/node-config.ts";
import { nodeLoad } from "../../../../src/engine/facts/node/node-load.ts";
import { REDACTED } from "../../../../src/snapshot/load/registry-auth.ts";
import { derive, evidenceOf } from "../derive.ts";
import {
  configured,
  type Edit,
  entry,
  gapIn,
  inconsistentEntry,
  noMarker,
  noTimes,
  subjectOf,
  talosNotCollected,
} from "./fleet.ts";
import { inShort, possibleOf } from "./in-short.ts";

const holding = (...entries: readonly ReturnType<typeof entry>[]): Edit => {
  return ({ documents }) => {
    documents[1] = { kind: "RegistryAuthConfig", digests: {}, registryAuth: [...entries] };
  };
};
const inTheOldPlaceToo = (letter: string, keyId = "k1"): Edit => {
  return ({ documents }) => {
    documents[0] = { kind: "v1alpha1", digests: {}, registryAuth: [entry(letter, keyId)] };
  };
};

const redactedEntry = { host: "ghcr.io", consistent: false, problem: REDACTED };
const withheld: Edit = ({ snapshot }) => {
  const detail = "registry login in the active machine config is redacted";
  snapshot.gaps = [{ part: "talos", name: "worker-1", reason: "Withheld", detail }];
};

describe("config", () => {
  it.each<{ config: string; edits: readonly Edit[]; why: string }>([
    { config: "same", edits: [], why: "the fingerprints are equal" },
    { config: "changed", edits: [configured("b")], why: "they differ" },
    { config: "absent", edits: [configured()], why: "no document has the host" },
    {
      config: "absent",
      edits: [holding({ ...entry("a"), host: "quay.io" })],
      why: "only another host is configured",
    },
    { config: "same", edits: [inTheOldPlaceToo("a")], why: "two documents agree" },
    { config: "invalid", edits: [inTheOldPlaceToo("b")], why: "two documents disagree" },
    {
      config: "invalid",
      edits: [holding(inconsistentEntry)],
      why: "consumers read it differently",
    },
    { config: "notCollected", edits: [talosNotCollected], why: "the profile does not ask Talos" },
    {
      config: "same",
      edits: [
        ({ credential }) => {
          credential.host = "https://GHCR.io/v2/";
        },
      ],
      why: "the profile spells the host in another way",
    },
    {
      config: "absent",
      edits: [
        configured(),
        ({ declared }) => {
          delete declared.entries;
        },
      ],
      why: "there is none, whatever is declared",
    },
    {
      config: "unknown: NotRead",
      edits: [
        ({ talos }) => {
          delete talos.machineConfig;
        },
      ],
      why: "the machine config was not read",
    },
    {
      config: "unknown: Unreachable",
      edits: [
        ({ snapshot }) => {
          delete snapshot.talos;
          snapshot.gaps = [
            { part: "talos", name: "worker-1", reason: "Unreachable" },
            { part: "talos", name: "control-1", reason: "Forbidden" },
          ];
        },
      ],
      why: "a gap says why, and that of another node does not",
    },
    {
      config: "invalid",
      edits: [inTheOldPlaceToo("b"), gapIn("talos", "worker-1")],
      why: "two documents disagree, whatever a further one holds",
    },
    {
      config: "invalid",
      edits: [holding(entry("a"), redactedEntry, entry("b"))],
      why: "two logins disagree, whatever a third one hides",
    },
    {
      config: "invalid",
      edits: [holding(inconsistentEntry, redactedEntry)],
      why: "one is read differently, whatever another one hides",
    },
    {
      config: "same",
      edits: [gapIn("talos", "control-1")],
      why: "only another node's config may hold more",
    },
  ])("is $config when $why", ({ edits, config: expected }) => {
    expect(inShort(nodeConfig, subjectOf(...edits))).toBe(expected);
  });

  it.each<{ code: string; possible: string[]; edits: readonly Edit[]; why: string }>([
    {
      code: "NotRead",
      possible: ["same", "changed", "absent", "invalid"],
      edits: [
        ({ snapshot }) => {
          delete snapshot.talos;
        },
      ],
      why: "nothing was read",
    },
    {
      code: "Incomparable",
      possible: ["same", "changed"],
      edits: [holding(entry("a", "k2"))],
      why: "it is fingerprinted with another key",
    },
    {
      code: "Withheld",
      possible: ["same", "changed"],
      edits: [holding({ host: "ghcr.io", consistent: true })],
      why: "its fingerprint is kept out",
    },
    {
      code: "Incomparable",
      possible: ["same", "changed", "invalid"],
      edits: [inTheOldPlaceToo("a", "k2")],
      why: "two entries cannot be compared with each other",
    },
    {
      code: "NotRead",
      possible: ["same", "changed"],
      edits: [
        ({ declared }) => {
          delete declared.entries;
        },
      ],
      why: "the declared credential was not read",
    },
    {
      code: "Inconsistent",
      possible: ["same", "changed"],
      edits: [
        ({ declared }) => {
          declared.entries = [];
        },
      ],
      why: "Git declares none to compare with",
    },
    {
      code: "Withheld",
      possible: ["same", "changed", "invalid"],
      edits: [holding(redactedEntry), withheld],
      why: "its login is redacted",
    },
    {
      code: "Withheld",
      possible: ["same", "changed", "invalid"],
      edits: [holding({ host: "ghcr.io", consistent: false }), withheld],
      why: "a gap alone says that a login is redacted",
    },
    {
      code: "Withheld",
      possible: ["same", "changed", "invalid"],
      edits: [inTheOldPlaceToo("a"), holding(redactedEntry)],
      why: "one of two logins is redacted",
    },
    {
      code: "Forbidden",
      possible: ["same", "invalid"],
      edits: [gapIn("talos", "worker-1")],
      why: "a further document may disagree",
    },
    {
      code: "Forbidden",
      possible: ["changed", "invalid"],
      edits: [configured("b"), gapIn("talos", "worker-1")],
      why: "a further document may disagree with another one",
    },
    {
      code: "Forbidden",
      possible: ["same", "changed", "absent", "invalid"],
      edits: [configured(), gapIn("talos")],
      why: "a further document may hold an entry",
    },
    {
      code: "Incomparable",
      possible: ["same", "changed", "invalid"],
      edits: [holding(entry("a", "k2")), gapIn("talos", "worker-1")],
      why: "it has another key, and a further document may disagree",
    },
  ])("is $code, one of $possible, when $why", ({ edits, code, possible }) => {
    const fact = derive(nodeConfig, subjectOf(...edits));
    expect(fact.state === "unknown" ? fact.reasons[0]?.code : fact.state).toBe(code);
    expect(possibleOf(fact)).toEqual(possible);
  });

  it("tells where the entry is, and no fingerprint", () => {
    expect(evidenceOf(nodeConfig, subjectOf(configured("b")))).toEqual([
      ["/talos/worker-1/machineConfig/active/documents/1/registryAuth/0", "another than declared"],
    ]);
  });

  it("tells where there is none", () => {
    expect(evidenceOf(nodeConfig, subjectOf(configured()))).toEqual([
      ["/talos/worker-1/machineConfig/active/documents", "no entry for ghcr.io"],
    ]);
  });

  it("is redacted for itself alone: when the runtime started was not withheld", () => {
    const fact = derive(nodeLoad, subjectOf(noMarker, noTimes, holding(redactedEntry), withheld));
    const told = fact.state === "unknown" ? fact.reasons : [];
    expect(told.filter(({ code }) => code === "Withheld").map(({ detail }) => detail)).toEqual([
      "the active machine config has a login that is redacted or kept by a credential helper",
    ]);
    expect(told).toContainEqual(
      expect.objectContaining({ code: "NotRead", detail: "runtime start not read" }),
    );
  });
});
