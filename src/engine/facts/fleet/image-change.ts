interface Image {
  readonly repository: string;
  readonly tag: string | undefined;
  readonly digest: string | undefined;
}

/**
 * Says how one image reference differs from another, as `v1.20.0-rc.0 → v1.20.0 (pre-release → release)`:
 * by repository if that differs, else by tag, else by digest.
 */
export function describeImageChange(before: string, after: string): string {
  const from = parseImage(before);
  const to = parseImage(after);
  if (from.repository !== to.repository) return `${named(from)} → ${named(to)}`;
  if (from.tag !== to.tag) {
    return `${from.tag ?? "without tag"} → ${to.tag ?? "without tag"}${maturity(from.tag, to.tag)}`;
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

function maturity(before: string | undefined, after: string | undefined): string {
  const from = maturityOf(before);
  const to = maturityOf(after);
  return from === undefined || to === undefined || from === to ? "" : ` (${from} → ${to})`;
}

/** By the words that projects use for it; a suffix such as `-alpine` names a flavour. */
function maturityOf(tag: string | undefined): "pre-release" | "release" | undefined {
  const version = /^v?\d+\.\d+\.\d+(?:-([0-9A-Za-z.-]+))?$/.exec(tag ?? "");
  if (version === null) return undefined;
  const [, suffix] = version;
  if (suffix === undefined) return "release";
  const isEarly = /^(?:alpha|beta|rc|pre|preview|dev|snapshot|canary|nightly)(?:$|[.\d-])/i.test(
    suffix,
  );
  return isEarly ? "pre-release" : undefined;
}
