import { annotationOf, bootIdOf } from "../../engine/facts/node/node-object.ts";
import { asJson } from "../../input/as-json.ts";
import { ownValue } from "../../input/own-value.ts";
import type { ProfileCredential } from "../../profile/profile.ts";
import type { MachineConfigRecord, TalosNodeRecord } from "../../snapshot/snapshot.ts";
import { findCredential } from "../credentials.ts";
import type { Edit } from "../edit.ts";
import type { EventContext, EventKind, Refusal } from "../event.ts";
import { afterSeconds, EVENT_SECONDS, endOfTime } from "../moment.ts";
import { findNode, type SeenNode, seenNodes } from "../nodes.ts";
import { type ProofText, proofAnnotations, proofText } from "../proof.ts";
import { reconciledAnnotations } from "../talos-annotations.ts";

/**
 * The bridge writes its proof into `machine.nodeAnnotations` with mode no-reboot (bridge §1.4), and Talos puts it on the
 * Node as far as it owns the keys or they lack (cluster-semantics §1.4). It is written whether or not it is true: what it is
 * worth is for policies to say.
 */
export const reassert: EventKind = {
  name: "reassert",
  argument: "[NODE]",
  summary: "the proof of every credential is written for the node, or for all of them",
  prepare: (name) => (context) => {
    const nodes = name === "" ? seenNodes(context.snapshot) : [findNode(context, name)];
    const proofs = proofsOf(context);
    if ("refused" in proofs) return proofs;
    const moment = afterSeconds(context.snapshot, EVENT_SECONDS);
    if (moment === undefined) return endOfTime;
    const edits = [...moment.edits];
    for (const node of nodes) {
      if ("refused" in node) return node;
      edits.push(...written(node, context, { proofs, at: moment.before(1) }));
    }
    return { edits };
  },
};

type Proofs = readonly (readonly [ProfileCredential, ProofText])[];

function proofsOf(context: EventContext): Proofs | Refusal {
  const proofs: [ProfileCredential, ProofText][] = [];
  for (const credential of context.profile.spec.credentials ?? []) {
    const text = proofText(context, credential);
    if ("refused" in text) return text;
    proofs.push([credential, text]);
  }
  return proofs.length === 0 ? { refused: "the profile names no credential" } : proofs;
}

function written(
  seen: SeenNode,
  { snapshot }: EventContext,
  { proofs, at }: { readonly proofs: Proofs; readonly at: string },
): readonly Edit[] {
  const annotations = Object.assign(
    {},
    ...proofs.map(([credential, text]) => proofAnnotations(credential, text, seen)),
  );
  const { key, name, node } = seen;
  const shown = reconciledAnnotations(
    node.metadata.annotations ?? {},
    annotations,
    new Set(Object.keys(annotations)),
  );
  const record = ownValue(snapshot.talos ?? {}, name);
  return [
    { at: ["objects", key, "metadata", "annotations"], value: shown },
    ...(record === undefined
      ? []
      : [{ at: ["talos", name], value: asJson(withAnnotations(record, annotations, at)) }]),
  ];
}

function withAnnotations(
  record: TalosNodeRecord,
  annotations: Readonly<Record<string, string>>,
  at: string,
): TalosNodeRecord {
  const { machineConfig } = record;
  if (machineConfig === undefined) return record;
  const { active, persistent } = machineConfig;
  const over = (config: MachineConfigRecord): MachineConfigRecord => ({
    ...config,
    ...(config.updatedAt === undefined ? {} : { updatedAt: at }),
    documents: config.documents.map((document) =>
      document === holderOf(config)
        ? { ...document, nodeAnnotations: { ...document.nodeAnnotations, ...annotations } }
        : document,
    ),
  });
  return {
    ...record,
    machineConfig: {
      ...(active === undefined ? {} : { active: over(active) }),
      ...(persistent === undefined ? {} : { persistent: over(persistent) }),
    },
  };
}

/** The document that holds annotations: `KubeNodeConfig` where there is one (Talos 1.14), which excludes the other. */
function holderOf({
  documents,
}: MachineConfigRecord): MachineConfigRecord["documents"][number] | undefined {
  return (
    documents.find(({ kind }) => kind === "KubeNodeConfig") ??
    documents.find(({ kind }) => kind === "v1alpha1")
  );
}

/**
 * The Stage pass writes its hand-off (bridge §2.4, `--record-runtime-proof`): every node whose proof is current now, with its
 * UID and, where all boots are known, its boot id. It refuses while a node lacks the proof (§2.5).
 */
export const handOff: EventKind = {
  name: "hand-off",
  argument: "[CREDENTIAL]",
  summary:
    "the pass before the update hands on what is proven now, with the UID and boot of each node",
  prepare: (name) => (context) => {
    const credential = findCredential(context, name);
    if ("refused" in credential) return credential;
    const text = proofText(context, credential);
    if ("refused" in text) return text;
    if (text.image === undefined)
      return { refused: `the profile names no image for \`${credential.name}\`` };
    const nodes = seenNodes(context.snapshot);
    const lacking = nodes.find((each) => !isProven(each, credential, text));
    if (lacking !== undefined)
      return {
        refused: `node \`${lacking.name}\` has no current proof to hand on`,
        help: "the Stage pass proves every node before it writes a hand-off; simulate `reassert` first",
      };
    const hasBoots = nodes.every(({ node }) => bootIdOf(node) !== undefined);
    const document = {
      version: hasBoots ? 2 : 1,
      credential: credential.name,
      credentialRevision: text.revision,
      image: text.image,
      nodes: nodes.map((each) => ({
        name: each.name,
        uid: each.node.metadata.uid ?? "",
        ...(hasBoots ? { bootId: bootIdOf(each.node) ?? "" } : {}),
      })),
    };
    const proofs = [...(context.snapshot.proofs ?? []).map(asJson), asJson(document)];
    return { edits: [{ at: ["proofs"], value: proofs }] };
  },
};

function isProven(
  { node }: SeenNode,
  { proof }: ProfileCredential,
  { revision, image }: ProofText,
): boolean {
  return (
    annotationOf(node, proof.revision) === revision &&
    (proof.image === undefined || annotationOf(node, proof.image) === image)
  );
}
