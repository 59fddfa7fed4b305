import { describe, expect, it } from "vitest";
import { credentialHost } from "../../../../src/engine/facts/credential/credential-host.ts";
import { declared } from "../../../../src/engine/facts/credential/declared.ts";
import { handOffsRejected } from "../../../../src/engine/facts/credential/hand-offs-rejected.ts";
import { live } from "../../../../src/engine/facts/credential/live.ts";
import { liveDiffering } from "../../../../src/engine/facts/credential/live-differing.ts";
import { credentialFacts } from "../../../../src/engine/facts/credential-facts.ts";
import { createFactTable } from "../../../../src/engine/facts/fact-table.ts";
import { claimsUnbound } from "../../../../src/engine/facts/node/claims-unbound.ts";
import { nodeConfig } from "../../../../src/engine/facts/node/node-config.ts";
import { nodeImage } from "../../../../src/engine/facts/node/node-image.ts";
import { nodeLoad } from "../../../../src/engine/facts/node/node-load.ts";
import { nodeMarker } from "../../../../src/engine/facts/node/node-marker.ts";
import { STORED } from "../../../../src/snapshot/load/docker-config.ts";
import { REDACTED } from "../../../../src/snapshot/load/registry-auth.ts";
import { derive } from "../derive.ts";
import {
  configuredAfterStart,
  type Edit,
  entry,
  gapIn,
  handedOff,
  handOffDocument,
  inconsistentEntry,
  noMarker,
  noOtherDeclared,
  otherRevision,
  revisionKey,
  subjectOf,
  talosNotCollected,
} from "../node/fleet.ts";
import { inShort, possibleOf } from "../node/in-short.ts";

type Entry = ReturnType<typeof entry>;

const declaring = (...entries: readonly Entry[]): Edit => {
  return ({ declared: record }) => {
    record.entries = [...entries];
  };
};
/** Live Secrets by name; all of them are named by the profile, and one without entries was not read. */
const holding = (secrets: Readonly<Record<string, readonly Entry[] | undefined>>): Edit => {
  return ({ credential, evidence }) => {
    const names = Object.keys(secrets);
    credential.live = names.map((name) => ({ namespace: "apps", name, key: "config" }));
    evidence.live = Object.fromEntries(
      Object.entries(secrets).flatMap(([name, entries]) =>
        entries === undefined ? [] : [[`apps/${name}`, { entries: [...entries] }]],
      ),
    );
  };
};
const secretsListed: Edit = ({ snapshot }) => {
  snapshot.coverage.push({ kind: "v1/Secret", namespace: "apps", complete: true });
};

const noContentNamed: Edit = ({ credential }) => {
  delete credential.declared.secret;
};
const notHandedIn: Edit = ({ declared: record }) => {
  delete record.entries;
};

