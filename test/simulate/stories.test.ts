import { describe, expect, it } from "vitest";
import type { Decision } from "../../src/engine/decision.ts";
import { EVENTS } from "../../src/simulate/events.ts";
import { happen } from "../../src/simulate/happen.ts";
import type { Snapshot } from "../../src/snapshot/snapshot.ts";
import { type Loaded, loadSources, readIncident } from "../support/incident-folder.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";
import { decidedAfter, eventsOf, outcomeOf, seenAfter, stageWith } from "../support/simulated.ts";

// Goal: stories of events end in the decision that their truth asks for, and events that cannot happen are refused by name.

const policies = shippedPolicies();
const asCollected = loadSources(readIncident("reboot-storm/stage"));
const worker = "prod-worker-1";

const stories: readonly {
  readonly why: string;
  readonly events: readonly string[];
  readonly is: string;
  readonly loaded?: Loaded;
}[] = [
  {
    why: "another credential, and the config still has the old one",
    events: ["rotate"],
    is: "reboot CredentialChanged",
  },
  {
    why: "the user is part of a credential's identity",
    events: ["rotate-user"],
    is: "reboot CredentialChanged",
  },
  {
    why: "written without a reboot, the runtime may still hold the old one: nobody is waved through",
    events: ["rotate", "cluster-update"],
    is: "unknown Undecided",
  },
  {
    why: "what was first declared after the runtime started it cannot have loaded",
    events: ["rotate", "cluster-update"],
    loaded: stageWith({ history: true }),
    is: "reboot CredentialChanged",
  },
  {
    why: "the reboot loads what the update wrote; the image is not proven yet",
    events: ["rotate", "cluster-update", `reboot=${worker}`],
    loaded: stageWith({ history: true }),
    is: "verify ImageUnproven",
  },
  {
    why: "and with the proof written it is done",
    events: ["rotate", "cluster-update", `reboot=${worker}`, `reassert=${worker}`],
    loaded: stageWith({ history: true }),
    is: "none ProofCurrent",
  },
  {
    why: "a reboot without the update loads the old one again",
    events: ["rotate", `reboot=${worker}`],
    loaded: stageWith({ history: true }),
    is: "reboot CredentialChanged",
  },
  {
    why: "another ciphertext of the same login is no other credential",
    events: ["reencrypt"],
    loaded: stageWith({ history: true }),
    is: "reassert MarkerLost",
  },
  {
    why: "from 1.14 on the runtime restarts by itself when the update writes another login",
    events: [`upgrade-talos=${worker}:v1.14.0`, `reassert=${worker}`, "rotate", "cluster-update"],
    loaded: stageWith({ history: true }),
    is: "verify ImageUnproven",
  },
  {
    why: "without the update even 1.14 works with the old one",
    events: [`upgrade-talos=${worker}:v1.14.0`, "rotate"],
    loaded: stageWith({ history: true }),
    is: "restart CredentialChanged",
  },
  {
    why: "a reboot loads the declared credential again, and the proof names no boot",
    events: [`reboot=${worker}`],
    is: "none ProofCurrent",
  },
  {
    why: "a new machine has no proof, and was set up with what is declared",
    events: [`replace=${worker}`],
    is: "verify ImageUnproven",
  },
  { why: "a leaving node is left alone", events: [`leave=${worker}`], is: "none NodeLeaving" },
  {
    why: "a node held by somebody holds up the fleet",
    events: ["claim=prod-worker-2:run-7:claimed"],
    is: "refused ResidualOwnership",
  },
  {
    why: "what Talos was not asked about is not known",
    events: [`lose=talos:${worker}`],
    is: "unknown Undecided",
  },
  {
    why: "without its list nobody knows which nodes there are",
    events: ["lose=objects:v1/Node"],
    is: "not there",
  },
  {
    why: "Talos never overwrites what somebody else wrote",
    events: [`foreign-marker=${worker}`],
    is: "refused ForeignWriter",
  },
  {
    why: "a pull that is denied while the registry takes the declared credential is another one's (E6), but nothing here says that it does",
    events: [`pull=${worker}:denied`],
    is: "none ProofCurrent",
  },
  {
    why: "Git came back to a credential that is older than what the fleet has loaded",
    events: ["rotate", "cluster-update", `reboot=${worker}`, `reassert=${worker}`, "revert"],
    loaded: stageWith({ history: true }),
    is: "refused CredentialRegressed",
  },
  {
    why: "Git remembers what the simulation itself replaced, where no history is collected",
    events: ["rotate", "advance=1h", "revert"],
    is: "none ProofCurrent",
  },
  { why: "time alone changes nothing", events: ["advance=36h"], is: "none ProofCurrent" },
];

