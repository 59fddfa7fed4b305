import { CHANGE_KINDS, type EffectTable } from "../../effects/effect-table.ts";
import { registryAuthEffect } from "../../effects/registry-auth-effect.ts";
import { parseTalosVersion, type TalosVersion } from "../../effects/talos-version.ts";
import { credentialSharedOf } from "../credential/credential-shared.ts";
import { type Fact, type FactDeclaration, known, unknown } from "../fact.ts";
import { enumFact } from "../fact-type.ts";
import { unknownFor } from "../known.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import { nodeTalosVersion } from "./node-talos-version.ts";

/** What it takes until the container runtime works with a changed registry auth. */
const AUTH_EFFECTS = ["reboot", "restart"] as const;
type AuthEffect = (typeof AUTH_EFFECTS)[number];

export const nodeEffect: FactDeclaration<NodeCredentialSubject, AuthEffect> = {
  name: "effect",
  type: enumFact("RegistryAuthEffect", AUTH_EFFECTS),
  mayBeAbsent: false,
  reasons: [...nodeTalosVersion.reasons, "NotRecorded"],
  reads: nodeTalosVersion.reads,
  doc: "What a changed registry auth costs on the node's Talos version, by the effect table: as shipped a reboot up to 1.13, from 1.14.0-beta.0 on a restart that the runtime does by itself.",
  derive: (subject, read) => {
    const version = read(nodeTalosVersion);
    const { effects } = subject.source;
    const { host } = credentialSharedOf(subject).declared;
    if (version.state === "unknown") {
      const possible = effects.versions.map((each) => authEffectOf(effects, host, each));
      return eitherOf(possible) ?? unknownFor(version.reasons, { oneOf: AUTH_EFFECTS });
    }
    const parsed = version.state === "value" ? parseTalosVersion(version.value) : undefined;
    if (parsed === undefined) {
      return unknown("Unparsable", "no Talos version", { oneOf: AUTH_EFFECTS });
    }
    return eitherOf([authEffectOf(effects, host, parsed)]) ?? notInTable;
  },
};

const facts: Readonly<Record<AuthEffect, Fact<AuthEffect>>> = {
  reboot: known("reboot"),
  restart: known("restart"),
};

const notInTable: Fact<AuthEffect> = unknown(
  "NotRecorded",
  "the effect table leaves open what a changed registry auth costs on this Talos version",
  { oneOf: AUTH_EFFECTS, cure: "an entry in an effect table (--effects FILE)" },
);

/** Undefined where the table leaves it open: neither can be told from the other. */
function authEffectOf(
  table: EffectTable,
  host: string,
  version: TalosVersion,
): AuthEffect | undefined {
  const effect = registryAuthEffect(table, { host, changes: CHANGE_KINDS }, version);
  if (effect === "reboot") return "reboot";
  return effect === "runtimeRestart" ? "restart" : undefined;
}

/** The one that all agree on. */
function eitherOf(effects: readonly (AuthEffect | undefined)[]): Fact<AuthEffect> | undefined {
  const [first] = effects;
  return first !== undefined && effects.every((each) => each === first) ? facts[first] : undefined;
}