describe("declared", () => {
  it.each<{ state: string; edits: readonly Edit[]; why: string }>([
    { state: "valid", edits: [], why: "there is one entry for the host" },
    { state: "missing", edits: [declaring()], why: "there is none" },
    {
      state: "notCollected",
      edits: [noContentNamed, notHandedIn],
      why: "the profile names no Secret that holds it",
    },
    { state: "valid", edits: [noContentNamed], why: "it was handed in anyway" },
    {
      state: "unknown: Forbidden",
      edits: [noContentNamed, notHandedIn, gapIn("credentials", "registry")],
      why: "a gap says that there was more to read",
    },
    {
      state: "notCollected",
      edits: [noContentNamed, notHandedIn, gapIn("credentials", "registry/previous")],
      why: "a gap on the history alone says nothing of what is declared now",
    },
    {
      state: "unknown: Withheld",
      edits: [declaring({ host: "ghcr.io", consistent: false, problem: REDACTED })],
      why: "its login is redacted",
    },
    {
      state: "unknown: Withheld",
      edits: [declaring({ host: "ghcr.io", consistent: false, problem: STORED })],
      why: "its login is kept by a credential helper: not portable, so neither valid nor invalid",
    },
    {
      state: "missing",
      edits: [declaring({ ...entry("a"), host: "quay.io" })],
      why: "there is one for another host only",
    },
    {
      state: "invalid",
      edits: [declaring(inconsistentEntry)],
      why: "consumers read it differently",
    },
    { state: "invalid", edits: [declaring(entry("a"), entry("b"))], why: "two entries disagree" },
    { state: "valid", edits: [declaring(entry("a"), entry("a"))], why: "two entries agree" },
    {
      state: "unknown: Incomparable",
      edits: [declaring(entry("a"), entry("a", "k2"))],
      why: "two entries cannot be compared",
    },
    {
      state: "unknown: NotRead",
      edits: [
        ({ snapshot }) => {
          delete snapshot.credentials;
        },
      ],
      why: "only nodes were read",
    },
    {
      state: "unknown: Withheld",
      edits: [
        ({ snapshot, declared: record }) => {
          delete record.entries;
          snapshot.gaps = [{ part: "credentials", name: "registry", reason: "Withheld" }];
        },
      ],
      why: "a gap says that it is kept out",
    },
  ])("is $state when $why", ({ edits, state }) => {
    expect(inShort(declared, subjectOf(...edits))).toBe(state);
  });

  it("says what would supply it", () => {
    const subject = subjectOf(({ declared: record }) => {
      delete record.entries;
    });
    expect(derive(declared, subject)).toEqual({
      state: "unknown",
      reasons: [
        {
          code: "NotRead",
          detail: "the decrypted credential `registry` not read",
          cure: "--declared-credential FILE or the decrypted Secret",
        },
      ],
    });
  });
});

describe("live", () => {
  it.each<{
    state: string;
    differing: readonly string[] | string;
    edits: readonly Edit[];
    why: string;
  }>([
    { state: "same", differing: [], edits: [holding({ one: [entry("a")] })], why: "it holds it" },
    {
      state: "changed",
      differing: ["apps/two"],
      edits: [holding({ one: [entry("a")], two: [entry("b")] })],
      why: "one of two holds another",
    },
    {
      state: "absent",
      differing: ["apps/one", "apps/two"],
      edits: [holding({ one: [], two: [entry("b")] })],
      why: "one has no entry for the host, which is worse than another one",
    },
    {
      state: "invalid",
      differing: ["apps/one", "apps/two"],
      edits: [holding({ one: [inconsistentEntry], two: [] })],
      why: "one is read differently, which is worst",
    },
    {
      state: "notNamed",
      differing: [],
      edits: [holding({})],
      why: "the profile names none",
    },
    {
      state: "unknown: NotRead",
      differing: "unknown: NotRead",
      edits: [holding({ one: [entry("a")], two: undefined })],
      why: "one was not read",
    },
    {
      state: "absent",
      differing: ["apps/two"],
      edits: [holding({ one: [entry("a")], two: undefined }), secretsListed],
      why: "all Secrets were listed and one is not there",
    },
    {
      state: "invalid",
      differing: "unknown: NotRead",
      edits: [holding({ one: [inconsistentEntry], two: undefined })],
      why: "one is as bad as can be, whatever the other",
    },
  ])("is $state when $why", ({ edits, state, differing }) => {
    const subject = subjectOf(...edits);
    expect(inShort(live, subject)).toBe(state);
    expect(inShort(liveDiffering, subject)).toEqual(differing);
  });

  it("is no better than the worst that was seen", () => {
    const subject = subjectOf(holding({ one: [entry("b")], two: undefined }));
    expect(possibleOf(derive(live, subject))).toEqual(["changed", "absent", "invalid"]);
  });
});