describe("what is decided after", () => {
  it.each(stories)("$events: $is ($why)", ({ events, loaded = asCollected, is }) => {
    expect(outcomeOf(decidedAfter(policies, loaded, ...events), worker)).toBe(is);
  });
});

describe("a reboot under a held gate", () => {
  const held = loadSources(readIncident("reboot-storm/credential-changed-under-gate"));

  it("is a rollout step: the agent comes back on the newest template", () => {
    const after = seenAfter(held, eventsOf(`reboot=${worker}`));
    const agentOf = ({ objects }: Snapshot) =>
      Object.values(objects).filter(
        (object) =>
          object.kind === "Pod" &&
          (object as { spec?: { nodeName?: string } }).spec?.nodeName === worker,
      );
    const [before, ...others] = agentOf(held.snapshot);
    const [now, ...more] = agentOf(after);
    expect([...others, ...more]).toEqual([]);
    expect(before?.metadata.labels?.["controller-revision-hash"]).toBe("7f7c864994");
    expect(now?.metadata.labels?.["controller-revision-hash"]).toBe("7958bb8779");
    expect(now?.metadata.uid).not.toBe(before?.metadata.uid);
    const fleet = (decision: Decision) => decision.gates[0]?.fleet;
    expect(fleet(decidedAfter(policies, held))).toMatchObject({ current: 0, stale: 7 });
    expect(fleet(decidedAfter(policies, held, `reboot=${worker}`))).toMatchObject({
      current: 1,
      stale: 6,
    });
  });

  it("leaves it open what a DaemonSet makes that was not read", () => {
    const lost = ["lose=objects:apps/v1/DaemonSet/kube-system/cilium", `reboot=${worker}`];
    const { gaps = [] } = seenAfter(held, eventsOf(...lost));
    expect(gaps.map(({ name }) => name).join()).toContain("v1/Pod/kube-system/cilium-");
  });
});

describe("an event that cannot happen", () => {
  const refusals: readonly (readonly [string, string])[] = [
    ["reboot=prod-worker-11", "there is no node `prod-worker-11`"],
    ["revert", "nothing is known to have been declared before"],
    ["revoke", "nothing is known to have been declared before"],
    ["rotate=other", "the profile names no credential `other`"],
    ["join=prod-worker-1", "there is a node `prod-worker-1` already"],
    ["lose=talos:prod-worker-11", "talos holds no `prod-worker-11`"],
    ["lose=proofs:one", "proofs are lost as a whole only"],
    ["lose=objects:v1/Nod", "objects hold no `v1/Nod`"],
    ["advance=70000000h", "has an argument of another form"],
  ];
  it.each(refusals)("%s: %s", (text, message) => {
    const { problems } = problemsOf(text);
    expect(problems.join("\n")).toContain(message);
  });

  it("has every event in its table, each with its source in one line of help", () => {
    expect(new Set(EVENTS.map(({ name }) => name)).size).toBe(EVENTS.length);
    for (const { summary } of EVENTS) expect(summary.length).toBeLessThan(140);
  });

  it("tells all that cannot happen, and hands on no proof that is not there", () => {
    const events = eventsOf("cluster-update", "hand-off", "reboot=nobody");
    const happened = happen(asCollected, events);
    expect(happened.ok ? [] : happened.problems.map(({ message }) => message)).toEqual([
      "event `hand-off`: node `prod-control-plane-1` has no current proof to hand on",
      "event `reboot=nobody`: there is no node `nobody`",
    ]);
  });
});

function problemsOf(text: string): { readonly problems: readonly string[] } {
  try {
    const happened = happen(asCollected, eventsOf(text));
    return { problems: happened.ok ? [] : happened.problems.map(({ message }) => message) };
  } catch (error) {
    return { problems: [error instanceof Error ? error.message : ""] };
  }
}
