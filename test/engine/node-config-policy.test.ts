import { describe, expect, it } from "vitest";
import type { Decision, NodeDecision } from "../../src/engine/decision.ts";
import { readEffectTables } from "../../src/engine/effects/read-effect-tables.ts";
import { evaluate } from "../../src/engine/evaluate.ts";
import { readDocuments } from "../../src/input/read-documents.ts";
import { loadSources, readIncident } from "../support/incident-folder.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";
import { activeIn, type Configs, main, named, withConfigs } from "./facts/node/changes/rendered.ts";
import {
  configured,
  createDraft,
  declaredRevision,
  type Edit,
  entry,
  noTimes,
  otherDeclaredAt,
  revisionKey,
  talosVersion,
} from "./facts/node/fleet.ts";

const policies = shippedPolicies();
const [own] = policies.policies.filter(({ name }) => name === "node-config");
if (own === undefined) throw new Error("there is no node-config");
const alone = { policies: [own], digest: "" };

const ours = `apiVersion: fleetwarrant.dev/v1alpha1
kind: EffectTable
metadata: {name: ours}
spec:
  entries:
    - {document: Drains, path: "", effect: drain}
    - {document: Recreates, path: "", effect: recreate}
`;

function effects() {
  const documents = readDocuments({ file: "ours.yaml", text: ours });
  const table = documents.ok ? readEffectTables(documents.value) : undefined;
  if (table?.ok !== true) throw new Error("the table does not read");
  return table.value;
}

function decide(configs: Configs, edits: readonly Edit[] = [], by = policies): Decision {
  const draft = createDraft();
  for (const edit of [withConfigs(configs), ...edits]) edit(draft);
  return evaluate(by, draft.snapshot, draft.profile, { effects: effects() });
}

function worker({ nodes }: Decision): NodeDecision {
  const node = nodes.find(({ name }) => name === "worker-1");
  if (node === undefined) throw new Error("the worker is not decided");
  return node;
}

function inShort({ blocked, action, obligations, reason }: NodeDecision): string {
  return `${blocked ?? action}: ${obligations.join(", ")} (${reason})`;
}

const proofs = { [revisionKey]: declaredRevision };
const before = { "/machine/sysctls/a": "1", "/cluster/a": "1", "/machine/env/A": "1" };
const active = [main(before, { registryAuth: [entry("a")], nodeAnnotations: proofs })];
/** The same with other leaves, beside further documents. */
const rendered = (over: object, ...others: Configs["rendered"]): Configs["rendered"] => [
  main({ ...before, ...over }, { registryAuth: [entry("a")], nodeAnnotations: proofs }),
  ...others,
];
const leaving: Edit = ({ worker: node }) => {
  node.metadata.deletionTimestamp = "2026-08-06T11:00:00Z";
};
const owned: Edit = ({ annotations }) => {
  annotations["example.dev/owner"] = "run-7";
};
const doubled: Edit = ({ snapshot }) => {
  const node = snapshot.objects["v1/Node//control-1"];
  if (node !== undefined) node.metadata.uid = "uid-1";
};

describe("node-config", () => {
  it.each<{ over: object; others?: Configs["rendered"]; edits?: readonly Edit[]; is: string }>([
    { over: {}, is: "none:  (ConfigCurrent)" },
    { over: { "/machine/sysctls/a": "2" }, is: "patch: patch (ConfigNeedsPatch)" },
    { over: { "/cluster/a": "2" }, is: "patch: patch (ConfigNeedsPatch)" },
    { over: { "/machine/nodeLabels/a": "2" }, is: "patch: patch (ConfigNeedsPatch)" },
    { over: { "/machine/env/A": "2" }, is: "reboot: patch, reboot (ConfigNeedsReboot)" },
    {
      over: {},
      others: [
        named(
          "RegistryAuthConfig",
          "quay.io",
          {},
          { registryAuth: [{ ...entry("a"), host: "quay.io" }] },
        ),
      ],
      edits: [talosVersion("v1.14.0")],
      is: "restart: patch, restart (ConfigNeedsRestart)",
    },
    { over: {}, others: [named("Drains", "x")], is: "refused:  (EffectNeedsDrain)" },
    { over: {}, others: [named("Recreates", "x")], is: "refused:  (EffectDestructive)" },
    {
      over: { "/machine/systemDiskEncryption/state/provider": "2" },
      is: "refused:  (EffectDestructive)",
    },
    { over: {}, others: [named("Unheard", "x")], is: "refused:  (EffectUnclassified)" },
    {
      over: { "/machine/env/A": "2" },
      others: [named("Unheard", "x"), named("Recreates", "x")],
      is: "refused:  (EffectUnclassified)",
    },
    { over: {}, others: [named("Unheard", "x")], edits: [leaving], is: "none:  (NodeLeaving)" },
    { over: {}, edits: [owned], is: "refused:  (ResidualOwnership)" },
    { over: {}, edits: [doubled], is: "refused:  (InventoryInvalid)" },
    {
      over: { "/machine/udev/a": "1" },
      edits: [talosVersion("v1.13.8")],
      is: "reboot: patch, reboot (ConfigNeedsReboot)",
    },
    {
      over: { "/machine/udev/a": "1" },
      edits: [talosVersion("v1.14.0")],
      is: "refused:  (EffectUnclassified)",
    },
    {
      over: { "/machine/udev/a": "1" },
      edits: [talosVersion("nightly")],
      is: "unknown:  (Undecided)",
    },
  ])("says $is (%#)", ({ over, others = [], edits = [], is }) => {
    const configs = { active, rendered: rendered(over, ...others) };
    expect(inShort(worker(decide(configs, edits, alone)))).toBe(is);
  });

  it("names the places, and what would settle what is not known", () => {
    const refused = worker(
      decide({ active, rendered: rendered({}, named("Unheard", "x")) }, [], alone),
    );
    expect(refused.message).toContain("Unheard/x");
    const unread = worker(
      decide(
        { active, rendered: rendered({}) },
        [
          ({ snapshot }) => {
            delete snapshot.rendered;
          },
        ],
        alone,
      ),
    );
    expect(inShort(unread)).toBe("unknown:  (Undecided)");
    expect(unread.missing?.map(({ fact }) => fact)).toEqual(["changes.effect", "changes.differs"]);
    expect(unread.missing?.[0]?.reasons[0]?.cure).toContain("worker-1");
  });

  it("does nothing in ignorance, and no more with it than without", () => {
    const configs = { active, rendered: rendered({ "/machine/env/A": "2" }) };
    const hidden = worker(
      decide(configs, [
        (draft) => {
          delete activeIn(draft).digestKey;
        },
      ]),
    );
    expect(inShort(hidden)).toBe("unknown:  (Undecided)");
    expect(hidden.missing?.map(({ fact }) => fact)).toContain("changes.effect");
  });
});

