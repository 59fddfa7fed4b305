import type { JsonValue } from "../../../input/json-value.ts";
import { absent, type FactDeclaration, known } from "../fact.ts";
import { stringFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { listAt, numberAt, textAt } from "../read-object.ts";
import type { FleetSubject } from "../subject.ts";
import { deliveringRelease } from "./delivering-release.ts";

export const deliveryVersion: FactDeclaration<FleetSubject, string> = {
  name: "delivery.version",
  type: stringFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads: ["/objects/helm.toolkit.fluxcd.io~1v2~1HelmRelease~1<namespace>~1<name>/status/history"],
  doc: "Chart version of the newest release in the history of the HelmRelease that delivers the DaemonSet; absent where the profile names none, or nothing was released. What pods run is another matter.",
  derive: (subject, _read, note) => {
    const found = deliveringRelease(subject);
    if (found.state !== "value") return found;
    const { key, object } = found.value;
    const history = listAt(object, ["status", "history"]);
    const newest = newestOf(history);
    const version = textAt(history[newest], ["chartVersion"]);
    if (version === undefined) return absent;
    note?.(["objects", key, "status", "history", String(newest), "chartVersion"], version);
    return known(version);
  },
};

/** Where the release with the highest number stands; -1 in an empty history. */
function newestOf(history: readonly JsonValue[]): number {
  let newest = -1;
  let highest = Number.NEGATIVE_INFINITY;
  for (const [index, release] of history.entries()) {
    const number = numberAt(release, ["version"]) ?? 0;
    if (number <= highest) continue;
    newest = index;
    highest = number;
  }
  return newest;
}
