import { describe, expect, it } from "vitest";
import { fleetDelta } from "../../../../src/engine/facts/fleet/fleet-delta.ts";
import { describeImageChange } from "../../../../src/engine/facts/fleet/image-change.ts";
import { podTemplate } from "../../../../src/engine/facts/fleet/pod-template.ts";
import { templateDelta } from "../../../../src/engine/facts/fleet/template-delta.ts";
import type { JsonObject } from "../../../../src/input/json-value.ts";
import { codesOf, derive } from "../derive.ts";
import { shown } from "../gate/known.ts";
import { agents, fleetSubject, seedRevisions } from "./cilium-fleet.ts";

const [r19, r20, r23, r26, r27] = seedRevisions;
if (!(r19 && r20 && r23 && r26 && r27)) throw new Error("the seed has five revisions");

describe("fleet.delta", () => {
  it("of the seed is the image of six containers and the SPIRE socket", () => {
    expect(shown(derive(fleetDelta, fleetSubject()))).toEqual([
      "cilium-agent image v1.20.0-rc.0 → v1.20.0 (pre-release → release), 5 more containers alike",
      "cilium-agent mount /run/spire/sockets removed",
      "volume spire-agent-socket removed",
    ]);
  });

  it("compares with what most stale pods run, the oldest of equals", () => {
    const pods = [...agents(2, r19.hash), ...agents(3, r26.hash)];
    const most = shown(derive(fleetDelta, fleetSubject({ pods })));
    expect(most).toEqual([
      "cilium-agent image v1.20.0-rc.1 → v1.20.0 (pre-release → release), 5 more containers alike",
    ]);
    const equal = [...agents(2, r26.hash), ...agents(2, r19.hash)];
    expect(shown(derive(fleetDelta, fleetSubject({ pods: equal })))).toHaveLength(3);
  });

  it("is empty when no pod is stale, though pods of older revisions end", () => {
    const pods = [...agents(9, r27.hash), ...agents(2, r19.hash, { isTerminating: true })];
    expect(shown(derive(fleetDelta, fleetSubject({ pods })))).toEqual([]);
  });

  it("is unknown while one pod cannot be judged: it might tip the balance", () => {
    const pods = [...agents(2, r19.hash), { name: "x" }];
    expect(codesOf(derive(fleetDelta, fleetSubject({ pods })))).toEqual(["Unparsable"]);
  });
});

