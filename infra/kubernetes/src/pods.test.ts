import { join } from "node:path";
import { expect } from "@jest/globals";
import { shutdownTimeoutMs as catalogShutdownTimeoutMs } from "@platen/catalog/config";
import { shutdownTimeoutMs as gatewayShutdownTimeoutMs } from "@platen/gateway/config";
import { shutdownTimeoutMs as courierShutdownTimeoutMs } from "@platen/courier/config";
import { shutdownTimeoutMs as workerShutdownTimeoutMs } from "@platen/worker/config";
import { Deployment } from "kubernetes-models/apps/v1/Deployment";
import { ConfigMap } from "kubernetes-models/v1/ConfigMap";
import { configsOf, environmentOf, workerConfigOf } from "./environment.ts";
import { mainContainer, manifestsOf, objectsOf, quantity, workload, type Workload } from "./manifests.ts";
import {
  backgroundConfig,
  container,
  gatewayConfig,
  pod,
  processesIn,
  rendered,
  rule,
  servicesIn,
  workerConfig,
  workersIn,
} from "./rule.ts";

rule(
  "a container has the ports and the entry point of its image, which reaps the processes of browsers",
  (manifests) => {
    for (const name of processesIn(manifests)) expect(mainContainer(workload(manifests, name)).command).toBeUndefined();
    for (const name of servicesIn(manifests)) {
      const { PORT, MANAGEMENT_PORT } = environmentOf(manifests, name);
      const expected = [...(PORT === undefined ? [] : [`http ${PORT}`]), `management ${MANAGEMENT_PORT}`];
      const { ports = [] } = mainContainer(workload(manifests, name));
      expect(ports.map((port) => `${port.name} ${port.containerPort}`)).toEqual(expected);
    }
  },
  [
    ["Deployment gateway", `${container}/ports/1/containerPort`, 9091],
    ["Deployment worker", `${container}/command`, ["node", "src/main.ts"]],
  ],
);

rule(
  "a pod gets no token of the cluster's API and no variables named after Services",
  ({ workloads }) => {
    for (const { pod: spec } of workloads)
      expect(spec).toMatchObject({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        serviceAccountName: expect.any(String),
      });
  },
  [
    ["Deployment worker", `${pod}/automountServiceAccountToken`],
    ["Deployment catalog", `${pod}/enableServiceLinks`],
  ],
);

/** The path of each probe, and the seconds within which it must fail. */
const probes = {
  startupProbe: { path: "/startupz", least: 60, most: 300 },
  // A shorter time would end a worker that replaces its browser.
  livenessProbe: { path: "/livez", least: 15, most: 60 },
  readinessProbe: { path: "/readyz", least: 0, most: 5 },
} as const;

rule(
  "a probe asks the management port at its own path, and fails neither too soon nor too late",
  (manifests) => {
    for (const name of servicesIn(manifests))
      for (const kind of ["startupProbe", "livenessProbe", "readinessProbe"] as const) {
        const probe = mainContainer(workload(manifests, name))[kind];
        const { path, least, most } = probes[kind];
        expect(probe?.httpGet).toEqual({ path, port: "management" });
        const seconds = (probe?.periodSeconds ?? 10) * (probe?.failureThreshold ?? 3);
        expect(seconds).toBeGreaterThanOrEqual(least);
        expect(seconds).toBeLessThanOrEqual(most);
      }
  },
  [
    ["Deployment gateway", `${container}/readinessProbe/httpGet/path`, "/livez"],
    ["Deployment catalog", `${container}/livenessProbe/httpGet/port`, "http"],
    ["Deployment worker", `${container}/livenessProbe/failureThreshold`, 1],
    ["Deployment gateway", `${container}/readinessProbe/failureThreshold`, 5],
  ],
);

const preStopSeconds = (owner: Workload) => mainContainer(owner).lifecycle?.preStop?.sleep?.seconds ?? 0;
const spareSeconds = 5;

rule(
  "a server serves for 5 to 10 s while requests still reach it, and a pod has the time that its shutdown takes",
  (manifests) => {
    for (const name of ["gateway", "catalog"]) {
      expect(preStopSeconds(workload(manifests, name))).toBeGreaterThanOrEqual(5);
      expect(preStopSeconds(workload(manifests, name))).toBeLessThanOrEqual(10);
    }
    const configs = configsOf(manifests);
    const needs = {
      gateway: gatewayShutdownTimeoutMs(configs.gateway),
      catalog: catalogShutdownTimeoutMs,
      worker: workerShutdownTimeoutMs(configs.worker),
      "background-worker": workerShutdownTimeoutMs(workerConfigOf(manifests, workersIn(manifests).at(-1) ?? "worker")),
      courier: courierShutdownTimeoutMs,
    };
    for (const name of servicesIn(manifests)) {
      const owner = workload(manifests, name);
      const needed = preStopSeconds(owner) + needs[name] / 1_000 + spareSeconds;
      expect(owner.pod.terminationGracePeriodSeconds ?? 30).toBeGreaterThanOrEqual(needed);
    }
  },
  [
    ["Deployment gateway", `${container}/lifecycle`],
    ["Deployment catalog", `${pod}/terminationGracePeriodSeconds`, 20],
    gatewayConfig("RENDER_DEADLINE_MS", "60000"),
    workerConfig("SHUTDOWN_GRACE_MS", "60000"),
    backgroundConfig("SHUTDOWN_GRACE_MS", "60000"),
  ],
);

