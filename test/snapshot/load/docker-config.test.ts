import { describe, expect, it } from "vitest";
import { readDockerConfig } from "../../../src/snapshot/load/docker-config.ts";
import { base64, dockerConfig, key } from "./load-support.ts";

function entries(config: unknown, hosts: readonly string[] = ["ghcr.io"]) {
  const text = typeof config === "string" ? config : JSON.stringify(config);
  const reading = readDockerConfig(text, { key, hosts });
  if (!reading.ok) throw new Error(reading.fault);
  return reading.entries;
}

const auth = base64("bot:pass:word");
const plain = entries({ auths: { "ghcr.io": { auth } } });

describe("readDockerConfig", () => {
  it.each([
    { why: "user and password", config: { "ghcr.io": { username: "bot", password: "pass:word" } } },
    {
      why: "both, agreeing",
      config: { "ghcr.io": { username: "bot", password: "pass:word", auth } },
    },
    { why: "an e-mail", config: { "ghcr.io": { auth, email: "x@y" } } },
    { why: "a scheme and slash", config: { "https://ghcr.io/": { auth } } },
    { why: "a version path", config: { "https://ghcr.io/v1/": { auth } } },
    { why: "another version path", config: { "ghcr.io/v2": { auth } } },
    { why: "capitals", config: { "GHCR.io": { auth } } },
    {
      why: "wrapped base64",
      config: { "ghcr.io": { auth: `${auth.slice(0, 4)}\n${auth.slice(4)}\n` } },
    },
    {
      why: "two spellings, one login",
      config: { "ghcr.io": { auth }, "https://ghcr.io": { auth } },
    },
  ])("is the same credential with $why", ({ config }) => {
    expect(entries({ auths: config })).toEqual(plain);
  });

  it.each([
    { why: "another password", config: { "ghcr.io": { auth: base64("bot:pass:wor") } } },
    { why: "a trailing blank in it", config: { "ghcr.io": { auth: base64("bot:pass:word ") } } },
    { why: "another user", config: { "ghcr.io": { auth: base64("bo:pass:word") } } },
    { why: "the colon elsewhere", config: { "ghcr.io": { auth: base64("bot:pas:sword") } } },
    { why: "a port", config: { "ghcr.io:5000": { auth } } },
    { why: "a path", config: { "ghcr.io/org": { auth } } },
    { why: "a token", config: { "ghcr.io": { identitytoken: "pass:word", username: "bot" } } },
  ])("is another credential with $why", ({ config }) => {
    const [entry] = entries({ auths: config });
    expect(entry?.consistent).toBe(true);
    expect(entry?.fingerprint).not.toEqual(plain[0]?.fingerprint);
  });

  it.each([
    { why: "auth and password disagree", login: { username: "bot", password: "x", auth } },
    { why: "auth beside a bare user name", login: { username: "bot", auth } },
    { why: "auth beside a token", login: { auth, identitytoken: "t" } },
    { why: "no login", login: {} },
    { why: "auth that is no base64", login: { auth: "*$%" } },
    { why: "auth without a colon", login: { auth: base64("token") } },
    { why: "unpadded auth", login: { auth: base64("bot:p").replace(/=+$/, "") } },
    { why: "a user with a colon", login: { username: "a:b", password: "c" } },
    { why: "a NUL", login: { auth: base64("bot:pass\0") } },
    { why: "a field in capitals", login: { Auth: auth } },
    { why: "a masked password", login: { username: "bot", password: "******" } },
  ])("is not consistent with $why", ({ login }) => {
    const [entry] = entries({ auths: { "ghcr.io": login } });
    expect(entry).toMatchObject({ host: "ghcr.io", consistent: false });
    expect(entry?.fingerprint).toBeUndefined();
  });

  it("is not consistent when two spellings differ", () => {
    const auths = { "ghcr.io": { auth }, "https://ghcr.io/v1/": { auth: base64("bot:other") } };
    expect(entries({ auths })).toEqual([
      { host: "ghcr.io", consistent: false, problem: "occurs with different credentials" },
    ]);
  });

  it.each([
    { why: "capitals", path: "Org" },
    { why: "one too long", path: "a".repeat(129) },
    { why: "nothing between slashes", path: "a//b" },
    { why: "a glob", path: "a/*" },
    { why: "a bracket", path: "[a]" },
    { why: "a colon", path: "a:b" },
  ])("is not consistent, and does not tell the path, with a path of $why", ({ path }) => {
    const told = [
      { host: "ghcr.io:5000", consistent: false, problem: "a path that is no repository's" },
    ];
    const spelling = `https://GHCR.io:5000/v1/ok/${path}`;
    expect(entries({ auths: { [spelling]: { auth } } })).toEqual(told);
    expect(entries({ credHelpers: { [spelling]: "x" } })).toEqual(told);
  });

  it.each(["org", "a".repeat(128), "a/b.c_d-e0"])("keeps a repository's path (%#)", (path) => {
    expect(entries({ auths: { [`ghcr.io/${path}`]: { auth } } })).toMatchObject([
      { host: `ghcr.io/${path}`, consistent: true },
    ]);
  });

  it("is not consistent where a helper may answer", () => {
    expect(
      entries({ auths: { "ghcr.io": { auth } }, credHelpers: { "ghcr.io": "x" } }),
    ).toMatchObject([{ host: "ghcr.io", consistent: false }]);
    expect(entries({ credsStore: "desktop" })).toMatchObject([
      { host: "ghcr.io", consistent: false },
    ]);
  });

  it("has no entries for empty auths", () => {
    expect(entries({ auths: {} })).toEqual([]);
    expect(entries({})).toEqual([]);
  });

  it("knows Docker Hub by all its names", () => {
    const [hub] = entries(dockerConfig("a", "b", "docker.io"));
    for (const host of ["https://index.docker.io/v1/", "registry-1.docker.io"]) {
      expect(entries(dockerConfig("a", "b", host))).toEqual([hub]);
    }
  });

  it("reads the legacy form", () => {
    const text = JSON.stringify({ "ghcr.io": { auth } });
    const reading = readDockerConfig(text, { key, hosts: [], isLegacy: true });
    expect(reading).toEqual({ ok: true, entries: plain });
  });

  it.each([
    "",
    "auths: {}",
    "[]",
    '{"auths": []}',
    '{"auths": {"ghcr.io": null}}',
    '{"auths": {"ghcr.io": {"auth": 5}}}',
    '{"auths": {"https://u:p@ghcr.io": {}}}',
    '{"auths": {"ghcr.io": {}, "ghcr.io": {}}}',
    '{"credHelpers": 5}',
    `${"[".repeat(100_000)}${"]".repeat(100_000)}`,
  ])("refuses what is no docker config (%#)", (text) => {
    expect(readDockerConfig(text, { key, hosts: [] }).ok).toBe(false);
  });
});