describe("both policies about a node", () => {
  it("unite what they ask for, and tell the credential's reason where they ask for the same", () => {
    const ask = (over: object, ...edits: readonly Edit[]) =>
      inShort(worker(decide({ active, rendered: rendered(over) }, edits)));
    expect(ask({})).toBe("none:  (ProofCurrent)");
    expect(ask({ "/machine/sysctls/a": "2" })).toBe("patch: patch (ConfigNeedsPatch)");
    expect(ask({ "/machine/env/A": "2" })).toBe("reboot: patch, reboot (ConfigNeedsReboot)");
    const changed: Edit = ({ documents, talos }) => {
      documents.length = 0;
      for (const document of talos.machineConfig?.active?.documents ?? [])
        if (document.registryAuth !== undefined) document.registryAuth = [entry("b")];
    };
    const both = ask({ "/machine/env/A": "2" }, changed, otherDeclaredAt("2026-06-01T00:00:00Z"));
    expect(both).toBe("reboot: patch, reboot, verify, reassert (CredentialChanged)");
  });

  it("refuse an effect that nobody knows, at its row: behind a node that leaves", () => {
    const configs = { active, rendered: rendered({}, named("Unheard", "x")) };
    const refused = worker(decide(configs));
    expect(inShort(refused)).toBe("refused:  (EffectUnclassified)");
    expect(refused.rules).toEqual([
      "node-config/effect-unclassified",
      "registry-credential/effect-unclassified",
    ]);
    expect(inShort(worker(decide(configs, [leaving])))).toBe("none:  (NodeLeaving)");
    // And what is not known of the load settles nothing before it.
    expect(inShort(worker(decide(configs, [noTimes, configured("b")])))).toBe(
      "refused:  (EffectUnclassified)",
    );
  });

  it("leave a profile that collects no rendered configs as it was", () => {
    for (const name of ["credential-changed", "after-update", "stage"]) {
      const { snapshot, profile } = loadSources(readIncident(`reboot-storm/${name}`));
      const decision = evaluate(policies, snapshot, profile);
      const without = {
        policies: policies.policies.filter((policy) => !policy.name.startsWith("node-config")),
        digest: "",
      };
      const unseen = evaluate(without, snapshot, profile);
      for (const part of ["nodes", "plan", "findings", "verdicts", "disruption"] as const)
        expect(decision[part]).toEqual(unseen[part]);
      expect(decision.counts.subjects.nodeConfig).toBe(0);
    }
  });
});

describe("proofs that a rendered config would drop", () => {
  const reasons = ({ findings }: Decision) =>
    findings
      .filter(({ name }) => name === "worker-1")
      .map(({ reason, outcome, message }) => `${outcome} ${reason}: ${message}`);

  it("are told as what made the fleet reboot, and deny nothing", () => {
    const without = [main(before, { registryAuth: [entry("a")] })];
    const decision = decide({ active, rendered: without });
    expect(reasons(decision)).toEqual([
      `fail ProofWouldBeDropped: applying the rendered config takes away proofs (1): ${revisionKey}`,
    ]);
    expect(inShort(worker(decision))).toBe("none:  (ProofCurrent)");
    expect(reasons(decide({ active, rendered: rendered({}) }))).toEqual([]);
  });
});
