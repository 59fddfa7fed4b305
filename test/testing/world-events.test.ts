import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseSnapshot } from "../../src/snapshot/parse-snapshot.ts";
import { writeSnapshot } from "../../src/snapshot/write-snapshot.ts";
import { collections } from "../../src/testing/arbitraries/collections.ts";
import { worlds } from "../../src/testing/arbitraries/worlds.ts";
import { defaultNames } from "../../src/testing/world/cluster-names.ts";
import { happen, pass } from "../../src/testing/world/events/happen.ts";
import { TRANSACTION_PHASES, transaction } from "../../src/testing/world/events/transaction.ts";
import type { WorldEvent } from "../../src/testing/world/events/world-event.ts";
import { hasCurrentProof } from "../../src/testing/world/has-current-proof.ts";
import { newMachine } from "../../src/testing/world/new-machine.ts";
import { observeWorld } from "../../src/testing/world/observe/observe-world.ts";
import type { World } from "../../src/testing/world/world.ts";
import type { WorldCredential } from "../../src/testing/world/world-credential.ts";
import type { WorldNode } from "../../src/testing/world/world-node.ts";

const NOW_SECONDS = 1_785_000_000;

const credential: WorldCredential = {
  name: "registry",
  host: "registry.example",
  declarations: [{ login: "bot/a", revision: "a".repeat(64), atSeconds: NOW_SECONDS - 900_000 }],
  revoked: [],
  imageBase: "registry.example/operator:",
  image: "registry.example/operator:v1.2.3",
  secret: { login: "bot/a", writes: 0 },
  handOffs: [],
  probes: [],
};

/** One worker that booted into the declared login, and was never proven. */
function worldOn(talosVersion: string): World {
  const shell: World = {
    names: defaultNames,
    past: [],
    nowSeconds: NOW_SECONDS,
    credentials: [credential],
    nodes: [],
    settings: { sysctl: "0", environment: "0", unheardOf: "0" },
    gate: { isHeld: true, revision: 2 },
    lease: undefined,
    fenceOwner: undefined,
  };
  const identity = { name: "worker-1", role: "worker", isAutoscaled: false, talosVersion } as const;
  const node = { ...newMachine(shell, { ...identity, declaration: 0 }), podRevision: 1 };
  return { ...shell, nodes: [node] };
}

const declareB: WorldEvent = {
  family: "credential",
  event: { type: "declare", credential: 0, login: "bot/b" },
};
const prove: WorldEvent = { family: "marker", event: { type: "prove", node: 0, credential: 0 } };
const reboot: WorldEvent = { family: "node", event: { type: "reboot", node: 0 } };
const wait: WorldEvent = { family: "cluster", event: { type: "wait" } };
const foreign: WorldEvent = {
  family: "marker",
  event: { type: "foreignWrite", node: 0, credential: 0, writes: "nonsense" },
};
function patch(mode: "noReboot" | "staged" | "try"): WorldEvent {
  return { family: "node", event: { type: "patch", node: 0, mode } };
}
function update(keepsMarkers: boolean): WorldEvent {
  const what = { writesConfig: true, keepsMarkers, reaches: "all" } as const;
  return { family: "cluster", event: { type: "clusterUpdate", ...what } };
}
function pull(through: "kubelet" | "talos" | "registry", isUncached = true): WorldEvent {
  return {
    family: "pull",
    event: { type: "pull", node: 0, credential: 0, through, isUncached, isBroken: false },
  };
}

function lived(
  talosVersion: string,
  ...events: readonly WorldEvent[]
): { world: World; node: WorldNode } {
  const world = events.reduce(happen, worldOn(talosVersion));
  const [node] = world.nodes;
  if (node === undefined) throw new Error("the node is gone");
  return { world, node };
}

describe("what a runtime has loaded", () => {
  it.each([
    {
      why: "up to 1.13 a patch reaches the file alone",
      version: "v1.13.8",
      events: [declareB, patch("noReboot")],
      loaded: "bot/a",
    },
    {
      why: "an alpha of 1.14 is no other",
      version: "v1.14.0-alpha.1",
      events: [declareB, patch("noReboot")],
      loaded: "bot/a",
    },
    {
      why: "from beta.0 on Talos restarts the runtime",
      version: "v1.14.0-beta.0",
      events: [declareB, patch("noReboot")],
      loaded: "bot/b",
    },
    {
      why: "a boot reads the file",
      version: "v1.13.8",
      events: [declareB, patch("noReboot"), reboot],
      loaded: "bot/b",
    },
    {
      why: "what is staged waits for the boot",
      version: "v1.14.0",
      events: [declareB, patch("staged")],
      loaded: "bot/a",
    },
    {
      why: "and comes with it",
      version: "v1.14.0",
      events: [declareB, patch("staged"), reboot],
      loaded: "bot/b",
    },
    {
      why: "what is on trial is gone after a boot",
      version: "v1.13.8",
      events: [declareB, patch("try"), reboot],
      loaded: "bot/a",
    },
    {
      why: "the incident's update changes no login",
      version: "v1.13.8",
      events: [prove, update(false)],
      loaded: "bot/a",
    },
  ])("$why", ({ version, events, loaded }) => {
    expect(lived(version, ...events).node.loaded.registry).toBe(loaded);
  });

  it("a runtime of 1.14 keeps running where the file keeps its bytes", () => {
    const before = lived("v1.14.0").node.runtimeStartedAtSeconds;
    expect(lived("v1.14.0", update(false)).node.runtimeStartedAtSeconds).toBe(before);
  });
});

