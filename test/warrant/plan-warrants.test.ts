import { describe, expect, it } from "vitest";
import { readDocuments } from "../../src/input/read-documents.ts";
import { compilePolicySet } from "../../src/policies/compile-policy-set.ts";
import { parseTimestamp } from "../../src/time/time.ts";
import { checkWarrant } from "../../src/warrant/check-warrant.ts";
import { planWarrants, type WarrantOptions } from "../../src/warrant/plan-warrants.ts";
import { writeWarrant } from "../../src/warrant/warrant.ts";
import { incidentFolders, loadSources, readIncident } from "../support/incident-folder.ts";
import { shippedDocuments, shippedPolicies } from "../support/shipped-policies.ts";
import { inShort } from "./in-short.ts";
import {
  claim,
  type Draft,
  type Edit,
  edited,
  HOLDER,
  incident,
  later,
  marker,
  nodeIn,
  OWNER_KEY,
  otherConfig,
  patch,
  probed,
  profile,
  rebootedInto,
  release,
  talosIn,
  WORKER,
} from "./transaction.ts";

const policies = shippedPolicies();

function plan(edits: readonly Edit[] = [], options: WarrantOptions = { holder: HOLDER }) {
  return planWarrants(policies, later(...edits), profile, options);
}

describe("warrants", () => {
  it.each(incidentFolders())("%s: one for each step, none for who has none", (folder) => {
    const loaded = loadSources(readIncident(folder));
    const { decision, warrants, withheld } = planWarrants(
      policies,
      loaded.snapshot,
      loaded.profile,
    );
    const named = [...warrants.map(({ node }) => node.name), ...withheld.map(({ node }) => node)];
    expect([...named].sort()).toEqual(decision.plan.steps.map(({ node }) => node).sort());
    const order = decision.plan.steps.map(({ node }) => node);
    expect(warrants.map(({ node }) => node.name)).toEqual(
      order.filter((name) => warrants.some(({ node }) => node.name === name)),
    );
    for (const { node, action } of warrants) {
      const decided = decision.nodes.find(({ name }) => name === node.name);
      expect(decided?.blocked).toBeUndefined();
      expect(action.obligations).toEqual(decided?.obligations);
      expect(action.obligations.length).toBeGreaterThan(0);
    }
  });

  it("say what they rest on where nothing was decided", () => {
    const loaded = loadSources(readIncident("reboot-storm/after-update-no-handoff"));
    const unproven = [{ name: "whenUnproven", value: "verify" }];
    const { warrants } = planWarrants(shippedPolicies(unproven), loaded.snapshot, loaded.profile);
    const bases = Object.fromEntries(warrants.map(({ node, action }) => [node.name, action.basis]));
    expect(bases).toMatchObject({ "prod-worker-1": "decided", "prod-worker-3": "whenUnknown" });
  });

  it("have the same bytes for the same input, whatever key fingerprints were made with", () => {
    const sources = readIncident("reboot-storm/credential-changed");
    const texts = [3, 4].map((key) => {
      const { snapshot } = loadSources([...sources].reverse(), key);
      return planWarrants(policies, snapshot, profile, { holder: HOLDER }).warrants.map(
        writeWarrant,
      );
    });
    expect(texts[0]).toEqual(texts[1]);
    expect(texts[0]).toEqual(plan().warrants.map(writeWarrant));
  });

  it.each([
    { validMinutes: 1, until: "2026-08-09T20:07:00Z" },
    { validMinutes: 60, until: "2026-08-09T21:06:00Z" },
    { validMinutes: 1440, until: "2026-08-10T20:06:00Z" },
  ])("are good for $validMinutes minutes", ({ validMinutes, until }) => {
    expect(plan([], { validMinutes }).warrants[0]?.validUntil).toBe(until);
  });

  it.each([0, -1, 1441, 1.5, Number.NaN])("refuse %s minutes", (validMinutes) => {
    expect(() => plan([], { validMinutes })).toThrow(RangeError);
  });

  it("end where time alone may change what was decided", () => {
    const gated = loadSources(readIncident("reboot-storm/credential-changed-under-gate"));
    const late = parseTimestamp("2026-08-06T23:30:00Z");
    if (late === undefined) throw new Error("no instant");
    const { decision, warrants } = planWarrants(policies, gated.snapshot, gated.profile, {
      evaluatedAt: late,
    });
    expect(decision.until).toBe("2026-08-07T00:00:00Z");
    expect(warrants.map(({ validUntil }) => validUntil)).toEqual(
      warrants.map(() => decision.until),
    );
    expect(warrants.length).toBe(7);
  });

  it.each<{ why: string; edit: Edit; fact: string; cure: string }>([
    {
      why: "which cluster it is",
      edit: (draft) => {
        delete draft.metadata?.cluster;
      },
      fact: "cluster",
      cure: "kubectl get namespace kube-system -o json",
    },
    {
      why: "the run of the node",
      edit: (draft) => {
        delete nodeIn(draft).status.nodeInfo.bootID;
      },
      fact: "node.bootId",
      cure: `kubectl get node ${WORKER} -o json`,
    },
    {
      why: "an empty machine id",
      edit: (draft) => {
        nodeIn(draft).status.nodeInfo.machineID = "";
      },
      fact: "node.machineId",
      cure: `kubectl get node ${WORKER} -o json`,
    },
    {
      why: "how it is scheduled on",
      edit: (draft) => {
        delete nodeIn(draft).spec;
      },
      fact: "node.cordoned",
      cure: `kubectl get node ${WORKER} -o json`,
    },
    {
      why: "what is declared",
      edit: (draft) => {
        delete draft.credentials?.registry?.declared?.revision;
      },
      fact: "credentials.registry.revision",
      cure: "the encrypted file k8s/bases/bootstrap/secret.enc.yaml (--git DIR)",
    },
  ])("are not issued while it is not known: $why", ({ edit, fact, cure }) => {
    const { warrants, withheld } = plan([edit]);
    expect(warrants.some(({ node }) => node.name === WORKER)).toBe(false);
    const [one] = withheld.filter(({ node }) => node === WORKER);
    expect(one?.because).toBe("NotBound");
    const missing = one?.missing.find((each) => each.fact === fact);
    expect(missing?.reasons.map((reason) => reason.cure)).toContain(cure);
    expect(one?.message).toContain(fact);
  });

  it("bind the start of the runtime where it is to restart by itself", () => {
    const restarts: Edit = (draft) => {
      nodeIn(draft).status.nodeInfo.osImage = "Talos (v1.14.0)";
    };
    const [warrant] = plan([restarts]).warrants;
    const startedAt = incident.talos?.[WORKER]?.runtimeStartedAt;
    expect(warrant?.action.obligations).toContain("restart");
    expect(warrant?.node.runtimeStartedAt).toBe(startedAt);
    expect(plan().warrants[0]?.node).not.toHaveProperty("runtimeStartedAt");
  });
});

