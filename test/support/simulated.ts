import type { Decision } from "../../src/engine/decision.ts";
import { evaluate } from "../../src/engine/evaluate.ts";
import type { PolicySet } from "../../src/engine/policy.ts";
import { readDocuments } from "../../src/input/read-documents.ts";
import type { SourceDocument } from "../../src/input/source-document.ts";
import type { Profile } from "../../src/profile/profile.ts";
import { happen, type SimulationStep } from "../../src/simulate/happen.ts";
import { parseEvent } from "../../src/simulate/parse-event.ts";
import { readPatch } from "../../src/simulate/patch/operation.ts";
import type { Snapshot } from "../../src/snapshot/snapshot.ts";
import { type Loaded, loadSources, readIncident } from "./incident-folder.ts";

/** Events as they are typed. */
export function eventsOf(...texts: readonly string[]): readonly SimulationStep[] {
  return texts.map((text) => {
    const event = parseEvent(text);
    if (!event.ok) throw new Error(event.problems.map(({ message }) => message).join("\n"));
    return { type: "event", event: event.value };
  });
}

/** A patch as it would stand in a file. */
export function patchOf(text: string, file = "patch.json"): SourceDocument {
  const documents = readDocuments({ file, text });
  const [document] = documents.ok ? documents.value : [];
  if (document === undefined) throw new Error("the patch does not parse");
  return document;
}

export function patchStep(operations: readonly object[]): SimulationStep {
  const patch = readPatch(patchOf(JSON.stringify(operations)));
  if (!patch.ok) throw new Error(patch.problems.map(({ message }) => message).join("\n"));
  return { type: "patch", patch: patch.value };
}

/** What is seen after the steps, which must be able to happen. */
export function seenAfter(loaded: Loaded, steps: readonly SimulationStep[]): Snapshot {
  const happened = happen(loaded, steps);
  if (!happened.ok) throw new Error(happened.problems.map(({ message }) => message).join("\n"));
  return happened.value;
}

export function decidedAfter(
  policies: PolicySet,
  loaded: Loaded,
  ...events: readonly string[]
): Decision {
  return evaluate(policies, seenAfter(loaded, eventsOf(...events)), loaded.profile);
}

/** What is decided of each node, a line each. */
export function outcomes({ nodes }: Decision): readonly string[] {
  return nodes.map(
    ({ name, action, reason, obligations, blocked }) =>
      `${name}: ${blocked ?? action} ${reason} [${obligations.join(", ")}]`,
  );
}

const asCollected = loadSources(readIncident("reboot-storm/stage"));

/** The same cluster with a profile and evidence that say more. */
export function stageWith(over: {
  readonly history?: true;
  readonly nodes?: NonNullable<Profile["spec"]["nodes"]>;
}): Loaded {
  const { profile, snapshot } = asCollected;
  const [credential] = profile.spec.credentials ?? [];
  if (credential === undefined) throw new Error("the fixture names a credential");
  const record = snapshot.credentials?.registry ?? {};
  const dated = {
    ...record,
    declared: { ...record.declared, firstDeclaredAt: "2026-07-13T18:42:06Z" },
    previous: [],
  };
  return {
    profile: {
      ...profile,
      spec: {
        ...profile.spec,
        credentials: [{ ...credential, ...(over.history ? { history: true } : {}) }],
        nodes: { ...profile.spec.nodes, ...over.nodes },
      },
    },
    snapshot: over.history
      ? { ...snapshot, credentials: { ...snapshot.credentials, registry: dated } }
      : snapshot,
  };
}

/** What is decided of one node, in two words. */
export function outcomeOf(decision: Decision, name: string): string {
  const node = decision.nodes.find((each) => each.name === name);
  if (node === undefined) return "not there";
  const { blocked, action, reason } = node;
  return `${blocked ?? action} ${reason}`;
}
