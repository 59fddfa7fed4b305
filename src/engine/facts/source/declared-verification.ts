import type { ProfileSource } from "../../../profile/profile.ts";
import { objectKey, type SnapshotGap } from "../../../snapshot/snapshot.ts";
import { type Note, unknown } from "../fact.ts";
import { gapsOf, missingReasons } from "../gaps.ts";
import { type Known, unknownFor } from "../known.ts";
import type { SourceSubject } from "../subject.ts";
import { spellVerification, type VerificationText } from "./verification.ts";

/** How Git declares that the source's artifacts are verified, by the file that the profile names or as rendered. */
export function declaredVerification(
  subject: SourceSubject,
  note: Note | undefined,
): Known<VerificationText> {
  const pieces = [inGit(subject, note), asRendered(subject, note)];
  const known = pieces.flatMap((piece) => (piece?.state === "value" ? [piece] : []));
  const [first, second] = known;
  if (first !== undefined && second !== undefined && first.value !== second.value) {
    const detail = "the file of the Git checkout and what was rendered from it verify differently";
    return unknown("Inconsistent", detail, { cure: cureOf(subject.named) });
  }
  return first ?? pieces.find((piece) => piece !== undefined) ?? untold(subject);
}

/** Undefined where the profile names no file. */
function inGit(
  { source, named }: SourceSubject,
  note: Note | undefined,
): Known<VerificationText> | undefined {
  if (named.verification === undefined) return undefined;
  const { file, pointer } = named.verification;
  const files = source.snapshot.git?.files;
  const records =
    files !== undefined && Object.hasOwn(files, file) ? files[file]?.verifications : undefined;
  const at = records?.findIndex((one) => one.pointer === pointer) ?? -1;
  const record = records?.[at];
  if (record === undefined) return notRead(named, file, gapsOf(source).on("git", file));
  const path = ["git", "files", file, "verifications", String(at)];
  note?.([...path, "verify", "provider"], record.verify?.provider ?? null);
  return { state: "value", value: spellVerification(record.verify) };
}

/** Undefined where it was not rendered. */
function asRendered(
  { source, named }: SourceSubject,
  note: Note | undefined,
): Known<VerificationText> | undefined {
  const { namespace, name } = named.ociRepository;
  const key = objectKey("source.toolkit.fluxcd.io", "OCIRepository", namespace, name);
  const rendered = source.snapshot.rendered?.verifications;
  const record = rendered !== undefined && Object.hasOwn(rendered, key) ? rendered[key] : undefined;
  if (record === undefined) return undefined;
  const path = ["rendered", "verifications", key, "verify", "provider"];
  note?.(path, record.verify?.provider ?? null);
  return { state: "value", value: spellVerification(record.verify) };
}

function untold({ source, named }: SourceSubject): Known<VerificationText> {
  return notRead(named, "the rendered OCIRepository", gapsOf(source).within("rendered"));
}

function notRead(
  named: ProfileSource,
  what: string,
  gaps: readonly SnapshotGap[],
): Known<VerificationText> {
  const detail = `how artifacts are to be verified was looked for in ${what}, which is not in the snapshot`;
  return unknownFor(missingReasons(gaps, { detail, cure: cureOf(named) }));
}

function cureOf({ verification, ociRepository }: ProfileSource): string {
  return verification === undefined
    ? `give the rendered OCIRepository ${ociRepository.namespace}/${ociRepository.name}`
    : `give the checkout that holds ${verification.file} (--git DIR)`;
}
