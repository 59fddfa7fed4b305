import { bootIdOf } from "../../engine/facts/node/node-object.ts";
import { asJson } from "../../input/as-json.ts";
import type { Edit } from "../edit.ts";
import type { EventKind } from "../event.ts";
import { madeUpDigest } from "../made-up.ts";
import { afterSeconds, EVENT_SECONDS, endOfTime } from "../moment.ts";
import { findNode } from "../nodes.ts";
import { proofText } from "../proof.ts";
import { disowned } from "../talos-annotations.ts";

/** Somebody but Talos writes the proof's revision (cluster-semantics §1.4): it is another one, and Talos leaves it alone from then on. */
export const foreignMarker: EventKind = {
  name: "foreign-marker",
  argument: "NODE",
  summary:
    "somebody else writes another revision into the node's proof, which Talos then leaves alone",
  prepare: (name) =>
    name === ""
      ? undefined
      : (context) => {
          const seen = findNode(context, name);
          if ("refused" in seen) return seen;
          const credentials = context.profile.spec.credentials ?? [];
          if (credentials.length === 0) return { refused: "the profile names no credential" };
          let shown = seen.node.metadata.annotations ?? {};
          for (const { proof } of credentials) {
            const value = madeUpDigest(["foreign", name, shown[proof.revision] ?? ""]);
            shown = { ...disowned(shown, proof.revision), [proof.revision]: value };
          }
          return {
            edits: [{ at: ["objects", seen.key, "metadata", "annotations"], value: shown }],
          };
        },
};

/**
 * A transaction holds the node, or was killed while it did (bridge §1.3, §2.9): its owner and, where given, how far it got. Without a
 * phase nobody can say whether it has changed anything yet.
 */
export const claim: EventKind = {
  name: "claim",
  argument: "NODE:OWNER[:PHASE]",
  summary: "a transaction holds the node, such as NODE:run-7:claimed or NODE:run-7:mutating",
  prepare: (argument) => {
    const [name = "", owner = "", phase, ...others] = argument.split(":");
    if (name === "" || owner === "" || phase === "" || others.length > 0) return undefined;
    return (context) => {
      const seen = findNode(context, name);
      if ("refused" in seen) return seen;
      const keys = context.profile.spec.nodes?.ownership;
      if (keys === undefined)
        return { refused: "the profile names no annotations by which a node is held" };
      if (phase !== undefined && keys.phase === undefined)
        return { refused: "the profile names no annotation for a phase" };
      const at = ["objects", seen.key, "metadata", "annotations"];
      const edits: Edit[] = [{ at: [...at, keys.owner], value: owner }];
      if (keys.phase !== undefined) edits.push({ at: [...at, keys.phase], value: phase });
      return { edits };
    };
  },
};

const results = ["pulled", "denied", "failed"] as const;

/**
 * An uncached pull through the kubelet (cluster-semantics §1.3: the only one that is evidence of the runtime), of the desired
 * image with each credential. It is recorded with the node's present boot; which credential answered it is not seen.
 */
export const pull: EventKind = {
  name: "pull",
  argument: "NODE[:pulled|denied|failed]",
  summary: "an uncached pull through the node's kubelet succeeds, is denied or fails",
  prepare: (argument) => {
    const [name = "", word = "pulled", ...others] = argument.split(":");
    const result = results.find((each) => each === word);
    if (name === "" || result === undefined || others.length > 0) return undefined;
    return (context) => {
      const seen = findNode(context, name);
      if ("refused" in seen) return seen;
      const moment = afterSeconds(context.snapshot, EVENT_SECONDS);
      if (moment === undefined) return endOfTime;
      const bootId = bootIdOf(seen.node);
      const probes = (context.profile.spec.credentials ?? []).map((credential) => {
        const text = proofText(context, credential);
        const image = "refused" in text ? undefined : text.image;
        return {
          credential: credential.name,
          node: name,
          through: "kubelet",
          uncached: true,
          result,
          at: moment.before(1),
          ...(image === undefined ? {} : { image }),
          ...(bootId === undefined ? {} : { bootId }),
        };
      });
      if (probes.length === 0) return { refused: "the profile names no credential" };
      const value = [...(context.snapshot.probes ?? []).map(asJson), ...probes];
      return { edits: [...moment.edits, { at: ["probes"], value }] };
    };
  },
};