rule(
  "a rollout starts the new pod before it stops the old one",
  (manifests) => {
    for (const { metadata, spec } of objectsOf(manifests, Deployment))
      expect([metadata?.name, spec?.strategy?.rollingUpdate?.maxUnavailable]).toEqual([metadata?.name, 0]);
  },
  [["Deployment gateway", "/spec/strategy/rollingUpdate/maxUnavailable", 1]],
);

const mebibyte = 2 ** 20;
/** The memory of a worker with an idle browser, and of each document that it prints at once. */
const ownMebibytes = 250;
const documentMebibytes = 400;

rule(
  "a worker has memory and a CPU for each document at once, and no limit that stops a browser halfway",
  (manifests) => {
    for (const name of workersIn(manifests)) {
      const owner = workload(manifests, name);
      const slots = workerConfigOf(manifests, name).RENDER_CONCURRENCY;
      const { requests, limits } = mainContainer(owner).resources ?? {};
      const sizes = (owner.pod.volumes ?? []).map(({ emptyDir }) => quantity(emptyDir?.sizeLimit ?? 0));
      const volumes = sizes.reduce((sum, size) => sum + size, 0);
      const needed = (ownMebibytes + documentMebibytes * slots) * mebibyte + volumes;
      expect(quantity(limits?.["memory"])).toBeGreaterThanOrEqual(needed);
      expect(quantity(requests?.["cpu"])).toBeGreaterThanOrEqual(slots);
      expect(limits).not.toHaveProperty("cpu");
    }
  },
  [
    workerConfig("RENDER_CONCURRENCY", "4"),
    backgroundConfig("RENDER_CONCURRENCY", "4"),
    ["Deployment worker", `${container}/resources/limits/memory`, "1Gi"],
    ["Deployment background-worker", `${container}/resources/limits/memory`, "1Gi"],
    ["Deployment worker", `${container}/resources/requests/cpu`, "1500m"],
    ["Deployment worker", `${container}/resources/limits/cpu`, "4"],
  ],
);

rule(
  "a worker's work folder and shared memory are in memory, and no service writes to the node's disk",
  (manifests) => {
    for (const name of processesIn(manifests))
      for (const { emptyDir, secret, persistentVolumeClaim } of workload(manifests, name).pod.volumes ?? [])
        if (!secret && !persistentVolumeClaim) expect(emptyDir).toMatchObject({ medium: "Memory" });
    for (const name of workersIn(manifests)) {
      const mounts = mainContainer(workload(manifests, name)).volumeMounts ?? [];
      const folders = mounts.map(({ mountPath }) => mountPath);
      expect(folders).toContain("/dev/shm");
      expect(folders).toContain(workerConfigOf(manifests, name).WORK_DIR.split("/", 2).join("/"));
    }
  },
  [
    ["Deployment worker", `${container}/volumeMounts/1`],
    workerConfig("WORK_DIR", "/var/platen"),
    ["Deployment worker", `${pod}/volumes/0/emptyDir/medium`],
  ],
);

rule(
  "everything is in one namespace, which enforces the restricted Pod Security Standard",
  ({ resources }) => {
    const namespace = resources.find(({ kind }) => kind === "Namespace")?.metadata;
    expect(namespace?.labels).toMatchObject({ "pod-security.kubernetes.io/enforce": "restricted" });
    for (const { kind, metadata } of resources)
      if (kind !== "Namespace") expect([kind, metadata.namespace]).toEqual([kind, namespace?.name]);
  },
  [
    ["Namespace platen", "/metadata/labels"],
    ["Service gateway", "/metadata/namespace", "default"],
  ],
);

rule(
  "workers name the seccomp profile that k8s/seccomp puts on the nodes, where its pods get no token",
  (manifests) => {
    const seccomp = manifestsOf(rendered("seccomp"));
    const { pod: spec } = workload(seccomp, "seccomp");
    expect(spec).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false });
    const folder = spec.volumes?.find(({ hostPath }) => hostPath)?.hostPath?.path;
    const files = objectsOf(seccomp, ConfigMap).flatMap(({ data = {} }) => Object.keys(data));
    for (const name of workersIn(manifests)) {
      const profile = workload(manifests, name).pod.securityContext?.seccompProfile?.localhostProfile ?? "";
      expect(files.map((file) => `${folder}/${file}`)).toContain(join("/var/lib/kubelet/seccomp", profile));
    }
  },
  [
    ["Deployment worker", `${pod}/securityContext/seccompProfile`, { type: "RuntimeDefault" }],
    ["Deployment worker", `${pod}/securityContext/seccompProfile/localhostProfile`, "other.json"],
    ["Deployment background-worker", `${pod}/securityContext/seccompProfile/localhostProfile`, "other.json"],
  ],
);
