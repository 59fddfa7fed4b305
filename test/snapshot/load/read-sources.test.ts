import { describe, expect, it } from "vitest";
import { readSources } from "../../../src/snapshot/load/read-sources.ts";
import { statusHead, statusRow, tableOf } from "./etcd-support.ts";

const log = `deploy\tDeploy\t2026-08-04T23:41:46Z ##[group]Run
##[end-action id=__self.cluster_update;outcome=skipped;conclusion=skipped;duration_ms=0]
some: text: that is no YAML
`;

describe("readSources", () => {
  it.each([
    { name: "a job's log", text: log, logs: 1, documents: 0 },
    {
      name: "a log of markers only, which YAML takes for comments",
      text: "##[end-action id=a;outcome=success]\n",
      logs: 1,
      documents: 0,
    },
    {
      name: "JSON that quotes a log",
      text: JSON.stringify({ text: log }),
      logs: 0,
      documents: 1,
    },
    {
      name: "YAML that quotes a log",
      text: "log: |\n  ##[end-action id=a;outcome=success]\n",
      logs: 0,
      documents: 1,
    },
    {
      name: "a log of Git, which is no YAML",
      text: `commit ${"0".repeat(40)}\n2026-01-01T00:00:00Z ()\n`,
      logs: 1,
      documents: 0,
    },
    {
      name: "a log of Git that YAML would take for a text",
      text: `\ufeffcommit ${"0".repeat(64)}\r\n`,
      logs: 1,
      documents: 0,
    },
    {
      name: "a table of etcd whose errors hold a colon",
      text: tableOf(statusHead, statusRow({ errors: "etcdserver: no leader" })),
      logs: 1,
      documents: 0,
    },
    { name: "another table", text: "NODE   ID   HOSTNAME\n", logs: 0, documents: 1 },
    {
      name: "a text that begins likewise",
      text: `commit ${"0".repeat(41)}`,
      logs: 0,
      documents: 1,
    },
    { name: "two documents", text: "a: 1\n---\nb: 2\n", logs: 0, documents: 2 },
  ])("takes $name for what it is", ({ text, logs, documents }) => {
    const read = readSources([{ file: "x", text }]);
    expect(read.problems).toEqual([]);
    expect(read.texts).toHaveLength(logs);
    expect(read.documents).toHaveLength(documents);
  });

  it("goes on after a file that cannot be read", () => {
    const read = readSources([
      { file: "bad.yaml", text: "a: [" },
      { file: "good.yaml", text: "a: 1" },
      { file: "worse.yaml", text: "a: 1\na: 2" },
    ]);
    expect(read.documents).toHaveLength(1);
    expect(new Set(read.problems.map(({ position }) => position?.file))).toEqual(
      new Set(["bad.yaml", "worse.yaml"]),
    );
  });
});
