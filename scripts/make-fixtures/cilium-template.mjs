// The agent's pod template at each ControllerRevision: the parts of the chart's DaemonSet that a diff would show.
import { digestFrom, letters, sha256 } from "./shapes.mjs";

const images = {
  "v1.20.0-rc.0": digestFrom("ab193b23", "cilium v1.20.0-rc.0"),
  "v1.20.0-rc.1": digestFrom("", "cilium v1.20.0-rc.1"),
  "v1.20.0": digestFrom("383968cd", "cilium v1.20.0"),
  "v1.20.1": digestFrom("ae9ea21f", "cilium v1.20.1"),
};

/** Every revision of the story. `config` names the agent's ConfigMap, whose checksum is in the template. */
export const revisions = [
  [19, "2026-07-25T22:59:29Z", "v1.20.0-rc.0", "devices of both networks"],
  [20, "2026-07-28T18:19:31Z", "v1.20.0-rc.0", "NodePort addresses limited"],
  [23, "2026-08-01T13:44:46Z", "v1.20.0-rc.1", "NodePort addresses limited"],
  [26, "2026-08-03T08:09:07Z", "v1.20.0-rc.1", "mutual authentication off"],
  [27, "2026-08-05T20:45:20Z", "v1.20.0", "mutual authentication off"],
  [28, "2026-08-20T09:12:03Z", "v1.20.0", "bandwidth manager on"],
  [29, "2026-09-03T13:26:48Z", "v1.20.1", "bandwidth manager on"],
].map(([number, createdAt, version, config]) => ({
  number,
  createdAt,
  version,
  config,
  spire: number < 26,
  // The controller's hashes use these ten characters; only that of revision 19 is known.
  hash: number === 19 ? "7f7c864994" : letters(`revision/${number}`, "456789bcdf", 10),
}));

export function revisionOf(number) {
  const found = revisions.find((each) => each.number === number);
  if (found === undefined) throw new Error(`no revision ${number}`);
  return found;
}

export function imageOf({ version }) {
  return `quay.io/cilium/cilium:${version}@sha256:${images[version]}`;
}

export function imageIdOf({ version }) {
  return `quay.io/cilium/cilium@sha256:${images[version]}`;
}

const hostPaths = {
  "cilium-run": ["/var/run/cilium", "DirectoryOrCreate"],
  "bpf-maps": ["/sys/fs/bpf", "DirectoryOrCreate"],
  "cilium-cgroup": ["/sys/fs/cgroup", "DirectoryOrCreate"],
  "cni-path": ["/opt/cni/bin", "DirectoryOrCreate"],
  "etc-cni-netd": ["/etc/cni/net.d", "DirectoryOrCreate"],
  "host-proc-sys-net": ["/proc/sys/net", "Directory"],
  "lib-modules": ["/lib/modules", ""],
  "xtables-lock": ["/run/xtables.lock", "FileOrCreate"],
};
const spireVolume = { "spire-agent-socket": ["/run/spire/sockets", "DirectoryOrCreate"] };

export function template(at) {
  return {
    metadata: {
      annotations: { "cilium.io/cilium-configmap-checksum": sha256(`cilium-config/${at.config}`) },
      labels: {
        "app.kubernetes.io/name": "cilium-agent",
        "app.kubernetes.io/part-of": "cilium",
        "k8s-app": "cilium",
      },
    },
    spec: {
      affinity: {
        podAntiAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [
            {
              labelSelector: { matchLabels: { "k8s-app": "cilium" } },
              topologyKey: "kubernetes.io/hostname",
            },
          ],
        },
      },
      automountServiceAccountToken: true,
      containers: [agent(at)],
      dnsPolicy: "ClusterFirst",
      hostNetwork: true,
      initContainers: initContainers(at),
      nodeSelector: { "kubernetes.io/os": "linux" },
      priorityClassName: "system-node-critical",
      restartPolicy: "Always",
      schedulerName: "default-scheduler",
      securityContext: { seccompProfile: { type: "Unconfined" } },
      serviceAccount: "cilium",
      serviceAccountName: "cilium",
      terminationGracePeriodSeconds: 1,
      tolerations: [{ operator: "Exists" }],
      volumes: volumes(at),
    },
  };
}

function volumes({ spire }) {
  const paths = Object.entries({ ...hostPaths, ...(spire ? spireVolume : {}) });
  return [
    { emptyDir: {}, name: "tmp" },
    ...paths.map(([name, [path, type]]) => ({ hostPath: { path, type }, name })),
    { configMap: { defaultMode: 420, name: "cilium-config" }, name: "cilium-config-path" },
  ];
}

