import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatFluxMessage, parseFluxMessage } from "../../src/snapshot/flux-message.ts";

const db = { kind: "Cluster", namespace: "apps", name: "db", status: "InProgress" };

describe("a message of Flux", () => {
  it.each([
    {
      why: "one object in a namespace",
      text: "timeout waiting for: [Cluster/apps/db status: 'InProgress']",
      objects: [db],
    },
    {
      why: "after how long it failed stands before it",
      text: "health check failed after 25m0.02s: timeout waiting for: [Cluster/apps/db status: 'InProgress']",
      objects: [db],
    },
    {
      why: "what an entry quotes of an error is no object",
      text: "timeout waiting for: [Cluster/apps/db status: 'InProgress': context deadline exceeded, Job/apps/x status: 'Failed']",
      objects: [db, { kind: "Job", namespace: "apps", name: "x", status: "Failed" }],
    },
    {
      why: "a cluster-scoped one, of which nothing could be told",
      text: "timeout waiting for: [can't determine status for ClusterIssuer/le, Cluster/apps/db (unknown status)]",
      objects: [
        { kind: "ClusterIssuer", namespace: "", name: "le", status: "Unknown" },
        { ...db, status: "Unknown" },
      ],
    },
    {
      why: "an error that has brackets of its own ends no list",
      text: "timeout waiting for: [Cluster/apps/db status: 'InProgress': rpc error [code 5], Job/apps/x status: 'Failed']",
      objects: [db, { kind: "Job", namespace: "apps", name: "x", status: "Failed" }],
    },
    { why: "an empty list", text: "timeout waiting for: []", objects: [] },
  ])("names objects: $why", ({ text, objects }) => {
    expect(parseFluxMessage(text)).toEqual({
      says: "healthFailed",
      because: "timeout",
      objects,
      isWhole: true,
    });
  });

  it("tells objects that failed early apart, and a list that was cut", () => {
    expect(
      parseFluxMessage("failed early due to stalled resources: [Job/apps/x status: 'Failed', Dep"),
    ).toEqual({
      says: "healthFailed",
      because: "stalled",
      objects: [{ kind: "Job", namespace: "apps", name: "x", status: "Failed" }],
      isWhole: false,
    });
  });

  const job = { kind: "Job", namespace: "apps", name: "x", status: "Failed" };
  it.each([
    { why: "behind a name", text: "Job/apps/x status: 'Failed', Deployment/ap", objects: [job] },
    { why: "behind a status", text: "Job/apps/x status: 'Failed'", objects: [job] },
    {
      why: "in a status",
      text: "Job/apps/x status: 'Fai",
      objects: [{ ...job, status: "Unknown" }],
    },
    {
      why: "in an error that has brackets of its own",
      text: "Job/apps/x status: 'Failed': rpc error [code 5]",
      objects: [job],
    },
    {
      why: "behind the bracket that closes it",
      text: "Job/apps/x status: 'Failed'] and more",
      objects: [job],
    },
  ])("is not whole where it was cut $why", ({ text, objects }) => {
    const read = parseFluxMessage(`timeout waiting for: [${text}`);
    expect(read).toEqual({ says: "healthFailed", because: "timeout", objects, isWhole: false });
  });

  it.each([
    {
      text: "Running health checks for revision latest@sha256:ab with a timeout of 25m0s",
      revision: "latest@sha256:ab",
      timeout: "25m0s",
    },
    // Before kustomize-controller told the revision.
    {
      text: "Running health checks with a timeout of 4m30s",
      revision: undefined,
      timeout: "4m30s",
    },
  ])("says for how long health checks may run: $text", ({ text, revision, timeout }) => {
    expect(parseFluxMessage(text)).toEqual({ says: "healthRunning", revision, timeout });
  });

  it.each([
    "",
    "Applied revision: latest@sha256:ab",
    "dependency 'flux-system/a' is not ready",
    "unable to clone 'https://bot:token@github.com/o/r'",
    // Nothing after the timeout that could be anything.
    "Running health checks with a timeout of 4m30s, said bot:token",
    `timeout waiting for: [${"x".repeat(32_768)}]`,
  ])("is of no use otherwise: %s", (text) => {
    expect(parseFluxMessage(text)).toBeUndefined();
  });

  it("reads as much at the bound of a message's length", () => {
    const text = "timeout waiting for: [Cluster/apps/db status: 'InProgress']";
    const longest = `${"x".repeat(32_768 - text.length)}${text}`;
    expect(parseFluxMessage(longest)).toMatchObject({ objects: [db] });
    expect(parseFluxMessage(`x${longest}`)).toBeUndefined();
  });

  it("says the same once it is put together anew", () => {
    const part = fc.constantFrom(
      "Cluster/apps/db status: 'InProgress'",
      "can't determine status for Job/a/b",
      ": boom, ",
      ", ",
      "]",
      "[code 5]",
      "X/y",
      "apps",
    );
    const text = fc.array(part).map((parts) => `timeout waiting for: [${parts.join("")}`);
    fc.assert(
      fc.property(text, (said) => {
        const read = parseFluxMessage(said);
        expect(read).toBeDefined();
        if (read !== undefined) expect(parseFluxMessage(formatFluxMessage(read))).toEqual(read);
      }),
    );
  });
});
