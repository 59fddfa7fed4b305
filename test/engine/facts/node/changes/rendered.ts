import type { MachineConfig } from "../../../../../src/generated/snapshot-types.ts";
import { createDraft, type Draft, type Edit, subjectIn } from "../fleet.ts";

export type DocumentRecord = MachineConfig["documents"][number];

/** The documents of a config, by what a snapshot tells of them. Digests are given as any short text. */
export interface Configs {
  readonly active: readonly DocumentRecord[];
  readonly rendered: readonly DocumentRecord[];
}

export function main(
  digests: Readonly<Record<string, string>>,
  rest: Partial<DocumentRecord> = {},
): DocumentRecord {
  return { kind: "v1alpha1", machineType: "worker", digests: { ...digests }, ...rest };
}

export function named(
  kind: string,
  name: string | undefined,
  digests: Readonly<Record<string, string>> = {},
  rest: Partial<DocumentRecord> = {},
): DocumentRecord {
  const identity = name === undefined ? { kind } : { kind, name };
  return { ...identity, digests: { "/apiVersion": "v", ...digests }, ...rest };
}

/** The worker's active and rendered config, digested under one key; the profile collects both. */
export function withConfigs({ active, rendered }: Configs): Edit {
  return (draft) => {
    draft.spec.nodes.rendered = true;
    activeIn(draft).documents = structuredClone([...active]);
    activeIn(draft).digestKey = "k1";
    draft.snapshot.rendered = {
      machineConfigs: {
        "worker-1": { digestKey: "k1", documents: structuredClone([...rendered]) },
      },
    };
  };
}

export function activeIn({ talos }: Pick<Draft, "talos">): MachineConfig {
  const active = talos.machineConfig?.active;
  if (active === undefined) throw new Error("the draft lost its config");
  return active;
}

export function renderedIn({ snapshot }: Draft): MachineConfig {
  const config = snapshot.rendered?.machineConfigs?.["worker-1"];
  if (config === undefined) throw new Error("the draft has no rendered config");
  return config;
}

export function subjectWith(configs: Configs, ...edits: readonly Edit[]) {
  const draft = createDraft();
  for (const edit of [withConfigs(configs), ...edits]) edit(draft);
  return subjectIn(draft);
}
