import { absent, type Fact, type FactDeclaration, known } from "../fact.ts";
import { stringFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { unknownFor } from "../known.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import type { ConfigState } from "./config-against-declared.ts";
import { nodeConfig } from "./node-config.ts";
import { nodeLoad } from "./node-load.ts";

export const loadStory: FactDeclaration<NodeCredentialSubject, string> = {
  name: "load.story",
  type: stringFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads: nodeLoad.reads,
  doc: "For messages: in one phrase, what the node's config has while another credential than the declared one is loaded. Absent while the declared one is loaded.",
  derive: (_subject, read): Fact<string> => {
    const load = read(nodeLoad);
    if (load.state === "unknown") return unknownFor(load.reasons);
    if (load.state === "absent" || load.value === "same") return absent;
    const config = read(nodeConfig);
    if (config.state === "unknown") return unknownFor(config.reasons, { present: true });
    return stories[config.state === "value" ? config.value : "notCollected"];
  },
};

// By the config alone, which is known: which evidence spoke may depend on what was not read.
const stories: Readonly<Record<ConfigState, Fact<string>>> = {
  same: known("the node's config has it, but the runtime started without it"),
  changed: known("the node's config has another one"),
  absent: known("the node's config does not have it"),
  invalid: known("different consumers read the node's config differently"),
  notCollected: known("what the node has configured is not collected"),
};
