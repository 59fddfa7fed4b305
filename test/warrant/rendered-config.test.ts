import { describe, expect, it } from "vitest";
import { checkWarrant } from "../../src/warrant/check-warrant.ts";
import { planWarrants } from "../../src/warrant/plan-warrants.ts";
import type { Warrant } from "../../src/warrant/warrant.ts";
import { main, named, renderedIn, withConfigs } from "../engine/facts/node/changes/rendered.ts";
import {
  createDraft,
  type Draft,
  declaredRevision,
  desiredImage,
  type Edit,
  entry,
  imageKey,
  revisionKey,
  talosVersion,
} from "../engine/facts/node/fleet.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";
import { inShort } from "./in-short.ts";

// A step that is to bring a rendered config into force: what the warrant is for is bound, and done only once it is there.

const policies = shippedPolicies();
const HOLDER = "me";
const proofs = { [revisionKey]: declaredRevision, [imageKey]: desiredImage };

/** The worker alone: a lone control plane has nothing to do here. */
function draftOf(...edits: readonly Edit[]): Draft {
  const draft = createDraft();
  draft.snapshot.metadata = { cluster: "c1" };
  draft.snapshot.coverage.push({ kind: "v1/Pod", complete: true });
  Object.assign(draft.nodeInfo, { machineID: "m1" });
  delete draft.snapshot.objects["v1/Node//control-1"];
  for (const edit of edits) edit(draft);
  return draft;
}

function issued(...edits: readonly Edit[]): Warrant {
  const { snapshot, profile } = draftOf(...edits);
  const [warrant] = planWarrants(policies, snapshot, profile, { holder: HOLDER }).warrants;
  if (warrant === undefined) throw new Error("no warrant was issued");
  return warrant;
}

function check(warrant: Warrant, ...edits: readonly Edit[]): string {
  const { snapshot, profile } = draftOf(...edits);
  return inShort(checkWarrant(warrant, snapshot, policies, profile, { holder: HOLDER }));
}

const env = (value: string, login = "a") =>
  main({ "/machine/env/A": value }, { registryAuth: [entry(login)], nodeAnnotations: proofs });

/** What is active and on disk, and what is rendered. */
const configs =
  (active: string, rendered: string): Edit =>
  (draft) => {
    withConfigs({ active: [env(active)], rendered: [env(rendered)] })(draft);
    diskRead(draft);
  };
const diskRead: Edit = ({ talos: { machineConfig } }) => {
  if (machineConfig?.active !== undefined)
    machineConfig.persistent = structuredClone(machineConfig.active);
};
const diskUnread: Edit = ({ talos: { machineConfig } }) => {
  delete machineConfig?.persistent;
};
const diskHas =
  (value: string): Edit =>
  ({ talos: { machineConfig } }) => {
    if (machineConfig?.persistent !== undefined)
      machineConfig.persistent.documents = structuredClone([env(value)]);
  };

const claimed: Edit = (draft) => {
  draft.annotations["example.dev/owner"] = HOLDER;
  Object.assign(draft.worker.spec as object, {
    unschedulable: true,
    taints: [{ key: "node.kubernetes.io/unschedulable", effect: "NoSchedule" }],
  });
};
const owned: Edit = (draft) => {
  draft.annotations["example.dev/owner"] = HOLDER;
};
const times =
  (started: string, written: string): Edit =>
  ({ talos }) => {
    talos.runtimeStartedAt = started;
    talos.registryConfigUpdatedAt = written;
  };
const booted: Edit = (draft) => {
  draft.nodeInfo.bootID = "boot-after";
  times("2026-08-06T11:50:10Z", "2026-08-06T11:50:00Z")(draft);
};
const writtenAt =
  (instant: string): Edit =>
  ({ talos: { machineConfig } }) => {
    if (machineConfig?.active !== undefined) machineConfig.active.updatedAt = instant;
  };
const beforeBoot = writtenAt("2026-08-06T11:40:00Z");

interface Row {
  readonly why: string;
  readonly edits: readonly Edit[];
  readonly says: string;
}

