import { asJson } from "../input/as-json.ts";
import { ownValue } from "../input/own-value.ts";
import type { ProfileSource } from "../profile/profile.ts";
import { objectKey, type Snapshot } from "../snapshot/snapshot.ts";
import type { Edit } from "./edit.ts";
import type { EventContext } from "./event.ts";

/**
 * How Git declares that artifacts are verified, written to the live sources by the steps that ran; a source that was not read,
 * or of which no declaration was, stays as it is.
 */
export function verifiedEdits(
  { snapshot, profile }: EventContext,
  hasRun: (step: string) => boolean,
): readonly Edit[] {
  return (profile.spec.sources ?? []).flatMap((source): readonly Edit[] => {
    const { ociRepository, writtenBy } = source;
    if (writtenBy !== undefined && !hasRun(writtenBy)) return [];
    const { namespace, name } = ociRepository;
    const key = objectKey("source.toolkit.fluxcd.io/v1", "OCIRepository", namespace, name);
    const declared = declaredIn(snapshot, source);
    if (declared === undefined || ownValue(snapshot.objects, key) === undefined) return [];
    const value = declared.verify === undefined ? undefined : asJson(declared.verify);
    return [{ at: ["objects", key, "spec", "verify"], value }];
  });
}

function declaredIn({ git, rendered }: Snapshot, { ociRepository, verification }: ProfileSource) {
  const { namespace, name } = ociRepository;
  const key = objectKey("source.toolkit.fluxcd.io", "OCIRepository", namespace, name);
  const file = ownValue(git?.files ?? {}, verification?.file ?? "");
  const inGit = file?.verifications?.find(({ pointer }) => pointer === verification?.pointer);
  return inGit ?? ownValue(rendered?.verifications ?? {}, key);
}
