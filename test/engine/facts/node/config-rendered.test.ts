import { describe, expect, it } from "vitest";
import { evaluate } from "../../../../src/engine/evaluate.ts";
import { configRendered } from "../../../../src/engine/facts/node/config-rendered.ts";
import { shippedPolicies } from "../../../support/shipped-policies.ts";
import { derive, evidenceOf } from "../derive.ts";
import { main, named, renderedIn, withConfigs } from "./changes/rendered.ts";
import {
  configuredAfterStart,
  createDraft,
  declaredRevision,
  desiredImage,
  type Edit,
  entry,
  firstDeclared,
  gapIn,
  imageKey,
  inconsistentEntry,
  noMarker,
  otherDeclaredAt,
  revisionKey,
  subjectOf,
  talosVersion,
} from "./fleet.ts";
import { inShort, possibleOf } from "./in-short.ts";

const proofs = { [revisionKey]: declaredRevision, [imageKey]: desiredImage };

/** What the node runs and has on disk, and what Git renders for it; letters stand for credentials, none for no login. */
function configs(
  active: { env: string; login?: string },
  rendered: { env: string; login?: string },
): Edit {
  const [before, after] = [active, rendered].map(({ env, login }) =>
    main(
      { "/machine/env/A": env },
      {
        ...(login === undefined ? {} : { registryAuth: [entry(login)] }),
        nodeAnnotations: proofs,
      },
    ),
  );
  return (draft) => {
    if (before === undefined || after === undefined) throw new Error("two configs");
    withConfigs({ active: [before], rendered: [after] })(draft);
    const { machineConfig } = draft.talos;
    if (machineConfig?.active !== undefined)
      machineConfig.persistent = structuredClone(machineConfig.active);
  };
}

/** The worker's runtime is older than the declared credential, which is configured since. */
const olderRuntime: Edit = (draft) => {
  noMarker(draft);
  otherDeclaredAt("2026-06-01T00:00:00Z")(draft);
  firstDeclared("2026-08-04T00:00:00Z")(draft);
  configuredAfterStart(draft);
  for (const document of draft.talos.machineConfig?.active?.documents ?? [])
    delete document.nodeAnnotations;
};
const staged: Edit = ({ talos }) => {
  const { persistent } = talos.machineConfig ?? {};
  for (const document of persistent?.documents ?? []) document.registryAuth = [entry("c")];
};
const bothLogins: Edit = ({ talos }) => {
  const documents = talos.machineConfig?.active?.documents ?? [];
  for (const document of documents) document.registryAuth = [entry("a"), entry("b")];
};
const renderedTwice: Edit = (draft) => {
  for (const document of renderedIn(draft).documents)
    document.registryAuth = [entry("a"), entry("b")];
};

const holding =
  (...entries: readonly ReturnType<typeof entry>[]): Edit =>
  (draft) => {
    const auth = named("RegistryAuthConfig", "ghcr.io", {}, { registryAuth: [...entries] });
    withConfigs({ active: [main({})], rendered: [main({}), auth] })(draft);
  };

describe("configRendered", () => {
  it.each<{ is: string; edits: readonly Edit[]; why: string }>([
    { is: "notCollected", edits: [], why: "the profile does not say that it is given" },
    { is: "same", edits: [holding(entry("a"))], why: "it has the declared login" },
    { is: "changed", edits: [holding(entry("b"))], why: "it has another one" },
    { is: "absent", edits: [holding()], why: "it has none" },
    {
      is: "absent",
      edits: [holding({ ...entry("a"), host: "quay.io" })],
      why: "it has one for another host",
    },
    { is: "invalid", edits: [holding(inconsistentEntry)], why: "consumers read it differently" },
    { is: "invalid", edits: [holding(entry("a"), entry("b"))], why: "it has two" },
    {
      is: "unknown: Incomparable",
      edits: [holding(entry("a", "k2"))],
      why: "it is fingerprinted with another key",
    },
    {
      is: "unknown: Forbidden",
      edits: [holding(entry("a")), gapIn("rendered", "worker-1")],
      why: "a further entry may not have been read",
    },
    {
      is: "unknown: NotRead",
      edits: [
        holding(entry("a")),
        ({ snapshot }) => {
          delete snapshot.rendered;
        },
      ],
      why: "it was not given",
    },
  ])("is $is when $why", ({ is, edits }) => {
    expect(inShort(configRendered, subjectOf(...edits))).toBe(is);
  });

  it("leaves open no more than a further entry could change", () => {
    const partly = subjectOf(holding(entry("a")), gapIn("rendered", "worker-1"));
    expect(possibleOf(derive(configRendered, partly))).toEqual(["same", "invalid"]);
  });

  it("cites the entry", () => {
    expect(evidenceOf(configRendered, subjectOf(holding(entry("b"))))).toEqual([
      ["/rendered/machineConfigs/worker-1/documents/1/registryAuth/0", "another than declared"],
    ]);
  });
});

