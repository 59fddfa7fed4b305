import { compareVersions, parseVersion } from "./image-version.ts";

interface Image {
  readonly repository: string;
  readonly tag: string | undefined;
  readonly digest: string | undefined;
}

/**
 * Says how one image reference differs from another, as `v1.20.0-rc.0 → v1.20.0 (pre-release → release)`:
 * by repository if that differs, else by tag, else by digest. Of versions it tells what is worth knowing.
 */
export function describeImageChange(before: string, after: string): string {
  const from = parseImage(before);
  const to = parseImage(after);
  if (from.repository !== to.repository) return `${named(from)} → ${named(to)}`;
  if (from.tag !== to.tag) {
    return `${from.tag ?? "without tag"} → ${to.tag ?? "without tag"}${remarks(from.tag, to.tag)}`;
  }
  return `digest ${shortDigest(from.digest)} → ${shortDigest(to.digest)}`;
}

function parseImage(reference: string): Image {
  const [name = "", digest] = reference.split("@", 2);
  const colon = name.lastIndexOf(":");
  // A colon before the last slash belongs to the registry's port.
  const hasTag = colon > name.lastIndexOf("/");
  return {
    repository: hasTag ? name.slice(0, colon) : name,
    tag: hasTag ? name.slice(colon + 1) : undefined,
    digest,
  };
}

function named({ repository, tag }: Image): string {
  return tag === undefined ? repository : `${repository}:${tag}`;
}

/** `sha256:` and twelve hex digits. */
function shortDigest(digest: string | undefined): string {
  return digest === undefined ? "none" : digest.slice(0, 19);
}

/** What is worth knowing of a change of versions: from or to a pre-release, another major version, down. */
function remarks(before: string | undefined, after: string | undefined): string {
  const from = parseVersion(before);
  const to = parseVersion(after);
  if (from === undefined || to === undefined) return "";
  const isOtherKind =
    from.maturity !== undefined && to.maturity !== undefined && from.maturity !== to.maturity;
  const told = [
    ...(isOtherKind ? [`${from.maturity} → ${to.maturity}`] : []),
    ...(from.numbers[0] === to.numbers[0] ? [] : ["another major version"]),
    ...(compareVersions(from, to) > 0 ? ["down"] : []),
  ];
  return told.length === 0 ? "" : ` (${told.join(", ")})`;
}