describe("templateDelta", () => {
  const container = (rest: JsonObject = {}): JsonObject => ({
    name: "agent",
    image: "r/a:1",
    ...rest,
  });
  const pod = (...containers: readonly JsonObject[]): JsonObject => ({ spec: { containers } });
  it.each<{ before: JsonObject; after: JsonObject; lines: string[]; why: string }>([
    { before: pod(container()), after: pod(container()), lines: [], why: "equal" },
    {
      before: { ...pod(container()), metadata: { creationTimestamp: null } },
      after: { $patch: "replace", metadata: {}, ...pod(container()) },
      lines: [],
      why: "equal but for what never counts",
    },
    {
      before: pod(container(), container({ name: "b" })),
      after: pod(container({ image: "r/a:2" }), container({ name: "b" })),
      lines: ["agent image 1 → 2"],
      why: "one of two images",
    },
    {
      before: pod(container(), container({ name: "b" })),
      after: pod(container({ image: "r/a:2" }), container({ name: "b", image: "r/a:2" })),
      lines: ["agent image 1 → 2, 1 more container alike"],
      why: "both images alike",
    },
    {
      before: pod(container(), container({ name: "b" })),
      after: pod(container({ image: "r/a:2" }), container({ name: "b", image: "r/a:3" })),
      lines: ["agent image 1 → 2", "b image 1 → 3"],
      why: "both images, each its own way",
    },
    {
      before: pod(container()),
      after: pod(container(), container({ name: "b" })),
      lines: ["container b added"],
      why: "a new container",
    },
    {
      before: {
        spec: { containers: [container()], initContainers: [container({ name: "setup" })] },
      },
      after: pod(container()),
      lines: ["init container setup removed"],
      why: "an init container gone",
    },
    {
      before: { spec: { initContainers: [container(), container({ name: "b" })] } },
      after: { spec: { initContainers: [container({ name: "b" }), container()] } },
      lines: ["init containers reordered"],
      why: "init containers run in another order",
    },
    {
      before: pod(
        container({ env: [{ name: "A", value: "hunter2" }], args: ["--x"], resources: {} }),
      ),
      after: pod(
        container({
          env: [{ name: "A", value: "hunter3" }],
          args: ["--y"],
          securityContext: { privileged: true },
        }),
      ),
      lines: [
        "agent env A changed",
        "agent resources changed",
        "agent securityContext privileged unset → true",
        "agent args changed",
      ],
      why: "fields of a container, without their values",
    },
    {
      before: pod(
        container({
          env: [
            { name: "A", value: "1" },
            { name: "B", value: "1" },
          ],
          resources: { limits: { cpu: "100m", memory: "1Gi" }, claims: [{ name: "x" }] },
          securityContext: { capabilities: { add: ["NET_ADMIN"] }, runAsUser: 0 },
        }),
      ),
      after: pod(
        container({
          env: [
            { name: "B", value: "1" },
            { name: "C", value: "1" },
          ],
          resources: { limits: { cpu: "200m", memory: "hunter2" } },
          securityContext: { capabilities: { add: ["SYS_ADMIN"] }, runAsUser: 1000 },
        }),
      ),
      lines: [
        "agent env C added",
        "agent env A removed",
        "agent resources limits.cpu 100m → 200m",
        "agent resources limits.memory changed",
        "agent resources claims removed",
        "agent securityContext capabilities.add changed",
        "agent securityContext runAsUser 0 → 1000",
      ],
      why: "variables by name, resources and security by field; a value only if it is a quantity, a number or a boolean",
    },
    {
      before: pod(container({ env: [{ name: "A" }, { name: "B" }] })),
      after: pod(container({ env: [{ name: "B" }, { name: "A" }] })),
      lines: ["agent env reordered"],
      why: "variables in another order, which may refer to each other",
    },
    {
      before: { spec: { securityContext: { seccompProfile: { type: "Unconfined" } } } },
      after: { spec: { securityContext: { runAsNonRoot: true } } },
      lines: [
        "pod securityContext runAsNonRoot unset → true",
        "pod securityContext seccompProfile.type removed",
      ],
      why: "the security of the whole pod",
    },
    {
      before: pod(
        container({
          volumeMounts: [
            { name: "a", mountPath: "/a" },
            { name: "b", mountPath: "/b" },
          ],
        }),
      ),
      after: pod(
        container({
          volumeMounts: [
            { name: "a", mountPath: "/a", readOnly: true },
            { name: "c", mountPath: "/c" },
          ],
        }),
      ),
      lines: ["agent mount /c added", "agent mount /b removed", "agent mount /a changed"],
      why: "mounts by their path",
    },
    {
      before: {
        spec: {
          volumes: [
            { name: "a", emptyDir: {} },
            { name: "b", emptyDir: {} },
          ],
        },
      },
      after: {
        spec: {
          volumes: [
            { name: "a", hostPath: { path: "/a" } },
            { name: "c", emptyDir: {} },
          ],
        },
      },
      lines: ["volume c added", "volume b removed", "volume a changed"],
      why: "volumes by their name",
    },
    {
      before: { spec: { volumes: [{ name: "a" }, { name: "b" }] } },
      after: { spec: { volumes: [{ name: "b" }, { name: "a" }] } },
      lines: ["volumes reordered"],
      why: "volumes in another order",
    },
    {
      before: {
        metadata: { annotations: { a: "1", b: "1" }, labels: { k: "1" } },
        spec: { hostNetwork: true },
      },
      after: {
        metadata: { annotations: { a: "2", c: "1" }, labels: { k: "2" } },
        spec: { hostPID: true },
      },
      lines: [
        "pod hostPID added",
        "pod hostNetwork removed",
        "annotation c added",
        "annotation b removed",
        "annotation a changed",
        "label k changed",
      ],
      why: "the rest of the pod, annotations and labels",
    },
    {
      before: pod(container(), container({ name: "agent", image: "r/b:1" })),
      after: pod(container(), container({ name: "agent", image: "r/b:2" })),
      lines: ["agent (1) image 1 → 2"],
      why: "containers of one name, which the API would refuse",
    },
    {
      before: { spec: { volumes: null } },
      after: { spec: {} },
      lines: ["template changed"],
      why: "nothing that has a name",
    },
  ])("tells $lines: $why", ({ before, after, lines }) => {
    expect(templateDelta(podTemplate(before), podTemplate(after))).toEqual(lines);
  });
});

