import { absent, type Fact, type FactDeclaration, known } from "../fact.ts";
import { stringFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { unknownFor } from "../known.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import { ageEvidence } from "./age-evidence.ts";
import type { ConfigState } from "./config-against-declared.ts";
import { nodeConfig } from "./node-config.ts";
import { nodeLoad } from "./node-load.ts";

export const loadStory: FactDeclaration<NodeCredentialSubject, string> = {
  name: "load.story",
  type: stringFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads: nodeLoad.reads,
  doc: "For messages: in one phrase, how another credential than the declared one comes to be loaded: it was rotated, and whether the config was patched since; or it is not configured. Absent while the declared one is loaded.",
  derive: (subject, read): Fact<string> => {
    const load = read(nodeLoad);
    if (load.state === "unknown") return unknownFor(load.reasons);
    if (load.state === "absent" || load.value === "same") return absent;
    const config = read(nodeConfig);
    if (config.state === "unknown") return unknownFor(config.reasons, { present: true });
    const state = config.state === "value" ? config.value : "notCollected";
    if (state === "changed" || state === "absent") return configured[state];
    // The config does not speak against it, so it was the runtime's age that did, or a refused pull.
    const age = ageEvidence.judge(subject, read, undefined);
    if (age === "unknown") return unknownFor(ageEvidence.lacks(subject, read), { present: true });
    return age === "changed" ? older[state] : refused;
  },
};

const configured: Readonly<Record<"changed" | "absent", Fact<string>>> = {
  changed: known("token rotated, and the node's config still has another one"),
  absent: known("the node's config does not have it"),
};
const older: Readonly<Record<Exclude<ConfigState, "changed" | "absent">, Fact<string>>> = {
  same: known("token rotated; the config is patched, but the runtime is older than the credential"),
  invalid: known("token rotated; the runtime is older than the credential"),
  notCollected: known("token rotated; the runtime is older than the credential"),
};
const refused: Fact<string> = known(
  "the registry refused what is loaded, and takes the declared credential",
);