describe("a policy that denies the intent", () => {
  const read = readDocuments({
    file: "freeze.yaml",
    text: `
apiVersion: fleetwarrant.dev/v1alpha1
kind: Policy
metadata: {name: freeze}
spec:
  subject: credential
  mode: all
  reasons: {Frozen: nothing is rebooted now}
  rules:
    - name: no-reboots
      condition: live == "changed"
      outcome: {reason: Frozen, denies: [reboot]}
      message: the Secret is not the declared one
`,
  });
  if (!read.ok) throw new Error("the policy does not parse");
  const compiled = compilePolicySet([...shippedDocuments(), ...read.value], []);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  const freezing = compiled.value;
  /** The Secret in the cluster is the declared one. */
  const thawed: Edit = (draft) => {
    const record = draft.credentials?.registry;
    for (const secret of Object.values(record?.live ?? {}))
      secret.entries = structuredClone(record?.declared?.entries ?? []);
  };
  const unread: Edit = (draft) => {
    delete draft.credentials?.registry?.live;
  };

  it.each([
    { edit: thawed, because: [], count: 7, why: "it does not hold" },
    { edit: () => {}, because: ["IntentDenied"], count: 0, why: "it holds" },
    {
      edit: unread,
      because: ["IntentUndecided"],
      count: 0,
      why: "it is not known whether it does",
    },
  ])("withholds the warrants unless $why: $count", ({ edit, because, count }) => {
    const { warrants, withheld } = planWarrants(freezing, later(edit), profile);
    expect(warrants.length).toBe(count);
    expect([...new Set(withheld.map((each) => each.because))]).toEqual(because);
  });

  it.each([
    { edit: thawed, says: "stands: claim" },
    { edit: () => {}, says: "paused: claim: IntentDenied" },
    { edit: unread, says: "paused: claim: IntentDenied" },
  ])("lets one that was issued before pause: $says", ({ edit, says }) => {
    const [warrant] = planWarrants(freezing, later(thawed), profile).warrants;
    if (warrant === undefined) throw new Error("no warrant");
    expect(inShort(checkWarrant(warrant, later(edit), freezing, profile))).toBe(says);
  });
});