describe("describeImageChange", () => {
  const a = `sha256:${"a".repeat(64)}`;
  const b = `sha256:${"b".repeat(64)}`;
  it.each([
    ["r/c:v1.20.0-rc.0", "r/c:v1.20.0", "v1.20.0-rc.0 → v1.20.0 (pre-release → release)"],
    ["r/c:v1.20.0", "r/c:v1.21.0-rc.1", "v1.20.0 → v1.21.0-rc.1 (release → pre-release)"],
    ["r/c:v1.20.0", "r/c:v1.20.1", "v1.20.0 → v1.20.1"],
    ["r/c:v1.20.0-rc.0", "r/c:v1.20.0-rc.1", "v1.20.0-rc.0 → v1.20.0-rc.1"],
    ["r/c:v1.20.0-rc.10", "r/c:v1.20.0-rc.9", "v1.20.0-rc.10 → v1.20.0-rc.9 (down)"],
    ["r/c:v1.20.0-rc.1", "r/c:v1.20.0-rc", "v1.20.0-rc.1 → v1.20.0-rc (down)"],
    ["r/c:v1.20.0-rc.x", "r/c:v1.20.0-rc.1", "v1.20.0-rc.x → v1.20.0-rc.1 (down)"],
    ["r/c:v1.20.0-beta.2", "r/c:v1.20.0-rc.1", "v1.20.0-beta.2 → v1.20.0-rc.1"],
    ["r/c:v1.20.1", "r/c:v1.20.0", "v1.20.1 → v1.20.0 (down)"],
    ["r/c:v1.20.0", "r/c:v1.20.0-rc.1", "v1.20.0 → v1.20.0-rc.1 (release → pre-release, down)"],
    ["r/c:v1.20.0", "r/c:v2.0.0", "v1.20.0 → v2.0.0 (another major version)"],
    ["r/c:v2.0.0", "r/c:v1.9.9", "v2.0.0 → v1.9.9 (another major version, down)"],
    ["r/c:1.2.4-alpine", "r/c:1.2.3", "1.2.4-alpine → 1.2.3 (down)"],
    [
      "r/c:1.0.99999999999999999999",
      "r/c:1.0.99999999999999999998",
      "1.0.99999999999999999999 → 1.0.99999999999999999998 (down)",
    ],
    ["r/c:1.2.3-alpine", "r/c:1.2.3", "1.2.3-alpine → 1.2.3"],
    [`r/c:v1@${a}`, `r/c:v1@${b}`, "digest sha256:aaaaaaaaaaaa → sha256:bbbbbbbbbbbb"],
    ["r/c:v1", `r/c:v1@${a}`, "digest none → sha256:aaaaaaaaaaaa"],
    [`r/c:v1@${a}`, `r/c:v2@${b}`, "v1 → v2"],
    [`r/c@${a}`, "r/c:v2", "without tag → v2"],
    ["localhost:5000/c", "localhost:5000/c:v1", "without tag → v1"],
    [
      "quay.io/cilium/cilium:v1",
      "ghcr.io/mirror/cilium:v1",
      "quay.io/cilium/cilium:v1 → ghcr.io/mirror/cilium:v1",
    ],
  ])("from %s to %s is %s", (before, after, change) => {
    expect(describeImageChange(before, after)).toBe(change);
  });
});
