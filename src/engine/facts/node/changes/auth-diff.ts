import type { MachineConfigRecord } from "../../../../snapshot/snapshot.ts";
import { MAIN_DOCUMENT } from "../../../effects/effect-table.ts";
import { authPath } from "../../../effects/registry-auth-effect.ts";
import { authFor, compareFingerprints, type HostAuth } from "../../credential/host-auth.ts";
import type { UnknownReason } from "../../fact.ts";
import type { ConfigDiff, ConfigPair, OpenChange, PlacedChange } from "./placed-change.ts";

/** Compares the logins to registries, by what they stand for and not by where they stand. */
export function diffAuth(pair: ConfigPair, leftOut: ReadonlySet<string>): ConfigDiff {
  const { active, rendered } = pair;
  const certain: PlacedChange[] = [];
  const open: OpenChange[] = [];
  for (const host of hostsIn(active, rendered)) {
    if (leftOut.has(host)) continue;
    const [before, after] = [active, rendered].map((config) => authFor(host, entriesIn(config)));
    if (before === undefined || after === undefined) continue;
    const { isOpen, change, reason } = compareAuth(host, before, after);
    if (change === undefined) continue;
    const placed = { ...place(host, pair, before), change };
    if (isOpen) open.push({ change: placed, reason });
    else certain.push(placed);
  }
  return { certain, open };
}

function hostsIn(...configs: readonly MachineConfigRecord[]): ReadonlySet<string> {
  return new Set(configs.flatMap(entriesIn).map(({ host }) => host));
}

function entriesIn({ documents }: MachineConfigRecord) {
  return documents.flatMap(({ registryAuth = [] }) => registryAuth);
}

interface Comparison {
  /** Undefined: none. */
  readonly change?: PlacedChange["change"];
  readonly isOpen: boolean;
  readonly reason: UnknownReason;
}

function compareAuth(host: string, before: HostAuth, after: HostAuth): Comparison {
  const reason: UnknownReason = {
    code: "Withheld",
    detail: `the login to ${host} is masked or ambiguous in a machine config`,
    cure: "give both configs as they are: logins are fingerprinted, never kept",
  };
  if (before.state === "absent" || after.state === "absent") {
    if (before.state === after.state) return { isOpen: false, reason };
    return { change: before.state === "absent" ? "added" : "removed", isOpen: false, reason };
  }
  if (before.state !== "one" || after.state !== "one") {
    return { change: "changed", isOpen: true, reason };
  }
  switch (compareFingerprints(before.entry.fingerprint, after.entry.fingerprint)) {
    case "same":
      return { isOpen: false, reason };
    case "changed":
      return { change: "changed", isOpen: false, reason };
    case "withheld":
      return { change: "changed", isOpen: true, reason };
    case "incomparable":
      return { change: "changed", isOpen: true, reason: otherKey(host) };
  }
}

function otherKey(host: string): UnknownReason {
  return {
    code: "Incomparable",
    detail: `the login to ${host} is fingerprinted with one key in the active and with another in the rendered config`,
    cure: "fingerprints made with one key (--fingerprint-key)",
  };
}

function place(
  host: string,
  { active, rendered }: ConfigPair,
  before: HostAuth,
): Omit<PlacedChange, "change"> {
  const seenIn = before.state === "absent" ? "rendered" : "active";
  const { documents } = seenIn === "active" ? active : rendered;
  const index = documents.findIndex(({ registryAuth = [] }) =>
    registryAuth.some((entry) => entry.host === host),
  );
  const inDocument = (documents[index]?.registryAuth ?? []).findIndex(
    (entry) => entry.host === host,
  );
  return {
    document: MAIN_DOCUMENT,
    path: authPath(host),
    authHost: host,
    seenIn,
    at: ["documents", String(index), "registryAuth", String(inDocument)],
  };
}