describe("a change that takes a reboot", () => {
  const warrant = issued(configs("1", "2"));

  it("is bound with what it is written over", () => {
    expect(warrant.action.obligations).toEqual(["patch", "reboot"]);
    expect(warrant.config).toMatchObject({ differs: true, effect: "reboot", keys: ["k1"] });
    expect(warrant.config?.active).not.toBe(warrant.config?.rendered);
  });

  it.each<Row>([
    { why: "nothing was done yet", edits: [configs("1", "2")], says: "stands: claim" },
    { why: "claimed", edits: [configs("1", "2"), claimed], says: "stands: patch" },
    { why: "claimed and patched", edits: [configs("2", "2"), claimed], says: "stands: reboot" },
    {
      why: "tried only: the next boot would start from what was there before",
      edits: [configs("2", "2"), diskHas("1"), claimed],
      says: "stands: patch",
    },
    {
      why: "Git took the change back, so nothing speaks for a reboot any more",
      edits: [configs("1", "1")],
      says: "void: config.rendered, decision",
    },
    {
      why: "the same once it is claimed",
      edits: [configs("1", "1"), claimed],
      says: "void: config.rendered, decision",
    },
    {
      why: "Git renders another value at the same place",
      edits: [configs("1", "3")],
      says: "void: config.rendered",
    },
    {
      why: "another value was brought into force meanwhile",
      edits: [configs("3", "2"), claimed],
      says: "void: config.active",
    },
    {
      why: "Git renders something else in addition",
      edits: [
        configs("1", "2"),
        (draft) => {
          renderedIn(draft).documents[0] = main(
            { "/machine/env/A": "1", "/cluster/etcd/x": "9" },
            { registryAuth: [entry("a")], nodeAnnotations: proofs },
          );
        },
      ],
      says: "void: config.rendered",
    },
    {
      why: "it booted by itself before the patch, and has the old config",
      edits: [configs("1", "2"), claimed, booted],
      says: "void: config.active",
    },
    {
      why: "the same, unclaimed",
      edits: [configs("1", "2"), booted],
      says: "void: config.active",
    },
    {
      why: "booted with the patch",
      edits: [configs("2", "2"), claimed, booted, beforeBoot],
      says: "stands: ready",
    },
    {
      why: "booted with the patch, and given back",
      edits: [configs("2", "2"), booted, beforeBoot],
      says: "done",
    },
    {
      why: "booted by itself, and patched after it: not in force before another boot",
      edits: [configs("2", "2"), booted, writtenAt("2026-08-06T11:55:00Z")],
      says: "unconfirmed: config.active",
    },
    {
      why: "digested with another key, so nobody can tell whether it is the same",
      edits: [
        configs("11", "22"),
        (draft) => {
          renderedIn(draft).digestKey = "k2";
          if (draft.talos.machineConfig?.active !== undefined)
            draft.talos.machineConfig.active.digestKey = "k2";
        },
      ],
      says: "unconfirmed: config.rendered",
    },
  ])("$why → $says", ({ edits, says }) => {
    expect(check(warrant, ...edits)).toBe(says);
  });
});

describe("a disk that was not read", () => {
  const unread = [configs("1", "2"), diskUnread];
  const warrant = issued(...unread);

  it.each<Row>([
    { why: "nothing was done yet", edits: unread, says: "stands: claim" },
    { why: "claimed, not patched", edits: [...unread, claimed], says: "stands: patch" },
    {
      why: "claimed, not patched, and booted",
      edits: [...unread, claimed, booted],
      says: "void: config.active",
    },
    { why: "booted and given back", edits: [...unread, booted], says: "void: config.active" },
    {
      why: "active, and not known whether the next boot has it too",
      edits: [configs("2", "2"), diskUnread, claimed],
      says: "unconfirmed: config.disk",
    },
    {
      why: "no Talos before 1.10 tells it",
      edits: [talosVersion("v1.9.5"), configs("2", "2"), diskUnread, claimed],
      says: "stands: reboot",
    },
  ])("is never a patched one: $why → $says", ({ edits, says }) => {
    expect(check(warrant, ...edits)).toBe(says);
  });
});

describe("a change that takes a restart of the runtime", () => {
  const login = named(
    "RegistryAuthConfig",
    "quay.io",
    {},
    { registryAuth: [{ ...entry("a"), host: "quay.io" }] },
  );
  const withLogin =
    (isActive: boolean, isRendered: boolean): Edit =>
    (draft) => {
      talosVersion("v1.14.0")(draft);
      withConfigs({
        active: [env("1"), ...(isActive ? [login] : [])],
        rendered: [env("1"), ...(isRendered ? [login] : [])],
      })(draft);
      diskRead(draft);
    };
  const warrant = issued(withLogin(false, true));
  const restarted = times("2026-08-06T11:50:05Z", "2026-08-01T10:00:09Z");

  it.each<Row>([
    { why: "nothing was done yet", edits: [withLogin(false, true)], says: "stands: claim" },
    {
      why: "Git took it back",
      edits: [withLogin(false, false)],
      says: "void: config.rendered, decision",
    },
    {
      why: "the runtime restarted by itself before the patch",
      edits: [withLogin(false, true), owned, restarted],
      says: "void: config.active",
    },
    {
      why: "the same, unclaimed",
      edits: [withLogin(false, true), restarted],
      says: "void: config.active",
    },
    {
      why: "patched, and Talos restarted the runtime",
      edits: [withLogin(true, true), times("2026-08-06T11:50:05Z", "2026-08-06T11:50:00Z")],
      says: "done",
    },
  ])("$why → $says", ({ edits, says }) => {
    expect(warrant.action.obligations).toEqual(["patch", "restart"]);
    expect(check(warrant, ...edits)).toBe(says);
  });
});

