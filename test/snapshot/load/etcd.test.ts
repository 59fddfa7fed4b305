import { describe, expect, it } from "vitest";
import {
  alarmHead,
  idA,
  idB,
  newStatusHead,
  statusHead,
  statusRow,
  tableOf,
} from "./etcd-support.ts";
import {
  documentOf,
  type Given,
  listOf,
  node,
  placesOf,
  problemsOf,
  snapshotOf,
} from "./load-support.ts";

const nodes = listOf([node("cp-1", "10.0.0.1"), node("cp-2", "10.0.0.2"), node("cp-3", "fd00::3")]);
const given = (text: string, more: Given = {}): Given => ({
  files: { "n.json": nodes },
  texts: { "e.txt": text },
  ...more,
});
const etcdOf = (text: string, more: Given = {}) => {
  const { talos = {}, gaps = [] } = snapshotOf(given(text, more));
  return {
    etcd: Object.fromEntries(Object.entries(talos).map(([name, one]) => [name, one.etcd])),
    gaps,
  };
};
const manifest = (etcdAlarms: unknown, file = "m.json") =>
  documentOf(
    { apiVersion: "fleetwarrant.dev/v1alpha1", kind: "SnapshotManifest", etcdAlarms },
    file,
  );
const healthy = { id: idA, leader: idA, learner: false, hasErrors: false };

