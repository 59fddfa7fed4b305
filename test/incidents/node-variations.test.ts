import { describe, expect, it } from "vitest";
import { canonicalJson } from "../../src/snapshot/canonical-json.ts";
import {
  actionsOf,
  allBut,
  decideVaried,
  nodeNamed,
  onNode,
  onTalos,
  proofKeys,
  tally,
} from "./vary.ts";

// The seven-node incident, and what an owner would want decided if one thing about it were different.

describe("the same fleet, one thing different", () => {
  it("one node rebooted since: its claim is of another run, the others get their proof back", () => {
    const decision = decideVaried({
      folder: "reboot-storm/after-update",
      snapshot: (snapshot) => {
        onNode(snapshot, "prod-worker-3", (node) => {
          node.status.nodeInfo.bootID = "another-boot";
        });
      },
    });
    expect(actionsOf(decision)).toEqual(
      allBut("reassert MarkerLost", { "worker-3": "blocked (unknown) Undecided" }),
    );
  });

  it("one node rebooted since, its start times read: it loaded what is declared, so its proof comes back", () => {
    const decision = decideVaried({
      folder: "reboot-storm/after-update",
      snapshot: (snapshot) => {
        onNode(snapshot, "prod-worker-3", (node) => {
          node.status.nodeInfo.bootID = "another-boot";
        });
        onTalos(snapshot, "prod-worker-3", (talos) => {
          talos.runtimeStartedAt = "2026-08-09T20:30:50Z";
          talos.registryConfigUpdatedAt = "2026-08-09T20:30:44Z";
        });
      },
    });
    expect(actionsOf(decision)).toEqual(allBut("reassert MarkerLost"));
  });

  it("config patched, drain refused: the runtime still works with the old one, so it reboots, without another patch", () => {
    const decision = decideVaried({
      folder: "reboot-storm/credential-changed",
      profile: (profile) => {
        const [credential] = profile.spec.credentials ?? [];
        if (credential !== undefined) credential.history = true;
      },
      snapshot: (snapshot) => {
        const { registry } = snapshot.credentials ?? {};
        const entry = registry?.declared?.entries?.[0];
        const [old] = Object.values(registry?.live ?? {});
        if (registry?.declared === undefined || entry === undefined) throw new Error("no entry");
        registry.declared.firstDeclaredAt = "2026-08-09T19:51:27Z";
        registry.previous = [
          {
            fingerprint: old?.entries[0]?.fingerprint as never,
            firstDeclaredAt: "2026-07-13T18:42:06Z",
            lastDeclaredAt: "2026-07-13T18:42:06Z",
          },
        ];
        onTalos(snapshot, "prod-worker-1", (talos) => {
          for (const document of talos.machineConfig.active.documents) {
            if (document.registryAuth?.[0] !== undefined) document.registryAuth = [entry];
          }
          talos.machineConfig.persistent = talos.machineConfig.active;
          talos.registryConfigUpdatedAt = "2026-08-09T20:02:00Z";
        });
      },
    });
    expect(actionsOf(decision)).toEqual(allBut("reboot CredentialChanged"));
    expect(nodeNamed(decision, "prod-worker-1").obligations).toEqual([
      "reboot",
      "verify",
      "reassert",
    ]);
    expect(nodeNamed(decision, "prod-worker-2").obligations).toEqual([
      "patch",
      "reboot",
      "verify",
      "reassert",
    ]);
  });

  it("the Secret is reformatted: not a byte of the decision moves", () => {
    const plain = decideVaried({ folder: "reboot-storm/after-update" });
    const reformatted = decideVaried({
      folder: "reboot-storm/after-update",
      files: ({ file, text }) => {
        if (file !== "secret.json") return text;
        const secret = JSON.parse(text) as { data: Record<string, string> };
        const key = ".dockerconfigjson";
        const config = JSON.parse(Buffer.from(secret.data[key] ?? "", "base64").toString()) as {
          auths: Record<string, { username: string; password: string; auth?: string }>;
        };
        const { "ghcr.io": login } = config.auths;
        if (login === undefined) throw new Error("no login");
        const { username, password } = login;
        const again = {
          HttpHeaders: {},
          auths: {
            "registry.example": { username: "x", password: "y" },
            "HTTPS://GHCR.IO/v2/": { password, email: "nobody@example.com", username },
          },
        };
        secret.data[key] = Buffer.from(`${JSON.stringify(again, null, "\t")}\n`).toString("base64");
        return JSON.stringify(secret);
      },
    });
    expect(canonicalJson(reformatted as never)).toBe(canonicalJson(plain as never));
  });

  it("the ciphertext is made anew, the token is the same: no node reboots", () => {
    const decision = decideVaried({
      folder: "reboot-storm/stage",
      files: ({ file, text }) =>
        file.endsWith("secret.enc.yaml")
          ? text.replace(/(ghcr_dockerconfigjson: ENC\[AES256_GCM,data:)..../, "$1AAAA")
          : text,
    });
    expect(tally(decision)).toEqual({ verify: 7 });
    for (const { reason } of decision.nodes) expect(reason).toBe("ImageUnproven");
    expect(decision.disruption.reboots).toBe(0);
  });

  it("the ciphertext is made anew, and the history says that it is the same credential: the proof is written anew", () => {
    const decision = decideVaried({
      folder: "reboot-storm/stage",
      files: ({ file, text }) =>
        file.endsWith("secret.enc.yaml")
          ? text.replace(/(ghcr_dockerconfigjson: ENC\[AES256_GCM,data:)..../, "$1AAAA")
          : text,
      profile: (profile) => {
        const [credential] = profile.spec.credentials ?? [];
        if (credential !== undefined) credential.history = true;
      },
      snapshot: (snapshot) => {
        const { registry } = snapshot.credentials ?? {};
        const node = snapshot.objects["v1/Node//prod-worker-1"];
        const revision = node?.metadata.annotations?.[proofKeys.revision];
        const fingerprint = registry?.declared?.entries?.[0]?.fingerprint;
        if (registry?.declared === undefined || fingerprint === undefined) throw new Error("none");
        registry.declared.firstDeclaredAt = "2026-07-13T18:42:06Z";
        registry.previous = [
          { revision, fingerprint, firstDeclaredAt: "2026-07-13T18:42:06Z" } as never,
        ];
      },
    });
    expect(actionsOf(decision)).toEqual(allBut("reassert MarkerLost"));
  });

  it("only the user name is another: that is another credential", () => {
    const decision = decideVaried({
      folder: "reboot-storm/stage",
      files: ({ file, text }) => {
        if (file === "variables-base.yaml")
          return text
            .replace('"username": "example-bot"', '"username": "example-bot2"')
            .replace(/"auth": "([^"]+)"/, (_, auth: string) => {
              const login = Buffer.from(auth, "base64").toString();
              const other = login.replace("example-bot:", "example-bot2:");
              return `"auth": "${Buffer.from(other).toString("base64")}"`;
            });
        return file.endsWith("secret.enc.yaml")
          ? text.replace(/(ghcr_dockerconfigjson: ENC\[AES256_GCM,data:)..../, "$1AAAA")
          : text;
      },
    });
    expect(actionsOf(decision)).toEqual(allBut("reboot CredentialChanged"));
  });

  it("a node is being deleted: it is left alone, and so is the rest", () => {
    const decision = decideVaried({
      folder: "reboot-storm/credential-changed",
      snapshot: (snapshot) => {
        onNode(snapshot, "prod-worker-4", (node) => {
          node.metadata.deletionTimestamp = "2026-08-09T20:05:00Z";
        });
      },
    });
    expect(actionsOf(decision)).toEqual(
      allBut("reboot CredentialChanged", { "worker-4": "none NodeLeaving" }),
    );
    expect(decision.plan.steps.map(({ node }) => node)).not.toContain("prod-worker-4");
  });

  it("one current node is still held by an earlier run: nothing is done anywhere", () => {
    const decision = decideVaried({
      folder: "reboot-storm/after-update",
      snapshot: (snapshot) => {
        onNode(snapshot, "prod-worker-4", (node) => {
          node.metadata.annotations[proofKeys.owner] = "83392076045fa427-gh17000000000.1-4242-abcd";
          node.metadata.annotations[proofKeys.phase] = "mutating";
        });
      },
    });
    expect(actionsOf(decision)).toEqual(allBut("blocked (refused) ResidualOwnership"));
    expect(nodeNamed(decision, "prod-worker-1").message).toMatch(/prod-worker-4.*gh17000000000\.1/);
  });

  it("a phase without an owner is what a normal release leaves behind: it holds nothing", () => {
    const decision = decideVaried({
      folder: "reboot-storm/after-update",
      snapshot: (snapshot) => {
        onNode(snapshot, "prod-worker-4", (node) => {
          node.metadata.annotations[proofKeys.phase] = "mutating";
        });
      },
    });
    expect(actionsOf(decision)).toEqual(allBut("reassert MarkerLost"));
  });

  it("Talos 1.14 on some nodes: there the runtime restarts itself, the others reboot", () => {
    const decision = decideVaried({
      folder: "reboot-storm/credential-changed",
      snapshot: (snapshot) => {
        for (const name of ["prod-worker-1", "prod-control-plane-3"]) {
          onNode(snapshot, name, (node) => {
            node.status.nodeInfo.osImage = "Talos (v1.14.0)";
          });
        }
      },
    });
    expect(actionsOf(decision)).toEqual(
      allBut("reboot CredentialChanged", {
        "worker-1": "restart CredentialChanged",
        "control-plane-3": "restart CredentialChanged",
      }),
    );
    expect(decision.disruption).toMatchObject({ reboots: 5, restarts: 2, controlPlanes: 2 });
  });
});
