import { describe, expect, it } from "vitest";
import { formatProblem } from "../../src/input/format-problem.ts";
import { parseWarrant } from "../../src/warrant/read-warrant.ts";
import { contentDigestOf, type Warrant, writeWarrant } from "../../src/warrant/warrant.ts";
import { firstWarrant } from "./in-short.ts";
import { incident } from "./transaction.ts";

const warrant = firstWarrant(incident);
const secret = "hunter2-hunter2-hunter2";

function problemsOf(text: string): string {
  const read = parseWarrant(text, "w.json");
  if (read.ok) throw new Error("it was read");
  return read.problems.map((problem) => formatProblem(problem)).join("\n");
}

/** A warrant with other content, its digest made for it. */
function resealed(over: Readonly<Record<string, unknown>>): string {
  const content = { ...warrant, ...over } as Warrant;
  return JSON.stringify({ ...content, digest: contentDigestOf(content) });
}

describe("a warrant", () => {
  it("is read back as it was written, and written with the same bytes", () => {
    const text = writeWarrant(warrant);
    const read = parseWarrant(text, "w.json");
    expect(read).toEqual({ ok: true, value: warrant });
    expect(read.ok && writeWarrant(read.value)).toBe(text);
  });

  it("may be written otherwise: what it says counts, not its bytes", () => {
    const shuffled = JSON.stringify(Object.fromEntries(Object.entries(warrant).reverse()));
    expect(parseWarrant(shuffled, "w.json").ok).toBe(true);
  });

  const edits: readonly (readonly [string, (text: string) => string])[] = [
    ["a longer validity", (text) => text.replace("T21:06:00Z", "T23:06:00Z")],
    ["another holder", (text) => text.replace("run-4711/1", "run-4712/1")],
    ["a boot id", (text) => text.replace(warrant.node.bootId, "boot-of-mine")],
    ["an obligation less", (text) => text.replace('"verify",', "")],
    ["a taint more", (text) => text.replace('"taints": []', '"taints": ["a:NoExecute"]')],
    [
      "the digest itself",
      (text) =>
        text.replace(
          /sha256\/v1:(.)(?=[0-9a-f]{63}"\n?,?\s+"digests)/,
          (_all, digit) => `sha256/v1:${digit === "0" ? "1" : "0"}`,
        ),
    ],
  ];
  it.each(edits)("shows that it was edited: %s", (_what, edit) => {
    const text = edit(writeWarrant(warrant));
    expect(text).not.toBe(writeWarrant(warrant));
    expect(problemsOf(text)).toMatch(
      /^w\.json:\d+:\d+: WARRANT_ALTERED: the warrant was changed since it was issued/,
    );
  });

  it.each([
    {
      why: "another kind",
      text: resealed({ kind: "Decision" }),
      says: /w\.json:1:\d+: WARRANT_INVALID/,
    },
    { why: "a wrong type", text: resealed({ node: secret }), says: /`node`/ },
    {
      why: "an instant that does not exist",
      text: resealed({ validUntil: "2026-02-30T00:00:00Z" }),
      says: /does not exist/,
    },
    {
      why: "a key that has no business there",
      text: resealed({ [secret]: secret }),
      says: /WARRANT_INVALID/,
    },
    {
      why: "the same further down",
      text: resealed({ node: { ...warrant.node, [secret]: secret } }),
      says: /WARRANT_INVALID/,
    },
    {
      why: "a secret where a word belongs",
      text: resealed({ node: { ...warrant.node, role: secret } }),
      says: /role/,
    },
    { why: "a list where a text belongs", text: resealed({ holder: [secret] }), says: /holder/ },
    {
      why: "an obligation that there is not",
      text: resealed({ action: { ...warrant.action, obligations: [secret] } }),
      says: /WARRANT_INVALID/,
    },
    {
      why: "nothing to do",
      text: resealed({ action: { ...warrant.action, obligations: [] } }),
      says: /WARRANT_INVALID/,
    },
    { why: "no JSON", text: `{"kind": "${secret}`, says: /INPUT_SYNTAX/ },
    { why: "nothing", text: "", says: /no warrant in this file/ },
    { why: "a mere text", text: secret, says: /WARRANT_INVALID/ },
    {
      why: "two of them",
      text: `${writeWarrant(warrant)}${writeWarrant(warrant)}`,
      says: /2 documents where one warrant belongs/,
    },
    {
      why: "a key twice",
      text: writeWarrant(warrant).replace("{", '{"kind": "Warrant",'),
      says: /INPUT_DUPLICATE_KEY/,
    },
    {
      why: "a prototype",
      text: writeWarrant(warrant).replace("{", `{"__proto__": {"holder": "${secret}"},`),
      says: /WARRANT_INVALID/,
    },
    {
      why: "a deep one",
      text: `${"[".repeat(100_000)}${"]".repeat(100_000)}`,
      says: /INPUT_(LIMIT|SYNTAX)/,
    },
    {
      why: "a text beyond all measure",
      text: resealed({ holder: "x".repeat(1025) }),
      says: /holder/,
    },
    {
      why: "very many credentials",
      text: resealed({ credentials: Array.from({ length: 1001 }, () => warrant.credentials[0]) }),
      says: /credentials/,
    },
    {
      why: "a control character in a name",
      text: resealed({ node: { ...warrant.node, name: "a\u001b[2J" } }),
      says: /name/,
    },
  ])("is refused at its place, and nothing of it repeated: $why", ({ text, says }) => {
    const told = problemsOf(text);
    expect(told).toMatch(says);
    expect(told).toMatch(/^w\.json:\d+:\d+: /);
    expect(told).not.toContain("hunter2");
    expect(told).not.toContain("\u001b");
  });

  it("may be as long as it is allowed to be", () => {
    expect(parseWarrant(resealed({ holder: "x".repeat(1024) }), "w.json").ok).toBe(true);
    const credentials = Array.from({ length: 1000 }, () => warrant.credentials[0]);
    expect(parseWarrant(resealed({ credentials }), "w.json").ok).toBe(true);
  });
});

describe("a warrant that was sealed anew", () => {
  const obligations = warrant.action.obligations;
  it.each([
    [{ ...warrant, validUntil: "2099-01-01T00:00:00Z" }, "validUntil"],
    [{ ...warrant, validUntil: warrant.issuedAt }, "validUntil"],
    [{ ...warrant, digests: { ...warrant.digests, hunter2: warrant.digest } }, "digests|unknown"],
    [
      { ...warrant, action: { ...warrant.action, obligations: [...obligations].reverse() } },
      "order",
    ],
    [
      { ...warrant, action: { ...warrant.action, obligations: [obligations[0], ...obligations] } },
      "order",
    ],
  ])("is refused where no plan writes it so (%#)", (content, word) => {
    const text = JSON.stringify({ ...content, digest: contentDigestOf(content as typeof warrant) });
    expect(problemsOf(text)).toMatch(new RegExp(`WARRANT_INVALID: .*${word}`));
  });
});
