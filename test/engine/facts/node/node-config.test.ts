import { describe, expect, it } from "vitest";
import { nodeConfig } from "../../../../src/engine/facts/node/node-config.ts";
import { derive, evidenceOf } from "../derive.ts";
import {
  configured,
  type Edit,
  entry,
  inconsistentEntry,
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
  ])("is $code, one of $possible, when $why", ({ edits, code, possible }) => {
    const fact = derive(nodeConfig, subjectOf(...edits));
    expect(fact).toMatchObject({ state: "unknown", reasons: [{ code }] });
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
});