describe("etcd's status", () => {
  it.each([
    {
      why: "no errors",
      text: tableOf(statusHead, statusRow({})),
      etcd: { "cp-1": { members: [healthy] } },
    },
    {
      why: "errors are told to be there, and not which",
      text: tableOf(
        statusHead,
        statusRow({}),
        statusRow({ node: "10.0.0.2", member: idB, errors: "etcdserver: no leader, memberID: 5" }),
      ),
      etcd: {
        "cp-1": { members: [healthy] },
        "cp-2": { members: [{ ...healthy, id: idB, hasErrors: true }] },
      },
    },
    {
      why: "columns that newer versions have, empty ones too",
      text: tableOf(
        newStatusHead,
        statusRow({}, ["3.6.4", "3.6.0"]),
        statusRow({ node: "10.0.0.2", member: idB, errors: "x" }, ["", ""]),
      ),
      etcd: {
        "cp-1": { members: [healthy] },
        "cp-2": { members: [{ ...healthy, id: idB, hasErrors: true }] },
      },
    },
    {
      why: "a learner, a node by its name, and an IPv6 address",
      text: tableOf(
        statusHead,
        statusRow({ node: "cp-2", learner: "true" }),
        statusRow({ node: "fd00::3" }),
      ),
      etcd: {
        "cp-2": { members: [{ ...healthy, learner: true }] },
        "cp-3": { members: [healthy] },
      },
    },
    {
      why: "a leader of zeros is none",
      text: tableOf(statusHead, statusRow({ leader: "0".repeat(16), errors: "no leader" })),
      etcd: { "cp-1": { members: [{ id: idA, learner: false, hasErrors: true }] } },
    },
    {
      why: "ids without leading zeros, as older versions print them",
      text: tableOf(statusHead, statusRow({ member: idB.slice(1), leader: "1" })),
      etcd: {
        "cp-1": { members: [{ ...healthy, id: idB, leader: `${"0".repeat(15)}1` }] },
      },
    },
    {
      why: "two members that one node answers for are two",
      text: tableOf(statusHead, statusRow({}), statusRow({ member: idB })),
      etcd: { "cp-1": { members: [{ ...healthy, id: idB }, healthy] } },
    },
    {
      why: "outputs one after the other, each with its own head, one of them twice",
      text: [
        tableOf(statusHead, statusRow({})),
        tableOf(statusHead, statusRow({})),
        tableOf(newStatusHead, statusRow({ node: "10.0.0.2" }, ["", ""])),
        tableOf(alarmHead, ["10.0.0.1", idB, "NOSPACE"]),
      ].join("\n"),
      etcd: {
        "cp-1": { members: [healthy], alarms: [{ id: idB, alarm: "NOSPACE" }] },
        "cp-2": { members: [healthy] },
      },
    },
    { why: "a head alone tells of nobody", text: tableOf(statusHead), etcd: {} },
  ])("is read: $why", ({ text, etcd }) => {
    const trimmed = text.replace(/ +$/gm, "");
    for (const form of [text, trimmed, text.replaceAll("\n", "\r\n"), `\ufeff\n${text}`]) {
      expect(etcdOf(form)).toEqual({ etcd, gaps: [] });
    }
  });

  it("does not depend on the order of rows and files", () => {
    const rows = [statusRow({}), statusRow({ member: idB }), statusRow({ node: "10.0.0.2" })];
    const one = etcdOf(tableOf(statusHead, ...rows));
    expect(etcdOf(tableOf(statusHead, ...[...rows].reverse()))).toEqual(one);
    const texts = {
      "b.txt": tableOf(statusHead, ...rows.slice(0, 2)),
      "a.txt": tableOf(statusHead, ...rows.slice(2)),
    };
    expect(etcdOf("", { texts })).toEqual(one);
  });

  const [row] = tableOf(statusHead, statusRow({})).split("\n").slice(1);
  it.each([
    {
      why: "nothing says whose rows they are",
      text: tableOf(statusHead.slice(1), statusRow({}).slice(1)),
      problem: "SNAPSHOT_UNRECOGNIZED e.txt:1:1",
    },
    {
      why: "without the column of errors nobody knows whether there are any",
      text: tableOf(statusHead.slice(0, -1), statusRow({}).slice(0, -1)),
      problem: "SNAPSHOT_UNRECOGNIZED e.txt:1:1",
    },
    {
      why: "what stands after the errors would be taken for one",
      text: tableOf([...statusHead, "HEALTH"], [...statusRow({}), "x"]),
      problem: "SNAPSHOT_UNRECOGNIZED e.txt:1:1",
    },
    {
      why: "a column that is there twice",
      text: tableOf([...statusHead.slice(0, -1), "LEARNER", "ERRORS"], statusRow({}, ["true"])),
      problem: "SNAPSHOT_UNRECOGNIZED e.txt:1:1",
    },
    {
      why: "learner or not is neither",
      text: tableOf(statusHead, statusRow({ learner: "maybe" })),
      problem: "SNAPSHOT_UNRECOGNIZED e.txt:2:1",
    },
    {
      why: "learner or not is left out",
      text: tableOf(statusHead, statusRow({ learner: "" })),
      problem: "SNAPSHOT_UNRECOGNIZED e.txt:2:1",
    },
    {
      why: "a member's id is no number",
      text: tableOf(statusHead, statusRow({ member: "etcd-1" })),
      problem: "SNAPSHOT_UNRECOGNIZED e.txt:2:1",
    },
    {
      why: "an id is too long",
      text: tableOf(statusHead, statusRow({ member: `${idA}0` })),
      problem: "SNAPSHOT_UNRECOGNIZED e.txt:2:1",
    },
    {
      why: "cells that are not below their heads",
      text: `${tableOf(statusHead, statusRow({}))}${row?.replace("   ", " ")}\n`,
      problem: "SNAPSHOT_UNRECOGNIZED e.txt:3:1",
    },
    {
      why: "an error that slipped below the versions",
      text: tableOf(newStatusHead, statusRow({}, ["3.6.4", "no leader"])),
      problem: "SNAPSHOT_UNRECOGNIZED e.txt:2:1",
    },
    {
      why: "an error that slipped below the raft indexes",
      text: tableOf(statusHead, statusRow({})).replace(/53391( +false)/, "error$1"),
      problem: "SNAPSHOT_UNRECOGNIZED e.txt:2:1",
    },
    {
      why: "a name that goes on below the next head would be cut into a name and an id",
      text: "NODE       MEMBER   ALARM\naaaaaaaaaaaaa       NOSPACE\n",
      problem: "SNAPSHOT_UNRECOGNIZED e.txt:2:1",
    },
    {
      why: "a row that begins with blanks",
      text: "NODE       MEMBER   ALARM\n  cp-1     aa       NOSPACE\n",
      problem: "SNAPSHOT_UNRECOGNIZED e.txt:2:1",
    },
    {
      why: "a terminal broke an error into two lines",
      text: `${tableOf(statusHead, statusRow({ errors: "etcdserver: request" }))}timed out\n`,
      problem: "SNAPSHOT_UNRECOGNIZED e.txt:3:1",
    },
    {
      why: "a warning between the rows",
      text: `${tableOf(statusHead, statusRow({}))}1 error occurred:\n`,
      problem: "SNAPSHOT_UNRECOGNIZED e.txt:3:1",
    },
    {
      why: "a NUL in a name",
      text: tableOf(statusHead, statusRow({ node: "10.0.0\0" })),
      problem: "SNAPSHOT_UNRECOGNIZED e.txt:2:1",
    },
    {
      why: "half a character in a name",
      text: tableOf(statusHead, statusRow({ node: "10.0.0\ud800" })),
      problem: "SNAPSHOT_UNRECOGNIZED e.txt:2:1",
    },
    {
      why: "no Node has the address",
      text: tableOf(statusHead, statusRow({ node: "10.9.9.9" })),
      problem: "SNAPSHOT_AMBIGUOUS e.txt:2:1",
    },
    {
      why: "an inherited name is no Node's",
      text: tableOf(statusHead, statusRow({ node: "__proto__" })),
      problem: "SNAPSHOT_AMBIGUOUS e.txt:2:1",
    },
    {
      why: "one node that says two things of one member",
      text: tableOf(statusHead, statusRow({}), statusRow({ errors: "x" })),
      problem: "SNAPSHOT_CONFLICTING_OBJECT e.txt:3:1",
    },
    {
      why: "an alarm that is not named",
      text: tableOf(alarmHead, ["10.0.0.1", idA, ""]),
      problem: "SNAPSHOT_UNRECOGNIZED e.txt:2:1",
    },
  ])("is a mistake: $why", ({ text, problem }) => {
    expect(placesOf(given(text))).toEqual([problem]);
  });

  it("conflicts with what was read at another time", () => {
    const texts = {
      "a.txt": tableOf(statusHead, statusRow({})),
      "b.txt": tableOf(statusHead, statusRow({ errors: "x" })),
    };
    expect(placesOf(given("", { texts }))).toEqual(["SNAPSHOT_CONFLICTING_OBJECT b.txt:2:1"]);
  });

  it("is a gap where no Nodes were given", () => {
    const { etcd, gaps } = etcdOf(tableOf(statusHead, statusRow({})), { files: {} });
    expect(etcd).toEqual({});
    expect(gaps).toMatchObject([{ part: "talos", name: "10.0.0.1", reason: "NotRead" }]);
  });

  it("is bounded, and keeps a Node called `__proto__`", () => {
    const rows = (count: number) => tableOf(statusHead, ...Array(count).fill(statusRow({})));
    expect(placesOf(given(rows(10_000)))).toEqual([]);
    expect(placesOf(given(rows(10_001)))).toEqual(["SNAPSHOT_UNRECOGNIZED e.txt:1:1"]);
    expect(placesOf(given(`${tableOf(statusHead)}${"x\n".repeat(5_000)}`)).length).toBe(5_000);
    const files = { "n.json": listOf([node("__proto__", "10.0.0.1")]) };
    const { talos } = snapshotOf(given(rows(1), { files }));
    expect(Object.keys(talos ?? {})).toEqual(["__proto__"]);
  });

  it("says which command prints it", () => {
    const text = tableOf(statusHead.slice(1), statusRow({}).slice(1));
    expect(problemsOf(given(text))[0]?.help).toContain("talosctl -n");
  });
});

