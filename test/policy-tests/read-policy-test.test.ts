import { describe, expect, it } from "vitest";
import { readPolicyTest } from "../../src/policy-tests/read-policy-test.ts";
import { gatePolicy, gateProfile, gateSnapshot, outcomeOf, testDocument } from "./support.ts";

// Goal: whatever is wrong with a test file is told with its place, before anything is judged.

function problemsIn(spec: string) {
  const read = readPolicyTest(testDocument(spec));
  return read.ok
    ? []
    : read.problems.map(({ message, position }) => `${position?.line}: ${message}`);
}

const oneCase = (given: string): string =>
  `cases:\n  - { name: a, given: ${given}, expect: { verdict: allow } }`;

describe("readPolicyTest", () => {
  it.each([
    ["policies: []\ncases: []", "4: `policies` must NOT have fewer than 1 items"],
    ["case: []", "4: `spec` has no key `case`"],
    ["cases:\n  - { name: a }", "5: item 0 of `cases` lacks the key `expect`"],
    ["cases:\n  - { name: a, expect: {} }", "5: `expect` must NOT have fewer than 1 properties"],
    [
      "cases:\n  - { name: a, expect: { nodes: {} } }",
      "5: `nodes` must NOT have fewer than 1 properties",
    ],
    [
      "cases:\n  - { name: a, expect: { nodes: { n: rebot } } }",
      "5: `n` is not written as it must be",
    ],
    [
      "cases:\n  - { name: a, expect: { quiet: other } }",
      "5: `quiet` is not written as it must be",
    ],
    [
      "cases:\n  - { name: a, expect: { verdict: allow } }\n  - { name: a, expect: { verdict: deny } }",
      "6: two cases are named `a`",
    ],
    [oneCase("{ now: 2026-02-30 }"), "5: `now` is no time"],
    [oneCase("{ takenAt: 2026-08-06T17:20:00 }"), "5: `takenAt` is no time"],
    [oneCase("{ earlier: { takenAt: 2026-08-06T25:20:00Z } }"), "5: `takenAt` is no time"],
    [
      oneCase("{ evidence: a, snapshot: {} }"),
      "5: `evidence` and `snapshot` are two answers to one question",
    ],
    [oneCase("{ events: [cluster-updat] }"), "5: there is no event `cluster-updat`"],
    [oneCase("{ events: [reboot] }"), "5: event `reboot` needs an argument"],
    [oneCase("{ events: [{ op: remove, path: takenAt }] }"), "5: `path` is no JSON Pointer"],
    [oneCase('{ events: [{ op: replace, path: "/takenAt" }] }'), "5: `replace` lacks its `value`"],
    [
      oneCase('{ events: [{ op: add, path: "/__proto__/x", value: 1 }] }'),
      "5: the pointer names a key that objects of JavaScript reserve",
    ],
  ])("refuses %s", (spec, message) => {
    expect(problemsIn(spec).join("\n")).toContain(message);
  });

  it("tells all mistakes of one file", () => {
    const spec = `given: { now: never-2026 }\n${oneCase("{ events: [lose, advance] }")}`;
    expect(problemsIn(spec).length).toBe(1);
    const times = `given: { now: 2026-99-99 }\n${oneCase("{ events: [lose, advance] }")}`;
    expect(problemsIn(times)).toHaveLength(3);
  });

  it("takes operations that follow each other for one patch, each at its own place", () => {
    const remove = '{ op: remove, path: "/a" }';
    const read = readPolicyTest(
      testDocument(oneCase(`{ events: [${remove}, ${remove}, advance=1h, ${remove}] }`)),
    );
    const steps = read.ok ? (read.value.cases[0]?.given.steps ?? []) : [];
    expect(steps.map(({ step }) => step.type)).toEqual(["patch", "event", "patch"]);
  });

  it("lets a case say otherwise what all are given, params one by one", () => {
    const common = "given: { evidence: a, intent: heal, params: { x: 1, y: 2 } }";
    const own = oneCase("{ snapshot: {}, params: { y: 3, z: true } }");
    const read = readPolicyTest(testDocument(`${common}\n${own}`));
    if (!read.ok) throw new Error("it is a test");
    expect(read.value.cases[0]?.given).toMatchObject({
      seen: { type: "snapshot" },
      intent: "heal",
      params: [
        { name: "x", value: "1" },
        { name: "y", value: "3" },
        { name: "z", value: "true" },
      ],
    });
  });
});

describe("what a case is given", () => {
  const common = `given: { profile: ${gateProfile}, snapshot: ${gateSnapshot("2026-08-04")} }`;
  const expecting = (given: string, state: string): string =>
    `${common}\ncases:\n  - { name: a, given: ${given}, expect: { gates: { g: ${state} } } }`;
  const earlier =
    '{ earlier: { events: [{ op: replace, path: "/takenAt", value: "2026-08-05T12:00:00Z" }] } }';

  it.each([
    ["at the time it was seen", "{}", "active"],
    ["later, as time passed", "{ events: [advance=24h] }", "expired"],
    ["later than it was seen", "{ now: 2026-08-07 }", "expired"],
    ["at the last instant before that", "{ now: 2026-08-06T23:59:59.999Z }", "active"],
    ["of another time", "{ takenAt: 2026-08-07 }", "expired"],
    [
      "with a patch",
      '{ events: [{ op: replace, path: "/git/files/k8s~1kustomization.yaml/markers/0/value", value: "2026-08-03" }] }',
      "expired",
    ],
    ["with other params", "{ params: { days: 2 } }", "expired"],
    ["beside an earlier snapshot", earlier, "active"],
  ])("is judged %s", (_how, given, state) => {
    const outcome = outcomeOf(gatePolicy, expecting(given, state), { only: () => true });
    expect(outcome).toMatchObject({ outcome: "passed" });
    const other = state === "active" ? "expired" : "active";
    const failed = outcomeOf(gatePolicy, expecting(given, other), { only: () => true });
    expect(failed).toMatchObject({ outcome: "failed" });
  });

  it.each([
    [
      "no evidence",
      "cases:\n  - { name: a, expect: { verdict: allow } }",
      "the case `a` is given no evidence",
      5,
    ],
    [
      "no profile",
      `given: { snapshot: ${gateSnapshot()} }\ncases:\n  - { name: a, expect: { verdict: allow } }`,
      "the case `a` has a snapshot and no profile",
      6,
    ],
    [
      "a profile that is none",
      `given: { snapshot: ${gateSnapshot()}, profile: { gate: [] } }\ncases:\n  - { name: a, expect: { verdict: allow } }`,
      "`spec` has no key `gate`",
      4,
    ],
    [
      "a snapshot that is none",
      `given: { snapshot: { takenAt: 1 }, profile: {} }\ncases:\n  - { name: a, expect: { verdict: allow } }`,
      "`takenAt` has a value of the wrong type",
      4,
    ],
    [
      "an event that cannot happen",
      expecting("{ events: [advance=1h, reboot=nobody] }", "active"),
      "event `reboot=nobody`: there is no node `nobody`",
      6,
    ],
    [
      "a patch that fits nothing",
      expecting('{ events: [{ op: remove, path: "/talos" }] }', "active"),
      "there is nothing at this pointer: `/` has no `talos`",
      6,
    ],
    [
      "an earlier one that is not earlier",
      expecting("{ earlier: {} }", "active"),
      "what is seen earlier was not taken before the rest",
      6,
    ],
  ])("is refused with %s", (_what, spec, message, line) => {
    const outcome = outcomeOf(gatePolicy, spec);
    expect(outcome).toMatchObject([{ message, position: { file: "a.test.yaml", line } }]);
  });
});