describe("claims.unbound", () => {
  const secondProven: Edit = ({ snapshot }) => {
    const node = snapshot.objects["v1/Node//control-1"];
    if (node !== undefined) node.metadata.annotations = { [revisionKey]: "a".repeat(64) };
  };
  it.each<{ count: number | string; edits: readonly Edit[]; why: string }>([
    { count: 1, edits: [talosNotCollected], why: "one node has but a marker" },
    { count: 2, edits: [talosNotCollected, secondProven], why: "both nodes have" },
    { count: 0, edits: [talosNotCollected, noMarker], why: "none has a proof" },
    { count: 0, edits: [talosNotCollected, noOtherDeclared], why: "the history backs them" },
    { count: 0, edits: [], why: "the start of the runtime says the same" },
  ])("is $count when $why", ({ edits, count }) => {
    expect(inShort(claimsUnbound, subjectOf(...edits))).toBe(count);
  });

  it("is at least what was seen while nodes may be unseen", () => {
    const partly: Edit = ({ snapshot }) => {
      snapshot.coverage = [];
    };
    const fact = derive(claimsUnbound, subjectOf(configuredAfterStart, partly));
    expect(fact).toMatchObject({ state: "unknown", atLeast: 1, reasons: [{ code: "Partial" }] });
  });
});

describe("handOffs.rejected", () => {
  it.each<{ rejected: readonly string[] | string; edits: readonly Edit[]; why: string }>([
    { rejected: [], edits: [], why: "none was handed in" },
    { rejected: [], edits: [handedOff(handOffDocument())], why: "it is accepted" },
    {
      rejected: [
        "hand-off 2 is ignored: it is for another credential revision than the declared one",
      ],
      edits: [handedOff(handOffDocument(), handOffDocument({ credentialRevision: otherRevision }))],
      why: "the second is stale",
    },
    { rejected: "unknown: Forbidden", edits: [gapIn("proofs")], why: "they were not read" },
    {
      rejected: "unknown: NotRead",
      edits: [
        handedOff(handOffDocument()),
        ({ declared: record }) => {
          delete record.revision;
        },
      ],
      why: "the declared revision was not read",
    },
  ])("is $rejected when $why", ({ edits, rejected }) => {
    expect(inShort(handOffsRejected, subjectOf(...edits))).toEqual(rejected);
  });
});

describe("credential.host", () => {
  it("is the host in its canonical spelling", () => {
    const subject = subjectOf(({ credential }) => {
      credential.host = "https://GHCR.io/";
    });
    expect(inShort(credentialHost, subject)).toBe("ghcr.io");
  });
});

describe("credential facts", () => {
  it("are a table, all known of a fleet in order", () => {
    const { facts } = createFactTable(credentialFacts);
    const subject = subjectOf(({ snapshot, talos }) => {
      snapshot.talos = { "worker-1": talos, "control-1": talos };
    });
    const states = facts.map((fact) => `${fact.name} ${derive(fact, subject).state}`);
    expect(states.filter((each) => each.endsWith(" unknown"))).toEqual([]);
  });
});

describe("nodes, the encrypted Secret, the desired image and a hand-off alone", () => {
  const alone = [noContentNamed, notHandedIn, talosNotCollected, noMarker] as const;

  it("say which node still works with the declared credential", () => {
    const listed = subjectOf(...alone, handedOff(handOffDocument()));
    expect(inShort(nodeConfig, listed)).toBe("notCollected");
    expect(inShort(nodeLoad, listed)).toBe("same");
    expect(inShort(nodeImage, listed)).toBe("proved");
    expect(inShort(nodeMarker, listed)).toBe("missing");
  });

  it("leave open what a node that is not listed works with", () => {
    expect(inShort(nodeLoad, subjectOf(...alone))).toBe("unknown: NotRead NotRecorded");
  });

  it("cannot be held against a config that is collected all the same", () => {
    const fact = derive(nodeConfig, subjectOf(noContentNamed, notHandedIn));
    expect(possibleOf(fact)).toEqual(["same", "changed"]);
    expect(inShort(nodeConfig, subjectOf(noContentNamed, notHandedIn))).toBe(
      "unknown: NotRecorded",
    );
  });
});