function agent(at) {
  const probe = (path, failureThreshold) => ({
    failureThreshold,
    httpGet: {
      host: "127.0.0.1",
      httpHeaders: [{ name: "brief", value: "true" }],
      path,
      port: 9879,
      scheme: "HTTP",
    },
    periodSeconds: 30,
    successThreshold: 1,
    timeoutSeconds: 5,
  });
  return {
    ...container("cilium-agent", at),
    args: ["--config-dir=/tmp/cilium/config-map"],
    command: ["cilium-agent"],
    env: [
      fromField("K8S_NODE_NAME", "spec.nodeName"),
      fromField("CILIUM_K8S_NAMESPACE", "metadata.namespace"),
      { name: "CILIUM_CLUSTERMESH_CONFIG", value: "/var/lib/cilium/clustermesh/" },
      { name: "KUBERNETES_SERVICE_HOST", value: "localhost" },
      { name: "KUBERNETES_SERVICE_PORT", value: "7445" },
    ],
    livenessProbe: probe("/healthz", 10),
    readinessProbe: probe("/healthz", 3),
    startupProbe: { ...probe("/healthz", 300), periodSeconds: 2 },
    resources: { requests: { cpu: "100m", memory: "512Mi" } },
    securityContext: { capabilities: capabilities("NET_ADMIN", "SYS_ADMIN", "SYS_RESOURCE") },
    volumeMounts: [
      mount("cilium-run", "/var/run/cilium"),
      mount("bpf-maps", "/sys/fs/bpf", { mountPropagation: "HostToContainer" }),
      mount("cilium-cgroup", "/sys/fs/cgroup"),
      mount("etc-cni-netd", "/host/etc/cni/net.d"),
      mount("host-proc-sys-net", "/host/proc/sys/net"),
      mount("lib-modules", "/lib/modules", { readOnly: true }),
      mount("xtables-lock", "/run/xtables.lock"),
      mount("tmp", "/tmp"),
      ...(at.spire ? [mount("spire-agent-socket", "/run/spire/sockets")] : []),
    ],
  };
}

function initContainers(at) {
  const step = (name, command, volumeMounts, added) => ({
    ...container(name, at),
    command,
    securityContext: { capabilities: capabilities(...added) },
    volumeMounts,
  });
  return [
    {
      ...step("config", ["cilium-dbg", "build-config"], [mount("tmp", "/tmp")], ["NET_ADMIN"]),
      env: [
        fromField("K8S_NODE_NAME", "spec.nodeName"),
        fromField("CILIUM_K8S_NAMESPACE", "metadata.namespace"),
      ],
    },
    step(
      "apply-sysctl-overwrites",
      ["sh", "-ec", "nsenter --mount=/hostproc/1/ns/mnt /opt/cni/bin/cilium-sysctlfix"],
      [mount("cni-path", "/opt/cni/bin")],
      ["SYS_ADMIN", "SYS_CHROOT", "SYS_PTRACE"],
    ),
    {
      ...step(
        "mount-bpf-fs",
        ["/bin/bash", "-c", "--"],
        [mount("bpf-maps", "/sys/fs/bpf", { mountPropagation: "Bidirectional" })],
        [],
      ),
      securityContext: { privileged: true },
    },
    step(
      "clean-cilium-state",
      ["/init-container.sh"],
      [
        mount("bpf-maps", "/sys/fs/bpf"),
        mount("cilium-cgroup", "/sys/fs/cgroup", { mountPropagation: "HostToContainer" }),
        mount("cilium-run", "/var/run/cilium"),
      ],
      ["NET_ADMIN", "SYS_ADMIN", "SYS_RESOURCE"],
    ),
    step(
      "install-cni-binaries",
      ["/install-plugin.sh"],
      [mount("cni-path", "/host/opt/cni/bin")],
      [],
    ),
  ];
}

function container(name, at) {
  return {
    image: imageOf(at),
    imagePullPolicy: "IfNotPresent",
    name,
    resources: {},
    terminationMessagePath: "/dev/termination-log",
    terminationMessagePolicy: "FallbackToLogsOnError",
  };
}

function capabilities(...added) {
  return added.length === 0 ? { drop: ["ALL"] } : { add: added, drop: ["ALL"] };
}

function mount(name, mountPath, more = {}) {
  return { mountPath, name, ...more };
}

function fromField(name, fieldPath) {
  return { name, valueFrom: { fieldRef: { apiVersion: "v1", fieldPath } } };
}