describe("etcd's alarms", () => {
  const alarms = tableOf(
    alarmHead,
    ["10.0.0.1", idB, "NOSPACE"],
    ["10.0.0.1", idA, "CORRUPT"],
    ["10.0.0.1", idA, "NEW_KIND"],
  );
  const told = [
    { alarm: "CORRUPT", id: idA },
    { alarm: "NOSPACE", id: idB },
    { alarm: "other", id: idA },
  ];

  it("are read, those that nobody knows too", () => {
    expect(etcdOf(alarms).etcd).toEqual({ "cp-1": { alarms: told } });
  });

  it("are none where the manifest says who was asked, by address or name, and nothing else", () => {
    const documents = [manifest({ listed: ["10.0.0.1", "cp-2"] })];
    const text = tableOf(statusHead, statusRow({ node: "10.0.0.2" }));
    expect(etcdOf(`${alarms}${text}`, { documents }).etcd).toEqual({
      "cp-1": { alarms: told },
      "cp-2": { alarms: [], members: [healthy] },
    });
    expect(etcdOf(tableOf(alarmHead), { documents }).etcd).toEqual({
      "cp-1": { alarms: [] },
      "cp-2": { alarms: [] },
    });
  });

  it("of a snapshot are not denied by a manifest", () => {
    const snapshot = snapshotOf(given(alarms));
    const documents = [documentOf(snapshot, "s.json"), manifest({ listed: ["10.0.0.1"] })];
    expect(snapshotOf({ documents }).talos).toEqual(snapshot.talos);
  });

  it.each([
    {
      why: "no Node's",
      etcdAlarms: { listed: ["cp-1", "cp-9"] },
      problem: /^SNAPSHOT_AMBIGUOUS m/,
    },
    { why: "no list", etcdAlarms: { listed: "cp-1" }, problem: /^SNAPSHOT_INVALID m/ },
    { why: "no key `listed`", etcdAlarms: {}, problem: /^SNAPSHOT_INVALID m/ },
  ])("are refused where who was asked is $why", ({ etcdAlarms, problem }) => {
    const places = placesOf(given("", { texts: {}, documents: [manifest(etcdAlarms)] }));
    expect(places).toHaveLength(1);
    expect(places[0]).toMatch(problem);
  });
});
