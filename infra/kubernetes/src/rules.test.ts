import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { ScaledObject } from "@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject";
import { PodMonitor } from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor";
import { describe, expect, test } from "@jest/globals";
import { shutdownTimeoutMs as catalogShutdownTimeoutMs } from "@platen/catalog/config";
import { loadConfig } from "@platen/config";
import { shutdownTimeoutMs as gatewayShutdownTimeoutMs } from "@platen/gateway/config";
import { queryFaults } from "@platen/observability";
import { shutdownTimeoutMs as workerShutdownTimeoutMs } from "@platen/worker/config";
import { Deployment } from "kubernetes-models/apps/v1/Deployment";
import { Job } from "kubernetes-models/batch/v1/Job";
import { Ingress } from "kubernetes-models/networking.k8s.io/v1/Ingress";
import { NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1/NetworkPolicy";
import { ConfigMap } from "kubernetes-models/v1/ConfigMap";
import { Service } from "kubernetes-models/v1/Service";
import { configsOf, environmentOf, givenVariables, readers, secretExamples } from "./environment.ts";
import {
  mainContainer,
  manifestsOf,
  objectsOf,
  parseResources,
  quantity,
  selects,
  workload,
  type Manifests,
  type Workload,
} from "./manifests.ts";
import { withMistake, type Mistake } from "./mistake.ts";
import { allowedCalls, type Party } from "./network.ts";
import { findKustomize, manifestsFolder } from "./renderings.ts";
import { createTools } from "./tools.ts";

const found = findKustomize(createTools({ build: false }));
const render = "missing" in found ? undefined : found;
const rendered = (name: string) => (render ? parseResources(render(join(manifestsFolder, name))) : []);
const production = rendered("overlays/production");
const overlays = [
  ["production", manifestsOf(production)],
  ["local", manifestsOf(rendered("overlays/local"))],
] as const;

/** A rule for the overlays, and mistakes in production that break it. Without kustomize, jest reports it as skipped. */
function rule(name: string, check: (manifests: Manifests) => void, mistakes: readonly [Mistake, ...Mistake[]]): void {
  (render ? describe : describe.skip)(name, () => {
    test.each(overlays)("in %s", (_overlay, manifests) => check(manifests));

    test.each(mistakes)("%s without %s, or with %j there, is a fault", (...mistake) => {
      const mistaken = manifestsOf(withMistake(production, mistake));
      expect(() => check(mistaken)).toThrow();
    });
  });
}

const serviceNames = ["gateway", "catalog", "worker"] as const;
const processNames = [...serviceNames, "migrate"] as const;

/** The paths of a workload's pod and of its first container. */
const pod = "/spec/template/spec";
const container = `${pod}/containers/0`;

const gatewayConfig = (key: string, value?: string): Mistake => ["ConfigMap gateway", `/data/${key}`, value];
const workerConfig = (key: string, value?: string): Mistake => ["ConfigMap worker", `/data/${key}`, value];

rule(
  "a process gets only variables that it reads, and all that it needs",
  (manifests) => {
    for (const name of processNames) {
      const given = Object.keys(givenVariables(manifests, workload(manifests, name)));
      expect(Object.keys(readers[name].variables.shape)).toEqual(expect.arrayContaining(given));
      loadConfig<Record<never, never>>(readers[name].variables, environmentOf(manifests, name));
    }
    // Its default counts the CPUs of the node.
    expect(givenVariables(manifests, workload(manifests, "worker"))).toHaveProperty("RENDER_CONCURRENCY");
  },
  [
    gatewayConfig("TRUST_PROXIES", "1"),
    gatewayConfig("CATALOG_URL"),
    ["ConfigMap catalog", "/data/DATABASE_POOL_SIZE", "many"],
    workerConfig("RENDER_CONCURRENCY"),
  ],
);

rule(
  "a container has the ports and the entry point of its image, which reaps the processes of browsers",
  (manifests) => {
    for (const name of processNames) expect(mainContainer(workload(manifests, name)).command).toBeUndefined();
    for (const name of serviceNames) {
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
  "gateway and worker call the catalog at its Service, which leads to a port of its pods",
  (manifests) => {
    const services = objectsOf(manifests, Service);
    for (const { metadata, spec } of services) {
      const target = workload(manifests, metadata?.name ?? "");
      expect(target.labels).toMatchObject(spec?.selector ?? {});
      const ports = mainContainer(target).ports?.map(({ name }) => name);
      for (const { targetPort } of spec?.ports ?? []) expect(ports).toContain(targetPort);
    }
    const port = services.find(({ metadata }) => metadata?.name === "catalog")?.spec?.ports?.[0]?.port;
    for (const name of ["gateway", "worker"] as const)
      expect(environmentOf(manifests, name)["CATALOG_URL"]).toBe(`http://catalog:${port}`);
  },
  [
    workerConfig("CATALOG_URL", "http://catalog:8081"),
    ["Service gateway", "/spec/ports/0/targetPort", "web"],
    ["Service gateway", "/spec/selector", { "app.kubernetes.io/name": "catalog" }],
  ],
);

rule(
  "all services send traces to one collector and sample alike",
  (manifests) => {
    const [gateway, ...others] = serviceNames.map((name) =>
      Object.entries(environmentOf(manifests, name)).filter(([variable]) => variable.startsWith("OTEL_")),
    );
    for (const other of others) expect(Object.fromEntries(other)).toEqual(Object.fromEntries(gateway ?? []));
  },
  [workerConfig("OTEL_EXPORTER_OTLP_ENDPOINT")],
);

rule(
  "the queue is durable",
  (manifests) => {
    for (const name of ["gateway", "worker"] as const)
      expect(environmentOf(manifests, name)).toMatchObject({ REQUIRE_DURABLE_QUEUE: "1" });
  },
  [workerConfig("REQUIRE_DURABLE_QUEUE", "0")],
);

/** The workloads that hold each secret key. */
const secretHolders: Readonly<Record<string, readonly string[]>> = {
  "platen-database/url": ["catalog", "migrate"],
  "platen-database/password": ["postgres"],
  "platen-redis-gateway/url": ["gateway"],
  "platen-redis-worker/url": ["worker"],
  "platen-redis/password": ["redis"],
  "platen-redis/gateway-password": ["redis"],
  "platen-redis/worker-password": ["redis"],
  "platen-signing-key/private.pem": ["gateway"],
  "platen-verifying-keys/public.pem": ["catalog", "worker"],
};

/** Returns the secret keys that a workload gets. `*` stands for all keys of an unknown Secret. */
function secretsOf({ containers, pod: spec }: Workload): string[] {
  const keys = containers.flatMap(({ env = [] }) => env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []));
  const wholes = [
    ...containers.flatMap(({ envFrom = [] }) => envFrom.flatMap(({ secretRef }) => secretRef?.name ?? [])),
    ...(spec.volumes ?? []).flatMap(({ secret }) => secret?.secretName ?? []),
  ];
  return [
    ...keys.map(({ name, key }) => `${name}/${key}`),
    ...wholes.flatMap((name) => Object.keys(secretExamples[name] ?? { "*": "" }).map((key) => `${name}/${key}`)),
  ];
}

const addVariable = (secret: string, key: string): Mistake => [
  "Deployment worker",
  `${container}/env/2`,
  { name: "A", valueFrom: { secretKeyRef: { name: secret, key } } },
];

rule(
  "only its holders get a secret, and the manifests contain none",
  (manifests) => {
    for (const owner of manifests.workloads)
      for (const key of secretsOf(owner))
        expect([key, secretHolders[key]]).toEqual([key, expect.arrayContaining([owner.name])]);
    for (const resource of manifests.resources) {
      expect(resource.kind).not.toBe("Secret");
      expect(JSON.stringify(resource)).not.toMatch(/:\/\/[^/"]*:[^/"]*@|-----BEGIN/);
    }
  },
  [
    addVariable("platen-signing-key", "private.pem"),
    addVariable("platen-redis-gateway", "url"),
    ["Deployment worker", `${pod}/volumes/0/secret`, { secretName: "platen-database" }],
    ["Deployment worker", `${pod}/volumes/0/secret`, { secretName: "unknown" }],
    gatewayConfig("REDIS_URL", "redis://:5ca1e@redis:6379"),
    ["ConfigMap gateway", "/kind", "Secret"],
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

const catalogFolder = resolve(import.meta.dirname, "../../../services/catalog");

rule(
  "the Job runs the catalog's migration in the catalog's image, and retries while the database is away",
  (manifests) => {
    const { image, args: [program, file = ""] = [] } = mainContainer(workload(manifests, "migrate"));
    expect(image).toBe(mainContainer(workload(manifests, "catalog")).image);
    expect([program, existsSync(join(catalogFolder, file))]).toEqual(["node", true]);
    const [job] = objectsOf(manifests, Job);
    expect(job?.spec).toMatchObject({ template: { spec: { restartPolicy: "Never" } } });
    expect(job?.spec?.backoffLimit).toBeGreaterThan(0);
  },
  [
    ["Job migrate", `${container}/image`, "registry.example/platen-catalog:0.0.9"],
    ["Job migrate", `${container}/args`, ["node", "src/migrations.ts"]],
    ["Job migrate", "/spec/backoffLimit", 0],
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
    for (const name of serviceNames)
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
    };
    for (const name of serviceNames) {
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
    const { pod: spec, ...owner } = workload(manifests, "worker");
    const slots = configsOf(manifests).worker.RENDER_CONCURRENCY;
    const { requests, limits } = mainContainer({ pod: spec, ...owner }).resources ?? {};
    const volumes = (spec.volumes ?? []).reduce((sum, { emptyDir }) => sum + quantity(emptyDir?.sizeLimit ?? 0), 0);
    const needed = (ownMebibytes + documentMebibytes * slots) * mebibyte + volumes;
    expect(quantity(limits?.["memory"])).toBeGreaterThanOrEqual(needed);
    expect(quantity(requests?.["cpu"])).toBeGreaterThanOrEqual(slots);
    expect(limits).not.toHaveProperty("cpu");
  },
  [
    workerConfig("RENDER_CONCURRENCY", "4"),
    ["Deployment worker", `${container}/resources/limits/memory`, "1Gi"],
    ["Deployment worker", `${container}/resources/requests/cpu`, "1500m"],
    ["Deployment worker", `${container}/resources/limits/cpu`, "4"],
  ],
);

rule(
  "a worker's work folder and shared memory are in memory, and no service writes to the node's disk",
  (manifests) => {
    for (const name of processNames)
      for (const { emptyDir } of workload(manifests, name).pod.volumes ?? [])
        expect(emptyDir).toMatchObject({ medium: "Memory" });
    const mounts = mainContainer(workload(manifests, "worker")).volumeMounts ?? [];
    const folders = mounts.map(({ mountPath }) => mountPath);
    expect(folders).toContain("/dev/shm");
    expect(folders).toContain(configsOf(manifests).worker.WORK_DIR.split("/", 2).join("/"));
  },
  [
    ["Deployment worker", `${container}/volumeMounts/1`],
    workerConfig("WORK_DIR", "/var/platen"),
    ["Deployment worker", `${pod}/volumes/0/emptyDir/medium`],
  ],
);

rule(
  "Prometheus scrapes every pod where its metrics are",
  (manifests) => {
    for (const { spec } of objectsOf(manifests, PodMonitor)) {
      expect(spec.podMetricsEndpoints?.[0]).toMatchObject({ path: "/metrics", port: "management" });
      for (const name of serviceNames)
        expect([name, selects(spec.selector, workload(manifests, name).labels)]).toEqual([name, true]);
    }
  },
  [
    ["PodMonitor platen", "/spec/selector/matchExpressions/0/values", ["gateway", "catalog"]],
    ["PodMonitor platen", "/spec/podMetricsEndpoints/0/path", "/metric"],
  ],
);

rule(
  "workers scale by their backlog and their busy slots, in their own namespace, slowly down and never to zero",
  (manifests) => {
    for (const { metadata, spec } of objectsOf(manifests, ScaledObject)) {
      const queries = spec.triggers.map((trigger) => trigger.metadata["query"] ?? "");
      for (const metric of ["platen_queue_backlog_seconds", "platen_queue_jobs", "platen_worker_slots_busy"])
        expect(queries.join()).toContain(metric);
      for (const query of queries) {
        expect(queryFaults(query)).toEqual([]);
        const namespaced = query.split(`namespace="${metadata?.namespace}"`);
        expect(namespaced.length).toBeGreaterThanOrEqual(query.split("platen_").length);
      }
      // An average would scale by the number of workers. An ignored missing answer would scale down.
      for (const trigger of spec.triggers)
        expect(trigger).toMatchObject({ metricType: "Value", metadata: { ignoreNullValues: "false" } });
      expect(spec.minReplicaCount).toBeGreaterThanOrEqual(1);
      const { scaleDown } = spec.advanced?.horizontalPodAutoscalerConfig?.behavior ?? {};
      expect(scaleDown?.stabilizationWindowSeconds).toBeGreaterThanOrEqual(300);
      const scaled = objectsOf(manifests, Deployment).find((one) => one.metadata?.name === spec.scaleTargetRef.name);
      expect(scaled?.spec).not.toHaveProperty("replicas");
    }
  },
  [
    ["ScaledObject worker", "/spec/triggers/0"],
    ["ScaledObject worker", "/spec/triggers/0/metadata/ignoreNullValues", "true"],
    ["ScaledObject worker", "/spec/triggers/0/metadata/query", "max(platen_queue_backlog_seconds)"],
    ["ScaledObject worker", "/spec/triggers/1/metadata/query", "platen_worker_slots_busy / platen_worker_slot"],
    ["ScaledObject worker", "/spec/minReplicaCount", 0],
    ["ScaledObject worker", "/spec/advanced/horizontalPodAutoscalerConfig/behavior/scaleDown"],
    ["Deployment worker", "/spec/replicas", 2],
  ],
);

/** Parties outside the namespace that could call or be called. */
const outside: readonly Party[] = [
  { name: "ingress", ports: [443], pod: { namespace: "ingress", labels: {} } },
  { name: "monitoring", ports: [9090], pod: { namespace: "monitoring", labels: {} } },
  { name: "other-namespace", ports: [8080], pod: { namespace: "other", labels: {} } },
  { name: "collectors-neighbour", ports: [4318], pod: { namespace: "observability", labels: {} } },
  { name: "dns", ports: [53], pod: { namespace: "kube-system", labels: { "k8s-app": "kube-dns" } } },
  { name: "node-dns", ports: [53, 80], address: "169.254.20.10" },
  { name: "cluster-api", ports: [443], address: "10.96.0.1" },
  { name: "cloud-metadata", ports: [80], address: "169.254.169.254" },
  { name: "internet", ports: [53, 80, 443], address: "203.0.113.1" },
  { name: "postgres", ports: [5432, 6379], address: "192.0.2.10" },
  { name: "redis", ports: [5432, 6379], address: "192.0.2.20" },
];

/** The collector that receives traces. It listens on two ports; the services use the second. */
function collectorOf(manifests: Manifests): Party[] {
  const endpoint = environmentOf(manifests, "gateway")["OTEL_EXPORTER_OTLP_ENDPOINT"];
  if (endpoint === undefined) return [];
  const { hostname, port } = new URL(endpoint);
  const [name = "", namespace = ""] = hostname.split(".");
  const labels = { "app.kubernetes.io/name": name };
  return [{ name: "collector", ports: [4317, Number(port)], pod: { namespace, labels } }];
}

function expectedCalls(manifests: Manifests): string[] {
  const has = (kind: string) => manifests.resources.some((resource) => resource.kind === kind);
  const [collector] = collectorOf(manifests);
  return [
    "gateway > catalog:8080",
    "worker > catalog:8080",
    "gateway > redis:6379",
    "worker > redis:6379",
    "catalog > postgres:5432",
    "migrate > postgres:5432",
    ...processNames.flatMap((name) => [`${name} > dns:53`, `${name} > node-dns:53`]),
    ...(has("Ingress") ? ["ingress > gateway:8080"] : []),
    ...(has("PodMonitor") ? serviceNames.map((name) => `monitoring > ${name}:9090`) : []),
    ...(collector ? serviceNames.map((name) => `${name} > collector:${collector.ports[1]}`) : []),
  ];
}

rule(
  "network policies allow exactly the calls that Platen makes",
  (manifests) => {
    const own: Party[] = manifests.workloads.map((owner) => ({
      name: owner.name,
      ports: (mainContainer(owner).ports ?? []).map(({ containerPort }) => containerPort),
      pod: { namespace: "platen", labels: owner.labels },
    }));
    // A pod that no policy names.
    own.push({ name: "new-pod", ports: [8080], pod: { namespace: "platen", labels: {} } });
    const others = outside.filter(({ name }) => !own.some((party) => party.name === name));
    const parties = [...own, ...others, ...collectorOf(manifests)];
    const calls = allowedCalls(objectsOf(manifests, NetworkPolicy), parties).filter((call) =>
      own.some(({ name }) => call.startsWith(`${name} > `) || call.includes(` > ${name}:`)),
    );
    expect(calls.toSorted()).toEqual(expectedCalls(manifests).toSorted());
  },
  [
    ["NetworkPolicy default-deny", "/spec/policyTypes", ["Ingress"]],
    ["NetworkPolicy dns", "/spec/egress/0/ports"],
    ["NetworkPolicy to-redis", "/spec/egress/0/ports/0/protocol", "UDP"],
    ["NetworkPolicy catalog", "/spec/ingress/0/from", []],
    ["NetworkPolicy to-redis", "/spec/egress/0/to/0/ipBlock/cidr", "0.0.0.0/0"],
    ["NetworkPolicy to-catalog", "/spec/podSelector/matchExpressions/0/values", ["gateway"]],
    ["NetworkPolicy to-collector", "/spec/egress/0/to/0/namespaceSelector/matchLabels", { a: "b" }],
    gatewayConfig("OTEL_EXPORTER_OTLP_ENDPOINT", "http://opentelemetry-collector.elsewhere.svc:4318"),
  ],
);

rule(
  "the gateway knows its proxy and its address, and the ingress has a certificate",
  (manifests) => {
    for (const { spec } of objectsOf(manifests, Ingress)) {
      const { TRUST_PROXY, PUBLIC_URL } = environmentOf(manifests, "gateway");
      expect(TRUST_PROXY).toBe("1");
      expect(spec?.tls).toEqual([{ hosts: expect.anything(), secretName: expect.any(String) }]);
      const hosts = [...(spec?.rules ?? []).map(({ host }) => host), ...(spec?.tls?.[0]?.hosts ?? [])];
      for (const host of hosts) expect(`https://${host}`).toBe(PUBLIC_URL);
    }
  },
  [
    gatewayConfig("TRUST_PROXY"),
    ["Ingress gateway", "/spec/rules/0/host", "other.example"],
    ["Ingress gateway", "/spec/tls/0/secretName"],
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
    const profile = workload(manifests, "worker").pod.securityContext?.seccompProfile?.localhostProfile ?? "";
    expect(files.map((name) => `${folder}/${name}`)).toContain(join("/var/lib/kubelet/seccomp", profile));
  },
  [
    ["Deployment worker", `${pod}/securityContext/seccompProfile`, { type: "RuntimeDefault" }],
    ["Deployment worker", `${pod}/securityContext/seccompProfile/localhostProfile`, "other.json"],
  ],
);
