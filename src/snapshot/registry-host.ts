const dockerHubAliases: ReadonlySet<string> = new Set([
  "docker.io",
  "index.docker.io",
  "registry-1.docker.io",
]);

/**
 * The one spelling of a registry host: no scheme, no `/v1/` or `/v2/`, no trailing slash, the host in lower
 * case, Docker Hub as `docker.io`; port and any other path stay. Undefined for a text that is no host, such
 * as one with a user in it.
 */
export function canonicalHost(text: string): string | undefined {
  const [authority = "", ...path] = text.replace(/^https?:\/\//i, "").split("/");
  if (path[0] === "v1" || path[0] === "v2") path.shift();
  while (path.at(-1) === "") path.pop();
  const lower = authority.toLowerCase();
  const host = dockerHubAliases.has(lower) ? "docker.io" : lower;
  const whole = [host, ...path].join("/");
  return /^[a-z0-9*[][A-Za-z0-9*._:[\]/-]{0,252}$/.test(whole) ? whole : undefined;
}

/**
 * The host of a canonical host without its path where that path could be no repository's: what else stands
 * there may be a secret. Undefined where the whole can be told.
 */
export function hostWithOddPath(canonical: string): string | undefined {
  const [authority = "", ...path] = canonical.split("/");
  return path.every((segment) => /^[a-z0-9._-]{1,128}$/.test(segment)) ? undefined : authority;
}
