import { describe, expect, it } from "vitest";
import { daysBetween, dayText, instantText, spanText } from "../../src/report/time-text.ts";

describe("spanText", () => {
  it.each([
    { from: "2026-08-06T17:20:00Z", to: "2026-08-01T12:00:00Z", text: "5 d 5 h" },
    { from: "2026-08-06T17:20:00Z", to: "2026-08-06T17:20:59Z", text: "59 s" },
    { from: "2026-08-06T17:20:00Z", to: "2026-08-06T17:21:00Z", text: "1 min" },
    { from: "2026-08-06T00:00:00Z", to: "2026-08-07T00:00:00Z", text: "1 d" },
    { from: "2026-08-06T00:00:00Z", to: "2026-08-06T02:30:00Z", text: "2 h 30 min" },
    { from: "2026-08-06T00:00:00Z", to: "2026-08-07T00:01:00Z", text: "1 d" },
    { from: "2026-08-06", to: "never", text: undefined },
  ])("from $from to $to: $text", ({ from, to, text }) => {
    expect(spanText(from, to)).toBe(text);
  });
});

describe("daysBetween", () => {
  it("counts whole days", () => {
    expect(daysBetween("2026-07-26", "2026-08-09T00:00:00Z")).toBe(14);
    expect(daysBetween("2026-07-26", "2026-08-08T23:59:59Z")).toBe(13);
    expect(daysBetween("2026-07-26", "never")).toBeUndefined();
  });
});

describe("instantText", () => {
  it("drops what says nothing", () => {
    expect(instantText("2026-08-09T00:00:00Z")).toBe("2026-08-09 00:00 UTC");
    expect(instantText("2026-08-09T00:00:01.5Z")).toBe("2026-08-09 00:00:01.5 UTC");
    expect(instantText("a while ago")).toBe("a while ago");
  });
});

describe("dayText", () => {
  const since = "2026-07-26";
  it.each([
    { ageDays: 11, failsAt: "2026-08-09T00:00:00Z", text: "day 11 of 14" },
    { ageDays: 15, failsAt: "2026-08-09T00:00:00Z", text: "day 15 of 14" },
    { ageDays: 11, failsAt: undefined, text: "day 11" },
    { ageDays: 11, failsAt: "2026-07-27T00:00:00Z", text: "day 11 of 1" },
    { ageDays: 11, failsAt: "2026-07-26T00:00:00Z", text: "day 11" },
    { ageDays: 11, failsAt: "2026-07-26T12:00:00Z", text: "day 11" },
    { ageDays: 11, failsAt: "2026-07-01T00:00:00Z", text: "day 11" },
  ])("of a window until $failsAt is $text", ({ ageDays, failsAt, text }) => {
    const gate = { activatedOn: since, ageDays };
    expect(dayText(failsAt === undefined ? gate : { ...gate, failsAt })).toBe(text);
  });
});
