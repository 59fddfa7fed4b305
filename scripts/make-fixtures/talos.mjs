// What `talosctl get … -o yaml` prints about one node: a resource envelope, with the machine config as text inside.
// Talos keeps these resources in memory, so after a boot all of them are younger than the boot.
import { stringify } from "yaml";
import { kubernetesVersion, schematic, talosVersion } from "./cluster.mjs";
import { after, base64, indent } from "./shapes.mjs";

/** `talosctl get machineconfig -o yaml`: the active config and the one on disk. */
export function machineConfig(machine, { annotations, credential, updatedAt, version }) {
  const text = configText(machine, annotations, credential);
  return ["v1alpha1", "persistent"]
    .map((id) =>
      resource(machine, {
        namespace: "config",
        type: "MachineConfigs.config.talos.dev",
        id,
        version,
        owner: "config.MachineConfigController",
        createdAt: after(machine.bootedAt, 6),
        updatedAt,
        spec: `spec: |\n${indent(text, 4)}`,
      }),
    )
    .join("---\n");
}

/** `talosctl get services cri -o yaml` over several nodes. Created: when the container runtime started. */
export function services(fleet) {
  return fleet
    .map((machine) =>
      resource(machine, {
        namespace: "runtime",
        type: "Services.v1alpha1.talos.dev",
        id: "cri",
        version: 2,
        owner: "v1alpha1.ServiceController",
        createdAt: after(machine.bootedAt, 15),
        updatedAt: after(machine.bootedAt, 16),
        spec: "spec:\n    running: true\n    healthy: true\n    unknown: false\n",
      }),
    )
    .join("---\n");
}

/** `talosctl get etcfilestatus cri/conf.d/cri.toml -o yaml` over several nodes. */
export function etcFileStatus(fleet) {
  return fleet
    .map((machine) =>
      resource(machine, {
        namespace: "files",
        type: "EtcFileStatuses.files.talos.dev",
        id: "cri/conf.d/cri.toml",
        version: 1,
        owner: "files.EtcFileController",
        createdAt: after(machine.bootedAt, 9),
        updatedAt: after(machine.bootedAt, 9),
        spec: 'spec:\n    specVersion: "1"\n',
      }),
    )
    .join("---\n");
}

function resource(machine, { namespace, type, id, version, owner, createdAt, updatedAt, spec }) {
  return `node: ${machine.ip}
metadata:
    namespace: ${namespace}
    type: ${type}
    id: ${id}
    version: ${version}
    owner: ${owner}
    phase: running
    created: ${createdAt}
    updated: ${updatedAt}
${spec}`;
}

/** The documents of a config, as they are applied. */
export function configText(machine, annotations, credential, sysctls = {}) {
  const main = v1alpha1(machine, annotations);
  Object.assign(main.machine.sysctls, sysctls);
  const documents = [
    { version: "v1alpha1", debug: false, persist: true, ...main },
    { apiVersion: "v1alpha1", kind: "HostnameConfig", hostname: machine.name },
    {
      apiVersion: "v1alpha1",
      kind: "RegistryAuthConfig",
      name: "ghcr.io",
      username: credential.username,
      password: credential.password,
    },
  ];
  return documents
    .map((document) => stringify(document, { indent: 4, lineWidth: 0 }))
    .join("---\n");
}

function v1alpha1(machine, annotations) {
  const isControlPlane = machine.role === "controlplane";
  const authority = (name) => ({
    crt: base64(`example ${name} certificate, not a real one\n`),
    key: isControlPlane ? base64(`example ${name} key, not a real one\n`) : "",
  });
  return {
    machine: {
      type: machine.role,
      token: "exampl.notarealmachinetoken",
      ca: authority("machine CA"),
      certSANs: ["10.0.1.1", "10.0.1.2", "10.0.1.3"],
      kubelet: {
        image: `ghcr.io/siderolabs/kubelet:${kubernetesVersion}`,
        extraArgs: { "cloud-provider": "external", "rotate-server-certificates": "true" },
        defaultRuntimeSeccompProfileEnabled: true,
        nodeIP: { validSubnets: ["10.0.1.0/24"] },
        disableManifestsDirectory: true,
      },
      network: { interfaces: [{ interface: "enp7s0", dhcp: true }] },
      install: {
        disk: "/dev/sda",
        image: `factory.talos.dev/hcloud-installer/${schematic}:${talosVersion}`,
        wipe: false,
      },
      sysctls: { "vm.max_map_count": "524288" },
      features: {
        diskQuotaSupport: true,
        kubePrism: { enabled: true, port: 7445 },
        hostDNS: { enabled: true, forwardKubeDNSToHost: false },
      },
      nodeAnnotations: annotations,
    },
    cluster: {
      id: base64("example cluster id, 32 bytes lng"),
      secret: base64("example cluster secret, 32 bytes"),
      controlPlane: { endpoint: "https://10.0.1.100:6443" },
      clusterName: "prod",
      network: {
        cni: { name: "none" },
        dnsDomain: "cluster.local",
        podSubnets: ["10.244.0.0/16"],
        serviceSubnets: ["10.96.0.0/12"],
      },
      token: "exampl.notarealjointoken",
      ca: authority("cluster CA"),
      proxy: { disabled: true },
      ...(isControlPlane
        ? {
            secretboxEncryptionSecret: base64("example secretbox key, 32 bytes!"),
            etcd: { ca: authority("etcd CA"), advertisedSubnets: ["10.0.1.0/24"] },
            apiServer: { image: `registry.k8s.io/kube-apiserver:${kubernetesVersion}` },
          }
        : {}),
    },
  };
}
