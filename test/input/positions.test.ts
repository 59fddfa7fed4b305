import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDocuments } from "../../src/input/read-documents.ts";
import type { SourceDocument } from "../../src/input/source-document.ts";

function documentOf(text: string, index = 0): SourceDocument {
  const result = readDocuments({ file: "f", text });
  const document = result.ok ? result.value[index] : undefined;
  if (document === undefined) throw new Error(`not readable: ${JSON.stringify(result)}`);
  return document;
}

const show = ({ line, column }: { line: number; column: number }): string => `${line}:${column}`;

const yaml = `# head
spec:
  rules:
    - name: a
      when: &w {x: 1}
    - {name: b, when: *w}
  empty:
"quoted key": [1, 2]
`;
const json =
  '\ufeff{\n  "spec": {"rules": [{"name": "a"}, {"n\\u0061me": "b"}]},\n  "n": [1, 2]\n}';

describe("positionAt", () => {
  it.each([
    { text: yaml, path: [], value: "2:1", key: "2:1", why: "the root" },
    { text: yaml, path: ["spec"], value: "3:3", key: "2:1", why: "a map" },
    { text: yaml, path: ["spec", "rules"], value: "4:5", key: "3:3", why: "a list" },
    { text: yaml, path: ["spec", "rules", "0", "name"], value: "4:13", key: "4:7", why: "a text" },
    { text: yaml, path: ["spec", "rules", "1"], value: "6:7", key: "6:7", why: "an item" },
    {
      text: yaml,
      path: ["spec", "rules", "1", "when"],
      value: "6:23",
      key: "6:17",
      why: "an alias",
    },
    {
      text: yaml,
      path: ["spec", "rules", "1", "when", "x"],
      value: "5:20",
      key: "5:17",
      why: "inside an alias",
    },
    {
      text: yaml,
      path: ["spec", "rules", "7", "name"],
      value: "4:5",
      key: "3:3",
      why: "a missing item",
    },
    { text: yaml, path: ["spec", "nothing"], value: "3:3", key: "2:1", why: "a missing key" },
    {
      text: yaml,
      path: ["quoted key", "1"],
      value: "8:19",
      key: "8:19",
      why: "after a quoted key",
    },
    { text: json, path: [], value: "1:1", key: "1:1", why: "the root in JSON" },
    {
      text: json,
      path: ["spec", "rules", "0", "name"],
      value: "2:31",
      key: "2:23",
      why: "a text in JSON",
    },
    {
      text: json,
      path: ["spec", "rules", "1", "name"],
      value: "2:51",
      key: "2:38",
      why: "an escaped key in JSON",
    },
    { text: json, path: ["n", "1"], value: "3:12", key: "3:12", why: "an item in JSON" },
    { text: json, path: ["n", "2"], value: "3:8", key: "3:3", why: "a missing item in JSON" },
    { text: json, path: ["nothing", "n"], value: "1:1", key: "1:1", why: "a missing key in JSON" },
  ])("finds $why", ({ text, path, value, key }) => {
    const document = documentOf(text);
    expect([document.positionAt(path), document.positionAt(path, "key")].map(show)).toEqual([
      value,
      key,
    ]);
  });

  it("counts lines of the file in later documents", () => {
    expect(
      show(documentOf("a: 1\r\n---\r\n---\r\nb:\r\n  c: 2\r\n", 1).positionAt(["b", "c"])),
    ).toBe("5:6");
  });

  it("gives the text of a line without its break", () => {
    const document = documentOf("a: 1\r\nb: 2\n");
    const lines = [0, 1, 2, 3, 4].map((line) => document.lineAt({ line, column: 1 }));
    expect(lines).toEqual([undefined, "a: 1", "b: 2", "", undefined]);
  });

  it.each([
    {
      text: '{"a": 1} {"b": 2}{"c": 3}\n',
      own: ['{"a": 1}', '         {"b": 2}', `${" ".repeat(17)}{"c": 3}`],
    },
    { text: "a: 1\n---\nb: 2\n---\nc: 3\n", own: ["a: 1", "b: 2", "c: 3"] },
    { text: "{a: 1}\n--- # x\n{b: 2}\n...\n---\n{c: 3}", own: ["{a: 1}", "{b: 2}", "{c: 3}"] },
  ])("gives of a line what is the document's own (%#)", ({ text, own }) => {
    const documents = own.map((_, index) => documentOf(text, index));
    const positions = documents.map((document) =>
      document.positionAt(["abc"[document.index] ?? ""]),
    );
    for (const document of documents) {
      expect(positions.map((position) => document.lineAt(position))).toEqual(
        own.map((line, index) => (index === document.index ? line : undefined)),
      );
    }
  });
});

