import { describe, expect, it } from "vitest";
import { fleetStaleNodes } from "../../../../src/engine/facts/fleet/fleet-nodes.ts";
import { fleetRevision } from "../../../../src/engine/facts/fleet/fleet-revision.ts";
import { fleetRunningRevisions } from "../../../../src/engine/facts/fleet/fleet-running-revisions.ts";
import { fleetStalePods } from "../../../../src/engine/facts/fleet/fleet-stale-pods.ts";
import { fleetUnadopted } from "../../../../src/engine/facts/fleet/fleet-unadopted.ts";
import { codesOf, derive } from "../derive.ts";
import { shown } from "../gate/known.ts";
import {
  agents,
  agentTemplate,
  type FleetCase,
  fleetSubject,
  revisionKey,
  revisionObject,
  seedRevisions,
} from "./cilium-fleet.ts";

const [r19, r20, r23, r26, r27] = seedRevisions;
if (!(r19 && r20 && r23 && r26 && r27)) throw new Error("the seed has five revisions");
const [old, now] = [r19.hash, r27.hash];

describe("revisions", () => {
  const back = { ...r19, number: 28 };
  it.each<{ given: FleetCase; seen: unknown[]; why: string }>([
    {
      given: { revisions: [r20, r27, back], pods: agents(9, old) },
      seen: [`28 (cilium-${old})`, ["28 ×9"], [], 0],
      why: "an old template came back: its revision got the highest number, and pods that kept running it are current",
    },
    {
      given: { revisions: [r20, r27, back], pods: agents(9, r20.hash) },
      seen: [`28 (cilium-${old})`, ["20 ×9"], ["27", "28"], 9],
      why: "the newest revision is the one with the oldest date",
    },
    {
      given: { revisions: [r19, { ...r23, number: 26 }, r26, r27] },
      seen: [`27 (cilium-${now})`, ["19 ×9"], ["26", "26", "27"], 9],
      why: "two revisions of one number are two",
    },
    {
      given: { pods: [...agents(4, old), ...agents(3, r23.hash), ...agents(2, now)] },
      seen: [`27 (cilium-${now})`, ["19 ×4", "23 ×3", "27 ×2"], [], 7],
      why: "some pods run the newest, so none is unadopted",
    },
    {
      given: {
        revisions: [r19, r27, { ...r27, hash: "aaaaaaaaaa", number: 25 }],
        pods: agents(3, "aaaaaaaaaa"),
      },
      seen: [`27 (cilium-${now})`, ["25 ×3"], ["27"], 3],
      why: "of two revisions with the wanted template the higher is current, as the controller has it",
    },
    {
      given: {
        revisions: [r19],
        template: agentTemplate({ image: "v1.21.0" }),
        pods: agents(3, old),
      },
      seen: ["unknown", ["19 ×3"], [], "unknown"],
      why: "no revision has the wanted template yet, and pods run the newest there is",
    },
    {
      given: { template: agentTemplate({ image: "v1.21.0" }), pods: agents(3, old) },
      seen: ["unknown", ["19 ×3"], ["20", "23", "26", "27"], 3],
      why: "no revision has the wanted template yet, but pods do not even run the newest",
    },
    {
      given: { revisions: [], pods: [] },
      seen: ["absent", [], [], 0],
      why: "none was recorded yet",
    },
    {
      given: { pods: [] },
      seen: [`27 (cilium-${now})`, [], [], 0],
      why: "no pod runs, so nothing is left behind",
    },
  ])("are $seen: $why", ({ given, seen }) => {
    const subject = fleetSubject(given);
    expect(
      [fleetRevision, fleetRunningRevisions, fleetUnadopted, fleetStalePods].map((declaration) =>
        shown(derive<typeof subject, never>(declaration as never, subject)),
      ),
    ).toEqual(seen);
  });

  it("compare templates by meaning: key order, unset times and the patch directive do not count", () => {
    const template = Object.fromEntries(Object.entries(r27.template).reverse());
    expect(shown(derive(fleetRevision, fleetSubject({ template })))).toBe(`27 (cilium-${now})`);
  });

  it("are unknown as a whole when one cannot be read", () => {
    const { data: _data, ...rest } = revisionObject(r20);
    const subject = fleetSubject({ objects: { [revisionKey(r20.hash)]: rest } });
    expect(codesOf(derive(fleetRevision, subject))).toEqual(["Unparsable"]);
    expect(derive(fleetStaleNodes, subject)).toMatchObject({ state: "unknown", atLeast: 0 });
  });
});
