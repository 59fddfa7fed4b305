/** A version as image tags write it. */
export interface Version {
  /** Major, minor, patch. */
  readonly numbers: readonly bigint[];
  readonly suffix: string | undefined;
  /** By the words that projects use for it; undefined for a suffix such as `-alpine`, which names a flavour. */
  readonly maturity: "pre-release" | "release" | undefined;
}

/** Reads `v1.20.0-rc.1` and the like; undefined for tags that are no version of three numbers. */
export function parseVersion(tag: string | undefined): Version | undefined {
  const version = /^v?(\d{1,20})\.(\d{1,20})\.(\d{1,20})(?:-([0-9A-Za-z.-]+))?$/.exec(tag ?? "");
  if (version === null) return undefined;
  const [, major = "", minor = "", patch = "", suffix] = version;
  const numbers = [major, minor, patch].map(BigInt);
  if (suffix === undefined) return { numbers, suffix, maturity: "release" };
  const isEarly = /^(?:alpha|beta|rc|pre|preview|dev|snapshot|canary|nightly)(?:$|[.\d-])/i.test(
    suffix,
  );
  return { numbers, suffix, maturity: isEarly ? "pre-release" : undefined };
}

/** Negative, zero or positive, by Semantic Versioning 2.0.0 §11; flavours of one version are neither above nor below each other. */
export function compareVersions(a: Version, b: Version): number {
  for (const [at, number] of a.numbers.entries()) {
    const other = b.numbers[at] ?? 0n;
    if (number !== other) return number < other ? -1 : 1;
  }
  if (a.maturity === undefined || b.maturity === undefined) return 0;
  if (a.suffix === undefined || b.suffix === undefined)
    return Number(a.suffix === undefined) - Number(b.suffix === undefined);
  return compareSuffixes(a.suffix.split("."), b.suffix.split("."));
}

function compareSuffixes(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((own, index) => own !== b[index]);
  const part = a[at];
  const other = b[at];
  // One is the beginning of the other, and the longer one is above.
  if (part === undefined || other === undefined) return a.length - b.length;
  return compareIdentifiers(part, other);
}

function compareIdentifiers(a: string, b: string): number {
  const [isNumber, isOtherNumber] = [isNumeric(a), isNumeric(b)];
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  if (isNumber) return BigInt(a) < BigInt(b) ? -1 : 1;
  return a < b ? -1 : 1;
}

function isNumeric(identifier: string): boolean {
  return /^\d{1,20}$/.test(identifier);
}
