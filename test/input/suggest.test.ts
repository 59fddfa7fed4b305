import { describe, expect, it } from "vitest";
import { didYouMean, nearest, suggestion } from "../../src/input/suggest.ts";

describe("nearest", () => {
  const keys = ["gates", "credentials", "nodes", "pipeline", "maxSkewMinutes"];
  it.each([
    { word: "gate", found: "gates", why: "a letter is missing" },
    { word: "ndoes", found: "nodes", why: "two letters are swapped" },
    { word: "credetnialss", found: "credentials", why: "a swap and a letter too many" },
    { word: "maxskewminutes", found: "maxSkewMinutes", why: "only the case differs" },
    { word: "nods", found: "nodes", why: "one edit of four letters" },
    { word: "nod", found: undefined, why: "two edits of three letters" },
    { word: "secrets", found: undefined, why: "nothing is near" },
    { word: "nodes", found: undefined, why: "the word itself is no suggestion" },
    { word: "n".repeat(65), found: undefined, why: "the word is too long" },
  ])("gives $found for $word: $why", ({ word, found }) => {
    expect(nearest(word, keys)).toBe(found);
  });

  it("prefers the nearer, then the first in code-unit order", () => {
    expect(nearest("noble", ["nibbles", "nobles"])).toBe("nobles");
    expect(nearest("cat", ["hat", "bat", "rat"])).toBe("bat");
  });
});

describe("didYouMean", () => {
  const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `name${at}`);

  it("names what was meant, else all that there is, if that is not too much", () => {
    expect(didYouMean("nam1", names(12))).toBe("did you mean `name1`?");
    expect(didYouMean("xyz", names(2))).toBe("one of `name0`, `name1`");
    expect(didYouMean("xyz", names(12))).toMatch(/^one of /);
    expect(didYouMean("xyz", names(13))).toBeUndefined();
    expect(didYouMean("xyz", [])).toBeUndefined();
  });
});

describe("suggestion", () => {
  it("says what was meant, else something else, if there is anything to say", () => {
    expect(suggestion("a", "b")).toEqual({ help: "did you mean `a`?" });
    expect(suggestion(undefined, "b")).toEqual({ help: "b" });
    expect(suggestion(undefined)).toEqual({});
  });
});