describe("annotations", () => {
  it("are in the config first, and on the Node when time has passed", () => {
    const { world, node } = lived("v1.13.8", prove);
    expect(node.active.markers.registry).toBeDefined();
    expect(node.shown.registry).toBeUndefined();
    expect(pass(world).nodes[0]?.shown.registry).toBeDefined();
  });

  it("that the config drops are still there, and gone when time has passed", () => {
    const { world, node } = lived("v1.13.8", prove, wait, update(false));
    expect(node.shown.registry).toBeDefined();
    expect(pass(world).nodes[0]?.shown.registry).toBeUndefined();
    expect(pass(world).nodes[0]?.owned).toEqual([]);
  });

  it.each([
    {
      why: "somebody else wrote before Talos owned them stay",
      events: [foreign, prove, wait],
      revision: "not-a-revision",
    },
    {
      why: "somebody else wrote over Talos' own are written back",
      events: [prove, wait, foreign, wait],
      revision: "a".repeat(64),
    },
    {
      why: "a Node that Talos cannot write keeps",
      events: [
        prove,
        wait,
        {
          family: "marker",
          event: { type: "applyFails", node: 0, credential: 0, isFailing: true },
        } as WorldEvent,
        update(false),
        wait,
      ],
      revision: "a".repeat(64),
    },
  ])("$why", ({ events, revision }) => {
    expect(lived("v1.13.8", ...events).node.shown.registry?.revision).toBe(revision);
  });
});

describe("pulls", () => {
  const revokeA: WorldEvent = {
    family: "credential",
    event: { type: "revoke", credential: 0, declaration: 0 },
  };
  it.each([
    {
      why: "the kubelet asks with what is loaded",
      through: "kubelet",
      events: [declareB, revokeA, patch("noReboot")],
      result: "denied",
    },
    {
      why: "Talos asks with what is configured, which hides that",
      through: "talos",
      events: [declareB, revokeA, patch("noReboot")],
      result: "pulled",
    },
    {
      why: "the registry is asked with what is declared",
      through: "registry",
      events: [declareB, revokeA],
      result: "pulled",
    },
    {
      why: "an old login that is still accepted answers",
      through: "kubelet",
      events: [declareB],
      result: "pulled",
    },
  ] as const)("$why", ({ through, events, result }) => {
    const { world } = lived("v1.13.8", ...events, pull(through));
    expect(world.credentials[0]?.probes.at(-1)?.result).toBe(result);
  });

  it("of what is there already ask nobody", () => {
    const { world } = lived("v1.13.8", declareB, revokeA, pull("kubelet", false));
    expect(world.credentials[0]?.probes.at(-1)?.result).toBe("pulled");
  });
});

describe("a transaction", () => {
  it.each(TRANSACTION_PHASES.map((phase, endsBefore) => ({ phase, endsBefore })))(
    "that dies before $phase leaves its owner behind once it has claimed, and a proof only after reassert",
    ({ endsBefore }) => {
      const { world, node } = lived(
        "v1.13.8",
        declareB,
        ...transaction(0, "run-7", endsBefore),
        wait,
      );
      expect(node.hold?.owner).toBe(endsBefore === 0 ? undefined : "run-7");
      expect(node.isCordoned).toBe(endsBefore > 0);
      const [declared] = world.credentials;
      if (declared === undefined) throw new Error("the credential is gone");
      expect(hasCurrentProof(node, declared)).toBe(endsBefore > 6);
    },
  );

  it("that ends well leaves a lone phase, no cordon, and the pod on the newest template", () => {
    const { node } = lived("v1.13.8", declareB, ...transaction(0, "run-7"));
    expect(node).toMatchObject({
      hold: { owner: undefined, phase: "mutating" },
      isCordoned: false,
      loaded: { registry: "bot/b" },
      podRevision: 2,
    });
  });
});

describe("an observed world", () => {
  it("is a valid snapshot, whatever was collected", () => {
    fc.assert(
      fc.property(worlds(), collections(), (world, collected) => {
        const snapshot = observeWorld(world, collected);
        const parsed = parseSnapshot(writeSnapshot(snapshot), "world.json");
        expect(parsed.ok ? [] : parsed.problems).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});
