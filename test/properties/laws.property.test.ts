import { describe, expect, it } from "vitest";
import { checkLaw } from "../../src/testing/laws/check-law.ts";
import { shippedLaws } from "./shipped-laws.ts";

const runs = Number(process.env.LAW_RUNS ?? 300);
/** Milliseconds a run may take, many times what it does. */
const RUN_MAX_MS = 100;

/** Files are read for it and texts written, which takes several times as long as a world. */
const seldom = "secrets never leave";

describe("the shipped policies", () => {
  it.each(shippedLaws())("hold: $name", { timeout: runs * RUN_MAX_MS }, (law) => {
    expect(() =>
      checkLaw(law, { runs: law.name === seldom ? Math.ceil(runs / 6) : runs }),
    ).not.toThrow();
  });
});
