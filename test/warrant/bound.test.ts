import { describe, expect, it } from "vitest";
import { asJson } from "../../src/input/as-json.ts";
import { parsePointer, valueAt } from "../../src/input/json-pointer.ts";
import type { Snapshot } from "../../src/snapshot/snapshot.ts";
import { checkWarrant, type WarrantCheck } from "../../src/warrant/check-warrant.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";
import { firstWarrant, inShort } from "./in-short.ts";
import {
  claim,
  type Edit,
  incident,
  later,
  nodeIn,
  patch,
  profile,
  reboot,
  talosIn,
  WORKER,
} from "./transaction.ts";

const policies = shippedPolicies();
const warrant = firstWarrant(incident);

function check(snapshot: Snapshot): WarrantCheck {
  return checkWarrant(warrant, snapshot, policies, profile);
}

/** One bound fact, what moves it and what hides it. */
interface Binding {
  readonly fact: string;
  readonly moves: readonly Edit[];
  readonly hides: readonly Edit[];
}

const bindings: readonly Binding[] = [
  {
    fact: "cluster",
    moves: [
      (draft) => {
        draft.metadata = { ...draft.metadata, cluster: "another" };
      },
    ],
    hides: [
      (draft) => {
        delete draft.metadata;
      },
    ],
  },
  {
    fact: "node.name",
    moves: [
      (draft) => {
        delete draft.objects[`v1/Node//${WORKER}`];
      },
    ],
    hides: [
      (draft) => {
        delete draft.objects[`v1/Node//${WORKER}`];
        draft.coverage = [];
      },
      (draft) => {
        delete draft.objects[`v1/Node//${WORKER}`];
        draft.gaps = [{ part: "objects", name: "v1/Node", reason: "Partial" }];
      },
    ],
  },
  {
    fact: "node.uid",
    moves: [
      (draft) => {
        nodeIn(draft).metadata.uid = "uid-of-a-new-machine";
      },
    ],
    hides: [
      (draft) => {
        delete nodeIn(draft).metadata.uid;
      },
    ],
  },
  {
    fact: "node.machineId",
    moves: [
      (draft) => {
        nodeIn(draft).status.nodeInfo.machineID = "another";
      },
    ],
    hides: [
      (draft) => {
        delete nodeIn(draft).status.nodeInfo.machineID;
      },
    ],
  },
  {
    fact: "node.bootId",
    // A boot is expected; it does not void a reboot.
    moves: [],
    hides: [
      (draft) => {
        delete nodeIn(draft).status.nodeInfo.bootID;
      },
    ],
  },
  {
    fact: "node.role",
    moves: [
      (draft) => {
        nodeIn(draft).metadata.labels["node-role.kubernetes.io/control-plane"] = "";
      },
    ],
    hides: [],
  },
  {
    fact: "node.address",
    moves: [
      (draft) => {
        nodeIn(draft).status.addresses = [{ type: "InternalIP", address: "10.9.9.9" }];
      },
    ],
    hides: [
      (draft) => {
        delete nodeIn(draft).status;
      },
    ],
  },
  {
    fact: "node.deleted",
    moves: [
      (draft) => {
        nodeIn(draft).metadata.deletionTimestamp = "2026-08-09T20:07:00Z";
      },
    ],
    hides: [],
  },
  {
    fact: "node.taints",
    moves: [
      (draft) => {
        nodeIn(draft).spec.taints = [
          { key: "ToBeDeletedByClusterAutoscaler", value: "1786", effect: "NoSchedule" },
        ];
      },
      (draft) => {
        nodeIn(draft).spec.taints = [{ key: "maintenance", effect: "NoExecute" }];
      },
    ],
    hides: [
      (draft) => {
        delete nodeIn(draft).spec;
      },
    ],
  },
  {
    fact: "node.cordoned",
    moves: [
      (draft) => {
        nodeIn(draft).spec.unschedulable = true;
      },
    ],
    hides: [
      (draft) => {
        delete nodeIn(draft).spec;
      },
    ],
  },
  {
    fact: "node.owner",
    moves: [claim("run-9/1")],
    hides: [],
  },
  {
    fact: "config",
    moves: [],
    hides: [
      (draft) => {
        delete talosIn(draft).machineConfig;
      },
      (draft) => {
        delete draft.talos;
      },
      (draft) => {
        draft.gaps = [{ part: "talos", name: WORKER, reason: "Unreachable" }];
      },
    ],
  },
  {
    fact: "credentials.registry.revision",
    moves: [],
    hides: [
      (draft) => {
        delete draft.credentials?.registry?.declared?.revision;
      },
      (draft) => {
        delete draft.credentials;
      },
    ],
  },
];

const states: readonly { readonly state: string; readonly edits: readonly Edit[] }[] = [
  { state: "at the first phase", edits: [] },
  { state: "once it is back", edits: [claim(), patch, reboot] },
];

