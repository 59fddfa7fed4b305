import { AUTH_COMPARISONS } from "../credential/against-declared.ts";
import { type FactDeclaration, known } from "../fact.ts";
import { enumFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { unknownFor } from "../known.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import {
  isRenderedCollected,
  missingRendered,
  renderedConfigOf,
  restOfRendered,
} from "./changes/rendered-config.ts";
import { CONFIG_STATES, type ConfigState, compareConfig } from "./config-against-declared.ts";

export const configRendered: FactDeclaration<NodeCredentialSubject, ConfigState> = {
  name: "configRendered",
  type: enumFact("ConfigState", CONFIG_STATES),
  mayBeAbsent: false,
  reasons: everyReason,
  reads: [
    "/rendered/machineConfigs/<node>/documents/*/registryAuth",
    "/credentials/<name>/declared/entries",
  ],
  doc: "The same for the config that Git renders for the node: what whoever updates the cluster writes over the active one. Not collected where the profile does not say that rendered configs are given.",
  derive: (subject, _read, note) => {
    if (!isRenderedCollected(subject)) return known("notCollected");
    const config = renderedConfigOf(subject);
    if (config === undefined) {
      const unread = missingRendered(subject, "rendered machine config not given");
      return unknownFor(unread, { oneOf: AUTH_COMPARISONS });
    }
    return compareConfig(subject, config, {
      where: "the rendered machine config",
      rest: restOfRendered(subject),
      at: ["rendered", "machineConfigs", subject.node.metadata.name, "documents"],
      note,
    });
  },
};
