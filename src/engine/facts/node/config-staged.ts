import { compareFingerprints, type HostAuth } from "../credential/host-auth.ts";
import { type Fact, type FactDeclaration, known, unknown } from "../fact.ts";
import { boolFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { unknownFor } from "../known.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import { configNotRead, configuredAuthOf } from "./config-against-declared.ts";
import { isTalosCollected, restOfConfig, talosRecordOf } from "./talos-record.ts";

export const configStaged: FactDeclaration<NodeCredentialSubject, boolean> = {
  name: "config.staged",
  type: boolFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: [
    "/talos/<node>/machineConfig/active/documents/*/registryAuth",
    "/talos/<node>/machineConfig/persistent/documents/*/registryAuth",
  ],
  doc: "The config on the node's disk holds another login for the host than the active one, or only one of the two holds any: a change is staged for the next boot, or tried until it is taken back. False where the profile does not collect Talos.",
  derive: (subject, _read, note) => {
    if (!isTalosCollected(subject)) return no;
    const { active, persistent } = talosRecordOf(subject)?.machineConfig ?? {};
    if (active === undefined || persistent === undefined) {
      return unknownFor(configNotRead(subject, active === undefined ? "active" : "persistent"));
    }
    const rest = restOfConfig(subject);
    if (rest.length > 0) return unknownFor(rest);
    const isStaged = differ(
      configuredAuthOf(subject, active),
      configuredAuthOf(subject, persistent),
    );
    if (isStaged.state === "value" && isStaged.value) {
      note?.(["talos", subject.node.metadata.name, "machineConfig", "persistent"], "another login");
    }
    return isStaged;
  },
};

const yes: Fact<boolean> = known(true);
const no: Fact<boolean> = known(false);
const untold: Fact<boolean> = unknown(
  "Incomparable",
  "the logins of the active and the persistent machine config cannot be compared",
  { cure: "fingerprints made with one key (--fingerprint-key), of configs that are not redacted" },
);

function differ(active: HostAuth, persistent: HostAuth): Fact<boolean> {
  if (isUntold(active) || isUntold(persistent)) return untold;
  if (active.state !== persistent.state) return yes;
  if (active.state !== "one" || persistent.state !== "one") return no;
  const comparison = compareFingerprints(active.entry.fingerprint, persistent.entry.fingerprint);
  if (comparison === "same") return no;
  return comparison === "changed" ? yes : untold;
}

function isUntold({ state }: HostAuth): boolean {
  return state === "withheld" || state === "undecided";
}
