import { describe, expect, it } from "vitest";
import { createFactSource } from "../../../../src/engine/fact-source.ts";
import { ownershipHeld } from "../../../../src/engine/facts/node/ownership-held.ts";
import { ownershipHolders } from "../../../../src/engine/facts/node/ownership-holders.ts";
import { evidenceOf } from "../derive.ts";
import { type Edit, subjectOf } from "./fleet.ts";
import { inShort } from "./in-short.ts";
import { recoveryRecord } from "./ownership-worlds.ts";

const onControlPlane = (annotations: Record<string, string>): Edit => {
  return ({ snapshot }) => {
    const node = snapshot.objects["v1/Node//control-1"];
    if (node !== undefined) node.metadata.annotations = annotations;
  };
};
const partly: Edit = ({ snapshot }) => {
  snapshot.coverage = [];
};
const notNamed: Edit = ({ spec }) => {
  delete spec.nodes.ownership;
};
const deletingControl: Edit = ({ snapshot }) => {
  const node = snapshot.objects["v1/Node//control-1"];
  if (node !== undefined) node.metadata.deletionTimestamp = "2026-08-06T11:00:00Z";
};
const owner = { "example.dev/owner": "run-7" };

describe("ownership", () => {
  it.each<{
    held: boolean | string;
    holders: readonly string[] | string;
    edits: readonly Edit[];
    why: string;
  }>([
    { held: false, holders: [], edits: [], why: "no node has an owner" },
    {
      held: true,
      holders: ["control-1: run-7"],
      edits: [onControlPlane(owner)],
      why: "another node has one",
    },
    {
      held: true,
      holders: ["control-1: run-7 (mutating)"],
      edits: [onControlPlane({ ...owner, "example.dev/phase": "mutating" })],
      why: "its phase is told too",
    },
    {
      held: true,
      holders: ["control-1: a recovery record without owner"],
      edits: [onControlPlane({ "example.dev/recovery": "{}" })],
      why: "a recovery record holds as well",
    },
    {
      held: false,
      holders: [],
      edits: [onControlPlane({ "example.dev/phase": "mutating" })],
      why: "a lone phase is what a release leaves behind",
    },
    {
      held: false,
      holders: [],
      edits: [onControlPlane({ "example.dev/owner": "" })],
      why: "an empty owner is none",
    },
    {
      held: "unknown: Partial",
      holders: "unknown: Partial",
      edits: [partly],
      why: "nodes may be unseen",
    },
    {
      held: true,
      holders: "unknown: Partial",
      edits: [partly, onControlPlane(owner)],
      why: "a holder was seen, though there may be others",
    },
    {
      held: false,
      holders: [],
      edits: [notNamed, partly, onControlPlane(owner)],
      why: "the profile names no such annotation",
    },
  ])("is held: $held, holders: $holders, when $why", ({ edits, held, holders }) => {
    const subject = subjectOf(...edits);
    expect(inShort(ownershipHeld, subject)).toEqual(held);
    expect(inShort(ownershipHolders, subject)).toEqual(holders);
  });

  it.each<{
    asking: string;
    annotations: Record<string, string>;
    edits?: readonly Edit[];
    held: boolean;
    why: string;
  }>([
    { asking: "run-7", annotations: owner, held: false, why: "what the caller holds itself" },
    {
      asking: "run-7",
      annotations: { ...owner, "example.dev/recovery": recoveryRecord({ uid: "uid-2" }) },
      held: false,
      why: "its own recovery record as well",
    },
    {
      asking: "run-7",
      annotations: { ...owner, "example.dev/recovery": "{}" },
      held: true,
      why: "not a record beside its owner that cannot be relied on",
    },
    {
      asking: "run-7",
      annotations: {
        ...owner,
        "example.dev/recovery": recoveryRecord({ uid: "uid-2", owner: "run-8" }),
      },
      held: true,
      why: "not a record of somebody else beside its owner",
    },
    {
      asking: "run-7",
      annotations: { ...owner, "example.dev/recovery": recoveryRecord({ uid: "uid-9" }) },
      held: true,
      why: "not a record that was written on another machine",
    },
    {
      asking: "run-7",
      annotations: { ...owner, "example.dev/recovery": recoveryRecord({ uid: "uid-2" }) },
      edits: [deletingControl],
      held: false,
      why: "its own record on a node that is being deleted",
    },
    {
      asking: "run-7",
      annotations: { ...owner, "example.dev/recovery": recoveryRecord({ uid: "uid-9" }) },
      edits: [deletingControl],
      held: true,
      why: "not one of another machine, though the node is being deleted",
    },
    { asking: "run-70", annotations: owner, held: true, why: "another whose name begins alike" },
    {
      asking: "run-7",
      annotations: { "example.dev/recovery": "{}" },
      held: true,
      why: "a record of nobody is not the caller's",
    },
    {
      asking: "",
      annotations: { "example.dev/owner": "", "example.dev/recovery": "{}" },
      held: true,
      why: "nobody asks, and nobody owns the record",
    },
  ])("leaves out: $why ($asking)", ({ asking, annotations, edits = [], held }) => {
    const subject = subjectOf(onControlPlane(annotations), ...edits);
    const { snapshot, profile } = subject.source;
    const source = createFactSource(snapshot, profile, { holder: asking });
    expect(inShort(ownershipHeld, { ...subject, source })).toBe(held);
  });

  it("leaves open whose a record is while the UID of its node is not read", () => {
    const subject = subjectOf(
      onControlPlane({ ...owner, "example.dev/recovery": recoveryRecord({ uid: "uid-2" }) }),
      (draft) => {
        delete draft.snapshot.objects["v1/Node//control-1"]?.metadata.uid;
      },
    );
    const { snapshot, profile } = subject.source;
    const source = createFactSource(snapshot, profile, { holder: "run-7" });
    expect(inShort(ownershipHeld, { ...subject, source })).toBe("unknown: NotRead");
    expect(inShort(ownershipHolders, { ...subject, source })).toBe("unknown: NotRead");
  });

  it("cites the annotation that holds", () => {
    expect(evidenceOf(ownershipHeld, subjectOf(onControlPlane(owner)))).toEqual([
      ["/objects/v1~1Node~1~1control-1/metadata/annotations/example.dev~1owner", "run-7"],
    ]);
  });
});
