import { EFFECTS, type Effect } from "../../../effects/effect.ts";
import { type Fact, type FactDeclaration, known, type Note } from "../../fact.ts";
import { enumFact } from "../../fact-type.ts";
import { everyReason } from "../../gaps.ts";
import { eachOnce, unknownFor } from "../../known.ts";
import type { NodeSubject } from "../../subject.ts";
import { nodeTalosVersion } from "../node-talos-version.ts";
import {
  effectOfChange,
  type PossibleVersions,
  possibleEffects,
  possibleVersions,
} from "./change-effects.ts";
import { configParts } from "./config-parts.ts";
import { nodeChangesOf } from "./node-changes.ts";
import type { ConfigDiff, PlacedChange } from "./placed-change.ts";

type ChangesEffect = Effect | "notCollected";

/** More places than these help nobody to see why. */
const NOTED_MAX = 20;

export const changesEffect: FactDeclaration<NodeSubject, ChangesEffect> = {
  name: "changes.effect",
  type: enumFact("ChangesEffect", [...EFFECTS, "notCollected"]),
  mayBeAbsent: false,
  reasons: everyReason,
  reads: [...configParts, ...nodeTalosVersion.reads],
  doc: "The highest effect among what the node's rendered machine config changes about its active one, by the effect table and the node's Talos version; `none` also where nothing differs. Logins to registries that a credential of the profile covers, and annotations that are proofs, are left out: what they cost is decided from evidence.",
  derive: (subject, read, note) => {
    const changes = nodeChangesOf(subject);
    if (changes.state === "notCollected") return notCollected;
    if (changes.state === "unknown") return unknownFor(changes.reasons, { oneOf: EFFECTS });
    const { effects } = subject.source;
    const possible = possibleVersions(subject, read);
    const fact = eitherOf(
      changes.diff,
      possible,
      possibleEffects(effects, changes.diff, possible.versions),
    );
    if (note !== undefined) noteChanges(subject, { diff: changes.diff, possible, fact }, note);
    return fact;
  },
};

const notCollected: Fact<ChangesEffect> = known("notCollected");

function eitherOf(
  { open }: ConfigDiff,
  { reasons }: PossibleVersions,
  effects: readonly Effect[],
): Fact<ChangesEffect> {
  const [only, ...others] = effects;
  if (only !== undefined && others.length === 0) return known(only);
  const all = [...reasons, ...open.map(({ reason }) => reason)];
  return unknownFor(eachOnce(all), { oneOf: effects });
}

/** Where the changes are that made it what it is; of all else nothing depends on them. */
function noteChanges(
  subject: NodeSubject,
  {
    diff,
    possible,
    fact,
  }: {
    readonly diff: ConfigDiff;
    readonly possible: PossibleVersions;
    readonly fact: Fact<ChangesEffect>;
  },
  note: Note,
): void {
  const { effects } = subject.source;
  const [version] = possible.versions;
  const decisive = diff.certain.filter(
    (change) =>
      fact.state !== "value" ||
      version === undefined ||
      effectOfChange(effects, change, version) === fact.value,
  );
  for (const change of decisive.slice(0, NOTED_MAX)) {
    const seen = fact.state === "value" ? `${change.change}: ${fact.value}` : change.change;
    note(placeOf(subject, change), seen);
  }
  if (diff.certain.length + diff.open.length > 0) return;
  note(["rendered", "machineConfigs", subject.node.metadata.name], "as the active one");
}

function placeOf({ node }: NodeSubject, { seenIn, at }: PlacedChange): readonly string[] {
  const { name } = node.metadata;
  return seenIn === "active"
    ? ["talos", name, "machineConfig", "active", ...at]
    : ["rendered", "machineConfigs", name, ...at];
}
