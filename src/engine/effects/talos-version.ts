/** A Talos version, told apart as Semantic Versioning 2.0.0 does; build metadata is dropped. */
export interface TalosVersion {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
  /** Empty for a release. */
  readonly preRelease: readonly (number | string)[];
}

const versionText =
  /^v?(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(?:-([0-9A-Za-z.-]{1,100}))?(?:\+[0-9A-Za-z.-]{1,100})?$/;

/** Reads `v1.13.8`, with or without the `v`; undefined for any other text. */
export function parseTalosVersion(text: string): TalosVersion | undefined {
  const match = versionText.exec(text);
  if (match === null) return undefined;
  const [, major, minor, patch, preRelease] = match;
  const identifiers = preRelease === undefined ? [] : preRelease.split(".");
  if (identifiers.includes("")) return undefined;
  return {
    major: Number(major),
    minor: Number(minor),
    patch: Number(patch),
    preRelease: identifiers.map((each) => (/^\d{1,15}$/.test(each) ? Number(each) : each)),
  };
}

/** Negative, zero or positive as `a` comes before, with or after `b`; a pre-release comes before its release. */
export function compareTalosVersions(a: TalosVersion, b: TalosVersion): number {
  return (
    a.major - b.major ||
    a.minor - b.minor ||
    a.patch - b.patch ||
    comparePreReleases(a.preRelease, b.preRelease)
  );
}

function comparePreReleases(a: TalosVersion["preRelease"], b: TalosVersion["preRelease"]): number {
  if (a.length === 0 || b.length === 0) return b.length - a.length;
  for (const [index, left] of a.entries()) {
    const right = b[index];
    if (right === undefined) return 1;
    const order = compareIdentifiers(left, right);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareIdentifiers(a: number | string, b: number | string): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "number") return -1;
  if (typeof b === "number") return 1;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