describe("the transaction where the runtime restarts by itself", () => {
  const restarts: Edit = (draft) => {
    nodeIn(draft).status.nodeInfo.osImage = "Talos (v1.14.0)";
  };
  const [warrant] = plan([restarts]).warrants;
  if (warrant === undefined) throw new Error("no warrant");
  const started =
    (instant: string | undefined): Edit =>
    (draft) => {
      if (instant === undefined) delete talosIn(draft).runtimeStartedAt;
      else talosIn(draft).runtimeStartedAt = instant;
    };
  const owned: Edit = (draft) => {
    nodeIn(draft).metadata.annotations[OWNER_KEY] = HOLDER;
  };
  const restarted = [owned, patch, started("2026-08-09T20:10:04Z")];

  it.each<{ why: string; edits: readonly Edit[]; says: string }>([
    { why: "nothing was done", edits: [], says: "stands: claim" },
    { why: "claimed, without a cordon: nothing is drained", edits: [owned], says: "stands: patch" },
    { why: "cordoned all the same", edits: [claim()], says: "stands: patch" },
    { why: "patched, and not restarted yet", edits: [owned, patch], says: "stands: restart" },
    { why: "restarted since", edits: restarted, says: "stands: verify" },
    {
      why: "restarted in the very second of the last write: it may have read what was before",
      edits: [owned, patch, started("2026-08-09T20:10:00Z")],
      says: "stands: restart",
    },
    {
      why: "restarted before the patch",
      edits: [owned, patch, started("2026-08-09T20:09:00Z")],
      says: "stands: restart",
    },
    {
      why: "restarted by itself, before anything was patched",
      edits: [owned, started("2026-08-09T20:09:00Z")],
      says: "void: config",
    },
    {
      why: "not known when it started",
      edits: [owned, patch, started(undefined)],
      says: "unconfirmed: node.runtimeStartedAt",
    },
    { why: "pulled", edits: [...restarted, probed("pulled")], says: "stands: reassert" },
    { why: "proved", edits: [...restarted, marker], says: "stands: reassert" },
    { why: "given back", edits: [...restarted, marker, release], says: "done" },
  ])("$why → $says", ({ edits, says }) => {
    const snapshot = later(restarts, ...edits);
    expect(inShort(checkWarrant(warrant, snapshot, policies, profile))).toBe(says);
  });
});