describe("a patch that restarts the runtime before the reboot that it takes", () => {
  const noMarker: Edit = ({ annotations }) => {
    delete annotations[revisionKey];
    delete annotations[imageKey];
  };
  const both =
    (active: readonly [string, string], rendered: readonly [string, string]): Edit =>
    (draft) => {
      talosVersion("v1.14.0")(draft);
      const unproved = ([value, letter]: readonly [string, string]) =>
        main({ "/machine/env/A": value }, { registryAuth: [entry(letter)], nodeAnnotations: {} });
      withConfigs({ active: [unproved(active)], rendered: [unproved(rendered)] })(draft);
      diskRead(draft);
      noMarker(draft);
    };
  const start = times("2026-08-01T10:00:15Z", "2026-08-01T10:00:09Z");
  const warrant = issued(both(["1", "b"], ["2", "a"]), start);
  const written = both(["2", "a"], ["2", "a"]);
  const after = times("2026-08-06T11:50:05Z", "2026-08-06T11:50:00Z");

  it.each<Row>([
    {
      why: "patched, and the runtime not yet restarted",
      edits: [written, times("2026-08-01T10:00:15Z", "2026-08-06T11:50:01Z"), claimed],
      says: "stands: reboot",
    },
    {
      why: "the restart is overdue: somebody looks why before anything is taken down",
      edits: [written, times("2026-08-01T10:00:15Z", "2026-08-06T11:50:00Z"), claimed],
      says: "paused: reboot: IntentDenied",
    },
    {
      why: "the runtime restarted: the reboot remains",
      edits: [written, after, claimed],
      says: "stands: reboot",
    },
    {
      why: "the runtime restarted by itself, and nothing is patched",
      edits: [
        both(["1", "b"], ["2", "a"]),
        times("2026-08-06T11:50:05Z", "2026-08-01T10:00:09Z"),
        claimed,
      ],
      says: "stands: patch",
    },
    {
      why: "rebooted",
      edits: [written, claimed, booted, beforeBoot],
      says: "stands: verify",
    },
  ])("$why → $says", ({ edits, says }) => {
    expect(warrant.action.obligations).toEqual(["patch", "reboot", "verify", "reassert"]);
    expect(check(warrant, ...edits)).toBe(says);
  });
});

describe("evidence that is withdrawn", () => {
  const refused: Edit = (draft) => {
    const probe = { credential: "registry", image: desiredImage, at: "2026-08-06T11:00:00Z" };
    draft.snapshot.probes = [
      {
        ...probe,
        node: "worker-1",
        through: "kubelet",
        uncached: true,
        result: "denied",
        bootId: "boot-1",
      },
      {
        ...probe,
        through: "registry",
        result: "pulled",
        at: "2026-08-06T11:01:00Z",
        revision: declaredRevision,
      },
    ];
  };
  const unknownLoad: readonly Edit[] = [
    (draft) => {
      draft.credential.history = true;
      draft.evidence.previous = [
        {
          revision: "b".repeat(64),
          fingerprint: { alg: "hmac", keyId: "k", value: "b", ...entry("b").fingerprint },
          firstDeclaredAt: "2026-06-01T00:00:00Z",
          lastDeclaredAt: "2026-06-01T00:00:00Z",
        },
      ];
      delete draft.annotations[revisionKey];
      delete draft.annotations[imageKey];
      for (const document of draft.talos.machineConfig?.active?.documents ?? [])
        document.nodeAnnotations = {};
    },
    diskUnread,
    times("2026-08-01T10:00:15Z", "2026-08-05T00:00:00Z"),
  ];
  const warrant = issued(...unknownLoad, refused);

  it.each<Row>([
    {
      why: "all of it is there, and what the boot starts from is asked before anything is taken",
      edits: [refused],
      says: "paused: claim: ConfigOnDisk",
    },
    { why: "the pulls are not handed in any more", edits: [], says: "unconfirmed: decision" },
    {
      why: "the same once claimed",
      edits: [claimed],
      says: "unconfirmed: configAtBoot, decision",
    },
  ])(
    "is not the patch's own doing, where there was nothing to patch: $why → $says",
    ({ edits, says }) => {
      expect(warrant.action.obligations).toContain("reboot");
      expect(warrant.credentials[0]?.config).toBe("same");
      expect(check(warrant, ...unknownLoad, ...edits)).toBe(says);
    },
  );
});
