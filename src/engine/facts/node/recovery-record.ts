import type { JsonObject, JsonValue } from "../../../input/json-value.ts";
import { isList, isRecord, valueAt } from "../read-object.ts";

export const RECOVERY_PHASES = ["rollback-safe", "active", "retain", "release-ready"] as const;
export type RecoveryPhase = (typeof RECOVERY_PHASES)[number];

/** What a transaction wrote on a Node about the way back: version 1, whose keys are a closed set. */
export interface RecoveryRecord {
  readonly owner: string;
  readonly uid: string;
  readonly phase: RecoveryPhase;
  readonly desiredRevision: string;
  /** The Node was cordoned before the transaction, and is to stay so. */
  readonly wasCordoned: boolean;
  /** The Node's taints before the transaction. */
  readonly initialTaints: readonly JsonValue[];
}

const keys = ["desiredRevision", "initialTaints", "owner", "phase", "uid", "v", "wasCordoned"];

/** Reads a record of version 1; the text says why it is none. */
export function readRecoveryRecord(json: string): RecoveryRecord | string {
  const record = parseObject(json);
  if (record === undefined) return "it is no JSON object";
  if (valueAt(record, ["v"]) !== 1) return "its version is not 1";
  const missing = keys.find((key) => !Object.hasOwn(record, key));
  if (missing !== undefined) return `it has no \`${missing}\``;
  if (Object.keys(record).length !== keys.length) return "it has keys that version 1 does not know";
  const owner = filledText(record, "owner");
  if (owner === undefined) return "its `owner` is no text";
  const uid = filledText(record, "uid");
  if (uid === undefined) return "its `uid` is no text";
  const desiredRevision = filledText(record, "desiredRevision");
  if (desiredRevision === undefined || !/^[0-9a-f]{64}$/.test(desiredRevision)) {
    return "its `desiredRevision` is no revision";
  }
  const wasCordoned = valueAt(record, ["wasCordoned"]);
  if (wasCordoned !== 0 && wasCordoned !== 1) return "its `wasCordoned` is neither 0 nor 1";
  const initialTaints = valueAt(record, ["initialTaints"]);
  if (!isList(initialTaints)) return "its `initialTaints` are no list";
  const phase = RECOVERY_PHASES.find((each) => each === valueAt(record, ["phase"]));
  if (phase === undefined) return "its `phase` is none that version 1 knows";
  return { owner, uid, phase, desiredRevision, wasCordoned: wasCordoned === 1, initialTaints };
}

function parseObject(json: string): JsonObject | undefined {
  try {
    const value: JsonValue = JSON.parse(json);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function filledText(record: JsonObject, key: string): string | undefined {
  const value = valueAt(record, [key]);
  return typeof value === "string" && value !== "" ? value : undefined;
}
