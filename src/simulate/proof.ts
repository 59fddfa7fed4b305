import { createFactSource } from "../engine/fact-source.ts";
import { readDesiredImage } from "../engine/facts/credential/desired-image.ts";
import { bootIdOf } from "../engine/facts/node/node-object.ts";
import { ownValue } from "../input/own-value.ts";
import type { ProfileCredential } from "../profile/profile.ts";
import type { EventContext, Refusal } from "./event.ts";
import type { SeenNode } from "./nodes.ts";

/** What a proof of a credential says today: the declared revision and, where the profile names one, the desired image. */
export interface ProofText {
  readonly revision: string;
  readonly image: string | undefined;
}

export function proofText(
  { snapshot, profile }: EventContext,
  credential: ProfileCredential,
): ProofText | Refusal {
  const declared = ownValue(snapshot.credentials ?? {}, credential.name)?.declared;
  if (declared?.revision === undefined)
    return { refused: `the declared revision of \`${credential.name}\` is not in the snapshot` };
  const image = readDesiredImage(createFactSource(snapshot, profile, undefined), credential);
  if (image?.state === "unknown")
    return { refused: `the desired image of \`${credential.name}\` is not in the snapshot` };
  return { revision: declared.revision, image: image?.value };
}

/** The annotations that say so on one Node, bound to it as far as the profile has keys for that. */
export function proofAnnotations(
  { proof }: ProfileCredential,
  { revision, image }: ProofText,
  { node }: SeenNode,
): Readonly<Record<string, string>> {
  const pairs: readonly (readonly [string | undefined, string | undefined])[] = [
    [proof.revision, revision],
    [proof.image, image],
    [proof.uid, node.metadata.uid],
    [proof.bootId, bootIdOf(node)],
  ];
  return Object.fromEntries(
    pairs.flatMap(([key, value]) =>
      key === undefined || value === undefined ? [] : [[key, value]],
    ),
  );
}