function decided(...edits: readonly Edit[]) {
  const draft = createDraft();
  delete draft.snapshot.objects["v1/Node//control-1"];
  for (const edit of edits) edit(draft);
  const { nodes, verdicts, findings } = evaluate(
    shippedPolicies(),
    draft.snapshot,
    draft.profile,
    {},
  );
  const [worker] = nodes;
  return {
    does: worker?.blocked ?? worker?.obligations.join(" "),
    reason: worker?.reason,
    update: verdicts["cluster-update"],
    told: findings.some(({ reason }) => reason === "RenderedCredentialDiffers"),
  };
}

describe("a rendered config with another login than the declared one", () => {
  it.each<{
    does: string;
    reason: string;
    update: string;
    edits: readonly Edit[];
    why: string;
  }>([
    {
      does: "patch reboot",
      reason: "ConfigNeedsReboot",
      update: "allow",
      edits: [configs({ env: "1", login: "a" }, { env: "2", login: "a" })],
      why: "it is the declared one",
    },
    {
      does: "refused",
      reason: "RenderedCredentialDiffers",
      update: "deny",
      edits: [configs({ env: "1", login: "a" }, { env: "2", login: "b" })],
      why: "the patch for another change would write an older one",
    },
    {
      does: "refused",
      reason: "RenderedCredentialDiffers",
      update: "deny",
      edits: [configs({ env: "1", login: "a" }, { env: "2" })],
      why: "the patch for another change would take it away",
    },
    {
      does: "",
      reason: "ProofCurrent",
      update: "deny",
      edits: [configs({ env: "1", login: "a" }, { env: "1", login: "b" })],
      why: "nothing else changes, but an update would write it",
    },
    {
      does: "",
      reason: "ProofCurrent",
      update: "deny",
      edits: [configs({ env: "1", login: "a" }, { env: "1" }), talosVersion("v1.14.0")],
      why: "it would be taken away, and the runtime restarted without it",
    },
    {
      does: "refused",
      reason: "RenderedCredentialDiffers",
      update: "deny",
      edits: [configs({ env: "1", login: "b" }, { env: "1", login: "b" }), noMarker],
      why: "the patch before the reboot would write it",
    },
    {
      does: "refused",
      reason: "RenderedCredentialDiffers",
      update: "deny",
      edits: [configs({ env: "1", login: "a" }, { env: "1", login: "b" }), olderRuntime, staged],
      why: "only the config on disk is to be patched before the reboot, and that would write it",
    },
    {
      does: "reboot verify reassert",
      reason: "CredentialChanged",
      update: "deny",
      edits: [configs({ env: "1", login: "a" }, { env: "1", login: "b" }), olderRuntime],
      why: "both configs are as declared, so the reboot patches nothing",
    },
    {
      does: "refused",
      reason: "RenderedCredentialDiffers",
      update: "deny",
      edits: [configs({ env: "1", login: "a" }, { env: "1", login: "b" }), bothLogins],
      why: "consumers read the active one differently, so it is patched, and that would write it",
    },
    {
      does: "",
      reason: "ProofCurrent",
      update: "deny",
      edits: [configs({ env: "1", login: "a" }, { env: "1", login: "a" }), renderedTwice],
      why: "consumers would read it differently, and nothing writes it but an update",
    },
  ])("$does, $reason, update: $update, when $why", ({ does, reason, update, edits }) => {
    expect(decided(...edits)).toEqual({ does, reason, update, told: update === "deny" });
  });

  it("is not waved through while it is not known", () => {
    const masked: Edit = (draft) => {
      for (const document of renderedIn(draft).documents)
        document.registryAuth = [{ host: "ghcr.io", consistent: false, problem: "redacted" }];
    };
    const same = configs({ env: "1", login: "a" }, { env: "2", login: "a" });
    expect(decided(same, masked, gapIn("rendered", "worker-1"))).toMatchObject({
      does: "unknown",
      update: "indeterminate",
    });
  });
});
