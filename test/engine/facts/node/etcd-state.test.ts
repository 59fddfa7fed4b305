import { describe, expect, it } from "vitest";
import { etcdState } from "../../../../src/engine/facts/node/etcd-state.ts";
import type { SnapshotDocument, TalosNode } from "../../../../src/generated/snapshot-types.ts";
import { derive } from "../derive.ts";
import { type Edit, subjectOf } from "./fleet.ts";
import { inShort, possibleOf, reasonsOf } from "./in-short.ts";

const leaderless = { id: "8e9e05c52164694d", learner: false, hasErrors: false };
const member = { ...leaderless, leader: "8e9e05c52164694d" };
const noSpace = { id: member.id, alarm: "NOSPACE" as const };

/** Makes the node a control plane of which etcd answered this. */
function answering(etcd: TalosNode["etcd"], gaps: SnapshotDocument["gaps"] = []): Edit {
  return ({ worker, spec, talos, snapshot }) => {
    worker.metadata.labels = { "node-role.kubernetes.io/control-plane": "" };
    spec.nodes.etcdCollected = true;
    if (etcd !== undefined) talos.etcd = etcd;
    snapshot.gaps = gaps;
  };
}
const gap = (reason: "Partial" | "Withheld") => [
  { part: "talos" as const, name: "worker-1", reason },
];

describe("etcd.state", () => {
  it.each<{ edit: Edit; is: string; why: string }>([
    {
      edit: answering({ members: [member], alarms: [] }),
      is: "healthy",
      why: "one row, no alarm",
    },
    {
      edit: answering({ members: [], alarms: [] }),
      is: "notOneMember",
      why: "it told of none",
    },
    {
      edit: answering({ members: [member, { ...member, id: "b" }], alarms: [] }),
      is: "notOneMember",
      why: "two rows are not one of itself",
    },
    {
      edit: answering({ members: [{ ...member, learner: true }], alarms: [] }),
      is: "learner",
      why: "a learner has no vote",
    },
    {
      edit: answering({ members: [{ ...member, hasErrors: true }], alarms: [] }),
      is: "errors",
      why: "its column of errors is not empty",
    },
    {
      edit: answering({ members: [leaderless], alarms: [] }),
      is: "noLeader",
      why: "it follows none: where it stands there is no quorum",
    },
    {
      edit: answering({ members: [member], alarms: [noSpace] }),
      is: "alarm",
      why: "an alarm is raised",
    },
    {
      edit: answering({ members: [{ ...member, learner: true }] }),
      is: "learner",
      why: "what its alarms are changes nothing",
    },
    {
      edit: answering({ members: [member] }),
      is: "unknown: NotRead",
      why: "nobody asked for alarms, which is not none",
    },
    { edit: answering({ alarms: [] }), is: "unknown: NotRead", why: "only alarms were asked for" },
    { edit: answering(undefined), is: "unknown: NotRead", why: "nothing was asked" },
    {
      edit: answering({ members: [member], alarms: [] }, gap("Partial")),
      is: "unknown: Partial",
      why: "a row may be missing",
    },
    {
      edit: answering({ members: [member, { ...member, id: "b" }] }, gap("Partial")),
      is: "notOneMember",
      why: "further rows do not take two away",
    },
    {
      edit: answering({ members: [member], alarms: [] }, gap("Withheld")),
      is: "healthy",
      why: "logins are withheld, rows are not",
    },
    {
      edit: ({ spec }) => {
        spec.nodes.etcdCollected = true;
      },
      is: "notMember",
      why: "a worker runs no etcd",
    },
    {
      edit: (draft) => {
        answering({ members: [], alarms: [] })(draft);
        delete draft.spec.nodes.etcdCollected;
      },
      is: "notCollected",
      why: "the profile does not ask etcd, so what lies about is not looked at",
    },
  ])("is $is: $why", ({ edit, is }) => {
    expect(inShort(etcdState, subjectOf(edit))).toBe(is);
  });

  it.each<{ edit: Edit; isHealthyPossible: boolean; why: string }>([
    {
      edit: answering({ alarms: [noSpace] }),
      isHealthyPossible: false,
      why: "an alarm does not go away by learning more",
    },
    {
      edit: answering({ members: [{ ...member, hasErrors: true }] }, gap("Partial")),
      isHealthyPossible: false,
      why: "nor do errors",
    },
    {
      edit: answering({ members: [], alarms: [] }, gap("Partial")),
      isHealthyPossible: true,
      why: "the one row may be what is missing",
    },
  ])("while unknown may be healthy: $isHealthyPossible, as $why", ({ edit, isHealthyPossible }) => {
    const possible = possibleOf(derive(etcdState, subjectOf(edit)));
    expect(possible.includes("healthy")).toBe(isHealthyPossible);
  });

  it("names the command that would tell", () => {
    const subject = subjectOf(answering({ members: [member] }));
    expect(reasonsOf(derive(etcdState, subject))).toEqual([
      "etcd alarm list of `worker-1` not read -> talosctl -n worker-1 etcd alarm list",
    ]);
  });
});
