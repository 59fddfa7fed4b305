import type {
  MachineConfigRecord,
  Snapshot,
  TalosNodeRecord,
} from "../../src/snapshot/snapshot.ts";

/** The snapshot as one run would have read it, all digests of machine configs under one key: they compare then. */
export function underOneKey(snapshot: Snapshot): Snapshot {
  const { rendered, talos = {} } = snapshot;
  return {
    ...snapshot,
    talos: mapValues(talos, keyedTalos),
    ...(rendered?.machineConfigs === undefined
      ? {}
      : {
          rendered: { ...rendered, machineConfigs: mapValues(rendered.machineConfigs, keyed) },
        }),
  };
}

function keyedTalos(record: TalosNodeRecord): TalosNodeRecord {
  const { machineConfig } = record;
  return machineConfig === undefined
    ? record
    : { ...record, machineConfig: mapValues(machineConfig, keyed) };
}

const keyed = (config: MachineConfigRecord): MachineConfigRecord => ({
  ...config,
  digestKey: "world",
});

function mapValues<Value>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value) => Value,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
