import { describe, expect, it } from "vitest";
import { nearest } from "../../src/input/suggest.ts";

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
