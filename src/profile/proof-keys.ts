import type { Profile } from "./profile.ts";

/** Node annotations that claim a proof of some credential, those of older versions included. */
export function proofKeys(profile: Profile): ReadonlySet<string> {
  const keys = (profile.spec.credentials ?? []).flatMap(({ proof }) => [
    proof.revision,
    proof.image,
    proof.uid,
    proof.bootId,
    ...(proof.legacy ?? []),
  ]);
  return new Set(keys.filter((key) => key !== undefined));
}