describe("what a warrant binds", () => {
  const moves = bindings.flatMap(({ fact, moves: all }) => all.map((edit) => ({ fact, edit })));
  const hides = bindings.flatMap(({ fact, hides: all }) => all.map((edit) => ({ fact, edit })));

  for (const { state, edits } of states) {
    // Somebody else's cordon shows only where the node is not held.
    const seen = moves.filter(({ fact }) => fact !== "node.cordoned" || edits.length === 0);
    it.each(seen)(`voids it ${state}, when it moves: $fact`, ({ fact, edit }) => {
      const snapshot = later(...edits, edit);
      const checked = check(snapshot);
      if (checked.outcome !== "void") throw new Error(inShort(checked));
      const found = checked.moved.find((each) => each.fact === fact);
      expect(found, inShort(checked)).toBeDefined();
      expect(found?.now).not.toEqual(found?.bound);
      // Whoever doubts it follows the pointer.
      const path = parsePointer(found?.pointer ?? "");
      if (found?.pointer !== undefined && path !== undefined)
        expect(valueAt(asJson(snapshot), path), found.pointer).toBeDefined();
    });

    it.each(hides)(`is unconfirmed ${state}, when it is hidden: $fact`, ({ fact, edit }) => {
      const checked = check(later(...edits, edit));
      if (checked.outcome !== "unconfirmed") throw new Error(inShort(checked));
      // Before anything is claimed an unread config shows in what cannot be decided without it.
      const told = fact === "config" ? ["config", "decision"] : [fact];
      const found = checked.unconfirmed.find((each) => told.includes(each.fact));
      expect(found, inShort(checked)).toBeDefined();
      expect(found?.reasons.length).toBeGreaterThan(0);
    });
  }

  it("tells every fact that moved, and what is open beside them", () => {
    const checked = check(
      later(
        (draft) => {
          nodeIn(draft).metadata.uid = "uid-9";
        },
        (draft) => {
          delete draft.metadata;
        },
        (draft) => {
          nodeIn(draft).spec.taints = [{ key: "maintenance", effect: "NoExecute" }];
        },
      ),
    );
    expect(checked).toMatchObject({
      outcome: "void",
      moved: [
        {
          fact: "node.uid",
          bound: warrant.node.uid,
          now: "uid-9",
          pointer: `/objects/v1~1Node~1~1${WORKER}/metadata/uid`,
        },
        { fact: "node.taints", bound: [], now: ["maintenance:NoExecute"] },
      ],
      unconfirmed: [{ fact: "cluster" }],
    });
  });

  it.each([
    {
      why: "a heartbeat",
      edit: (draft) => {
        for (const each of nodeIn(draft).status.conditions)
          each.lastHeartbeatTime = "2026-08-09T20:30:00Z";
      },
    },
    {
      why: "the autoscaler's passing thought",
      edit: (draft) => {
        nodeIn(draft).spec.taints = [
          {
            key: "DeletionCandidateOfClusterAutoscaler",
            value: "1786306000",
            effect: "PreferNoSchedule",
          },
        ];
      },
    },
    {
      why: "an annotation that nobody reads",
      edit: (draft) => {
        nodeIn(draft).metadata.annotations["node.alpha.kubernetes.io/ttl"] = "15";
      },
    },
    {
      why: "the resource version",
      edit: (draft) => {
        nodeIn(draft).metadata.resourceVersion = "999";
      },
    },
    {
      why: "another node that leaves",
      edit: (draft) => {
        delete draft.objects["v1/Node//prod-worker-4"];
      },
    },
    {
      why: "a lone phase that a release left behind",
      edit: (draft) => {
        nodeIn(draft).metadata.annotations["platform.devantler.tech/ghcr-auth-drain-phase"] =
          "mutating";
      },
    },
  ] satisfies readonly { why: string; edit: Edit }[])("is not moved by $why", ({ edit }) => {
    expect(inShort(check(later(edit)))).toBe("stands: claim");
  });

  it("is the taint without the instant at which it was put on", () => {
    const tainted = (timeAdded: string): Edit => {
      return (draft) => {
        nodeIn(draft).spec.taints = [{ key: "gpu", value: "yes", effect: "NoSchedule", timeAdded }];
      };
    };
    const bound = firstWarrant(later(tainted("2026-08-01T00:00:00Z")));
    expect(bound.node.taints).toEqual(["gpu=yes:NoSchedule"]);
    const moved = later(tainted("2026-08-02T00:00:00Z"));
    expect(inShort(checkWarrant(bound, moved, policies, profile))).toBe("stands: claim");
  });

  it("keeps a cordon that was there before", () => {
    const cordoned: Edit = (draft) => {
      nodeIn(draft).spec.unschedulable = true;
    };
    const bound = firstWarrant(later(cordoned));
    expect(bound.node.cordoned).toBe(true);
    expect(inShort(checkWarrant(bound, later(cordoned), policies, profile))).toBe("stands: claim");
    expect(inShort(checkWarrant(bound, incident, policies, profile))).toBe("void: node.cordoned");
  });
});
