import {
  REGISTRY_AUTH_EFFECTS,
  type RegistryAuthEffect,
  registryAuthEffect,
} from "../../effects/registry-auth-effect.ts";
import { parseTalosVersion } from "../../effects/talos-version.ts";
import { type Fact, type FactDeclaration, known, unknown } from "../fact.ts";
import { enumFact } from "../fact-type.ts";
import { unknownFor } from "../known.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import { nodeTalosVersion } from "./node-talos-version.ts";

export const nodeEffect: FactDeclaration<NodeCredentialSubject, RegistryAuthEffect> = {
  name: "effect",
  type: enumFact("RegistryAuthEffect", REGISTRY_AUTH_EFFECTS),
  mayBeAbsent: false,
  reasons: nodeTalosVersion.reasons,
  reads: nodeTalosVersion.reads,
  doc: "What a changed registry auth costs on the node's Talos version: a reboot up to 1.13, from 1.14.0-beta.0 on a restart that the runtime does by itself.",
  derive: (_subject, read) => {
    const version = read(nodeTalosVersion);
    if (version.state === "unknown") {
      return unknownFor(version.reasons, { oneOf: REGISTRY_AUTH_EFFECTS });
    }
    const parsed = version.state === "value" ? parseTalosVersion(version.value) : undefined;
    if (parsed === undefined) {
      return unknown("Unparsable", "no Talos version", { oneOf: REGISTRY_AUTH_EFFECTS });
    }
    return facts[registryAuthEffect(parsed)];
  },
};

const facts: Readonly<Record<RegistryAuthEffect, Fact<RegistryAuthEffect>>> = {
  reboot: known("reboot"),
  restart: known("restart"),
};