describe("a transaction that takes nothing down", () => {
  const loaded = loadSources(readIncident("reboot-storm/after-update"));
  const { warrants } = planWarrants(policies, loaded.snapshot, loaded.profile, { holder: HOLDER });
  const [warrant] = warrants;
  if (warrant === undefined) throw new Error("no warrant");
  const owned: Edit = (draft) => {
    nodeIn(draft).metadata.annotations[OWNER_KEY] = HOLDER;
  };

  it.each<{ why: string; edits: readonly Edit[]; says: string }>([
    { why: "nothing was done", edits: [], says: "stands: claim" },
    { why: "claimed", edits: [owned], says: "stands: reassert" },
    { why: "claimed and cordoned", edits: [claim()], says: "stands: reassert" },
    { why: "written", edits: [owned, marker], says: "stands: reassert" },
    { why: "given back", edits: [marker], says: "done" },
    {
      why: "another boot is not its own",
      edits: [owned, rebootedInto("boot-by-itself")],
      says: "void: node.bootId",
    },
    {
      why: "the hand-off that it rests on is not at hand any more",
      edits: [
        owned,
        (draft) => {
          draft.proofs = [];
        },
      ],
      says: "unconfirmed: decision",
    },
    { why: "the config is another now", edits: [owned, otherConfig], says: "void: decision" },
  ])("$why → $says", ({ edits, says }) => {
    expect(warrant.action.obligations).toEqual(["reassert"]);
    const snapshot = edited(loaded.snapshot, ...edits);
    expect(inShort(checkWarrant(warrant, snapshot, policies, loaded.profile))).toBe(says);
  });
});

describe("guards", () => {
  const controlPlane = "prod-control-plane-1";
  const issued = plan().warrants.find(({ node }) => node.name === controlPlane);
  if (issued === undefined) throw new Error("no warrant");
  const sickPeer: Edit = (draft) => {
    const { conditions } = nodeIn(draft, "prod-control-plane-2").status;
    for (const each of conditions) if (each.type === "Ready") each.status = "False";
  };
  const earlierStepsDone: Edit = (draft) => {
    for (const name of Object.keys(draft.talos ?? {}))
      if (name !== controlPlane) setLoaded(draft, name);
  };

  it("pause it before anything is taken down, and say which", () => {
    const checked = checkWarrant(issued, later(earlierStepsDone, sickPeer), policies, profile);
    if (checked.outcome !== "paused") throw new Error(inShort(checked));
    expect(checked.phase).toBe("claim");
    expect(checked.unmet.map(({ guard }) => guard)).toContain("ControlPlanePeers");
    expect(checked.unmet[0]?.message).toContain("prod-control-plane-2");
  });

  it("do not withhold the warrant: they are judged when it is used", () => {
    const { warrants, decision } = plan([sickPeer]);
    const step = decision.plan.steps.find(({ node }) => node === controlPlane);
    expect(step?.unmet.length).toBeGreaterThan(0);
    expect(warrants.some(({ node }) => node.name === controlPlane)).toBe(true);
  });

  it("are not asked for once the reboot is behind", () => {
    const back: Edit = (draft) => {
      setLoaded(draft, controlPlane);
      nodeIn(draft, controlPlane).status.nodeInfo.bootID = "boot-after";
    };
    const snapshot = later(claim(HOLDER, controlPlane), back, sickPeer);
    expect(inShort(checkWarrant(issued, snapshot, policies, profile))).toBe("stands: verify");
  });
});

/** The node has the declared credential in its config, and started since. */
function setLoaded(draft: Draft, name: string): void {
  const record = draft.talos?.[name];
  const declared = draft.credentials?.registry?.declared?.entries ?? [];
  if (record === undefined) throw new Error(`Talos of ${name} was not read`);
  for (const document of record.machineConfig?.active?.documents ?? [])
    if (document.registryAuth !== undefined) document.registryAuth = structuredClone(declared);
  record.registryConfigUpdatedAt = "2026-08-09T20:10:00Z";
  record.runtimeStartedAt = "2026-08-09T20:11:00Z";
}