// `@` is the character asked for: its place in the value gives the offset, its place in the file the answer.
const texts = {
  plain: "k: one @",
  "plain, second line": "k: one\n  two\n\n  three @",
  "single quotes": "k: 'it''s @'",
  "single quotes, folded": "k: 'one  \n\n   two''@'",
  "double quotes": 'k: "a\\tb\\x41\\u00e9\\U0001F600 @"',
  "double quotes, folded": 'k: "one\n  two\\\n   three \\\n  @"',
  literal: "k: |\n  one\n    two @\n  three\n",
  "literal with CRLF": "k: |\r\n  one\r\n  two @\r\n",
  "literal with header": "k: |2- # note\n     one\n   @\n",
  "literal after empty lines": "k: |\n\n\n  one @\n",
  "literal in a list": "- k\n- - a\n  - |+\n    one\n\n    @\n\n",
  folded: "k: >-\n  one\n  two\n\n  three @\n",
  "folded, more indented": "k: >\n  one\n\n    two\n    three\n\n\n  four\n  @\n",
  "folded, kept": "k: >+\n  one\n  @\n\n\n",
  JSON: '{"k": "a\\n\\u00e9\\"\\/ @"}',
} as const;

describe("positionInText", () => {
  it.each(Object.entries(texts))("points at the character in %s", (_style, text) => {
    const document = documentOf(text);
    const path = Array.isArray(document.value) ? ["1", "1"] : ["k"];
    const value = path.reduce<unknown>((item, key) => Object(item)[key], document.value);
    const before = text.slice(0, text.indexOf("@")).split("\n");
    const at = document.positionInText(path, String(value).indexOf("@"));
    expect(show(at)).toBe(`${before.length}:${(before.at(-1) ?? "").length + 1}`);
  });

  it.each([
    { text: "k: abc", path: ["k"], offset: 3, at: "1:7", why: "the end of a text" },
    { text: "k: abc", path: ["k"], offset: 99, at: "1:7", why: "an offset beyond the end" },
    { text: "k: 'abc'", path: ["k"], offset: 3, at: "1:8", why: "the closing quote" },
    { text: "k: [1]", path: ["k"], offset: 2, at: "1:4", why: "no text" },
    { text: "k: abc", path: ["x"], offset: 2, at: "1:1", why: "a missing key" },
    { text: '{"k": 12}', path: ["k"], offset: 1, at: "1:7", why: "no text in JSON" },
  ])("ends well at $why", ({ text, path, offset, at }) => {
    expect(show(documentOf(text).positionInText(path, offset))).toBe(at);
  });

  it("points at each letter wherever it stands, in every style", () => {
    const line = fc.stringMatching(/^ {0,2}[a-z]( {0,2}[a-z]){0,4}$/);
    const lines = fc.array(fc.oneof(line, fc.constant("")), { minLength: 1, maxLength: 6 });
    const header = fc.constantFrom("|", "|-", "|+", ">", ">-", ">+", "|2", ">2-", "'", '"', "");
    fc.assert(
      fc.property(lines, header, fc.constantFrom("\n", "\r\n"), (content, style, end) => {
        const isBlock = /[|>]/.test(style);
        const body = content.map((text) => (text === "" ? "" : `  ${text}`)).join(end);
        // X stands at both ends, so that no text begins or ends with blanks unless a header allows it.
        const first = style.includes("2") ? "" : `  X${end}`;
        const written = isBlock
          ? `${style}${end}${first}${body}${end}  X${end}`
          : `${style}X${end}${body}${end}  X${style}${end}`;
        const source = `k: ${written}`;
        const document = documentOf(source);
        const value = String(Object(document.value).k);
        const letters = [...value.matchAll(/[a-zX]/g)];
        const inFile = [...source.matchAll(/[a-zX]/g)].slice(1);
        expect(letters.map(([letter]) => letter)).toEqual(inFile.map(([letter]) => letter));
        letters.forEach(({ index }, place) => {
          const before = source.slice(0, inFile[place]?.index).split("\n");
          expect(show(document.positionInText(["k"], index))).toBe(
            `${before.length}:${(before.at(-1) ?? "").length + 1}`,
          );
        });
      }),
      { numRuns: 500 },
    );
  });
});

describe("comments", () => {
  it("gives each comment as written, with its line", () => {
    const text =
      "# one\na: 1 # two\r\nb: |  # three\n  # text\nc: '# text'\nd: x#y\ne: [1, # four\n  2]\n#five";
    expect(documentOf(text).comments()).toEqual([
      { line: 1, text: " one" },
      { line: 2, text: " two" },
      { line: 3, text: " three" },
      { line: 7, text: " four" },
      { line: 9, text: "five" },
    ]);
  });

  it("gives each document its own", () => {
    const text = "# head\n---\na: 1 # one\n---\n# two\nb: 2\n";
    expect(
      documentOf(text, 0)
        .comments()
        .map(({ line }) => line),
    ).toEqual([1, 3]);
    expect(
      documentOf(text, 1)
        .comments()
        .map(({ line }) => line),
    ).toEqual([5]);
  });

  it("takes no line of a block scalar for one, even without indentation", () => {
    const document = documentOf("--- |\n# text\n");
    expect(document.value).toBe("# text\n");
    expect(document.comments()).toEqual([]);
  });

  it("finds none in JSON", () => {
    expect(documentOf('{"a": "# text"}').comments()).toEqual([]);
  });
});

it("finds its way through millions of blank lines", () => {
  const document = documentOf(`a: |\n${"\n".repeat(4_000_000)}  text\n`);
  expect(show(document.positionInText(["a"], 4_000_001))).toBe("4000002:4");
}, 60_000);
