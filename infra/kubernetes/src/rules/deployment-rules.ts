import { ScaledObject } from "@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject";
import { PodMonitor } from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor";
import { queryFaults } from "@platen/observability";
import { Deployment } from "kubernetes-models/apps/v1/Deployment";
import { Ingress } from "kubernetes-models/networking.k8s.io/v1/Ingress";
import { NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1/NetworkPolicy";
import { environmentOf } from "../environment.ts";
import { mainContainer, objectsOf, serviceNames, workload, type Manifests, type Rule } from "../manifests.ts";
import { gatewayConfig } from "../mutation.ts";
import { allowedCalls, type Party } from "../network.ts";
import { selects } from "../selector.ts";

/** The path of the metrics, on the management port. */
export const metricsPath = "/metrics";

const workerMetrics = ["platen_queue_backlog_seconds", "platen_queue_jobs", "platen_worker_slots_busy"];
const firstQuery = "/spec/triggers/0/metadata/query";
const secondQuery = "/spec/triggers/1/metadata/query";

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

/** The collector that receives traces. It listens on two ports; the services use `port`. */
function collectorOf(manifests: Manifests): (Party & { port: number }) | undefined {
  const endpoint = environmentOf(manifests, "gateway")["OTEL_EXPORTER_OTLP_ENDPOINT"];
  if (endpoint === undefined) return undefined;
  const { hostname, port } = new URL(endpoint);
  const [name = "", namespace = ""] = hostname.split(".");
  const pod = { namespace, labels: { "app.kubernetes.io/name": name } };
  return { name: "collector", ports: [4317, Number(port)], port: Number(port), pod };
}

const always = [
  "gateway > catalog:8080",
  "worker > catalog:8080",
  "gateway > redis:6379",
  "worker > redis:6379",
  "catalog > postgres:5432",
  "migrate > postgres:5432",
  ...["gateway", "catalog", "worker", "migrate"].flatMap((name) => [`${name} > dns:53`, `${name} > node-dns:53`]),
];

/** Rules that tie monitoring and scaling to the metrics of the services. */
export const scalingRules: readonly Rule[] = [
  {
    name: "Prometheus scrapes every pod where its metrics are",
    faults: (manifests) =>
      objectsOf(manifests.resources, PodMonitor).flatMap(({ spec }) =>
        serviceNames.flatMap((name) => {
          const owner = workload(manifests, name);
          const ports = new Set(mainContainer(owner).ports?.map((port) => port.name));
          const [endpoint] = spec.podMetricsEndpoints ?? [];
          const isScraped = endpoint?.path === metricsPath && ports.has(endpoint.port);
          return isScraped && selects(spec.selector, owner.labels) ? [] : [`${name} is not scraped`];
        }),
      ),
    finds: [
      ["PodMonitor platen", "/spec/selector/matchExpressions/0/values", ["gateway", "catalog"]],
      ["PodMonitor platen", "/spec/podMetricsEndpoints/0/path", "/metric"],
    ],
  },
  {
    name: "workers scale by their backlog and their busy slots, in their own namespace",
    faults: ({ resources }) =>
      objectsOf(resources, ScaledObject).flatMap(({ metadata, spec }) => {
        const queries = spec.triggers.map((trigger) => trigger.metadata["query"] ?? "");
        const namespaced = `namespace="${metadata?.namespace}"`;
        return [
          ...workerMetrics
            .filter((metric) => !queries.some((query) => query.includes(metric)))
            .map((metric) => `no query asks for ${metric}`),
          ...spec.triggers
            .filter(({ metricType, metadata: own }) => metricType !== "Value" || own["ignoreNullValues"] !== "false")
            .map(({ name }) => `${name} scales by an average, or down when Prometheus has no answer`),
          ...queries
            .filter((query) => metadata?.namespace && query.split(namespaced).length < query.split("platen_").length)
            .map((query) => `the query is not limited to its namespace: ${query}`),
          ...queries.flatMap((query) => queryFaults(query)),
        ];
      }),
    finds: [
      ["ScaledObject worker", "/spec/triggers/0"],
      ["ScaledObject worker", "/spec/triggers/0/metadata/ignoreNullValues", "true"],
      ["ScaledObject worker", firstQuery, "max(platen_queue_backlog_seconds)"],
      ["ScaledObject worker", secondQuery, "platen_worker_slots_busy / platen_worker_slot"],
    ],
  },
  {
    name: "the autoscaler keeps a worker, removes pods slowly, and alone sets their number",
    faults: ({ resources }) =>
      objectsOf(resources, ScaledObject).flatMap(({ spec }) => {
        const { name } = spec.scaleTargetRef;
        const { scaleDown } = spec.advanced?.horizontalPodAutoscalerConfig?.behavior ?? {};
        const target = objectsOf(resources, Deployment).find(({ metadata }) => metadata?.name === name);
        return [
          ...((spec.minReplicaCount ?? 0) >= 1 ? [] : [`${name} can scale to zero`]),
          ...((scaleDown?.stabilizationWindowSeconds ?? 0) >= 300 ? [] : [`${name} loses pods within five minutes`]),
          ...(target && target.spec?.replicas === undefined ? [] : [`${name} is missing, or sets replicas itself`]),
        ];
      }),
    finds: [
      ["ScaledObject worker", "/spec/minReplicaCount", 0],
      ["ScaledObject worker", "/spec/advanced/horizontalPodAutoscalerConfig/behavior/scaleDown"],
      ["Deployment worker", "/spec/replicas", 2],
    ],
  },
];

/** Rules for complete deployments, whose namespace and addresses are known. */
export const overlayRules: readonly Rule[] = [
  {
    name: "network policies allow exactly the calls that Platen makes",
    faults: (manifests) => {
      const actual = callsOf(manifests);
      const expected = expectedCalls(manifests);
      return [
        ...actual.filter((call) => !expected.includes(call)).map((call) => `${call} is allowed`),
        ...expected.filter((call) => !actual.includes(call)).map((call) => `${call} is not allowed`),
      ];
    },
    finds: [
      ["NetworkPolicy default-deny", "/spec/policyTypes", ["Ingress"]],
      ["NetworkPolicy dns", "/spec/egress/0/ports"],
      ["NetworkPolicy to-redis", "/spec/egress/0/ports/0/protocol", "UDP"],
      ["NetworkPolicy catalog", "/spec/ingress/0/from", []],
      ["NetworkPolicy to-redis", "/spec/egress/0/to/0/ipBlock/cidr", "0.0.0.0/0"],
      ["NetworkPolicy to-catalog", "/spec/podSelector/matchExpressions/0/values", ["gateway"]],
      ["NetworkPolicy to-collector", "/spec/egress/0/to/0/namespaceSelector/matchLabels", { a: "b" }],
      gatewayConfig("OTEL_EXPORTER_OTLP_ENDPOINT", "http://opentelemetry-collector.elsewhere.svc:4318"),
    ],
  },
  {
    name: "the gateway knows its proxy and its address, and the ingress has a certificate",
    faults: (manifests) =>
      objectsOf(manifests.resources, Ingress).flatMap(({ spec }) => {
        const { TRUST_PROXY, PUBLIC_URL = "" } = environmentOf(manifests, "gateway");
        const hosts = [
          ...(spec?.rules ?? []).map(({ host }) => host),
          ...(spec?.tls ?? []).flatMap((tls) => tls.hosts),
        ];
        const hasCertificate = spec?.tls?.[0] && spec.tls.every(({ secretName }) => secretName);
        return [
          ...(TRUST_PROXY === "1" ? [] : ["TRUST_PROXY is not 1"]),
          ...(hasCertificate ? [] : ["the ingress has no certificate"]),
          ...hosts
            .filter((host) => PUBLIC_URL !== `https://${host}`)
            .map((host) => `PUBLIC_URL is not https://${host}`),
        ];
      }),
    finds: [
      gatewayConfig("TRUST_PROXY"),
      ["Ingress gateway", "/spec/rules/0/host", "other.example"],
      ["Ingress gateway", "/spec/tls/0/secretName"],
    ],
  },
  {
    name: "everything is in one namespace, which enforces the restricted Pod Security Standard",
    faults: ({ resources }) => {
      const namespaces = resources.filter(({ kind }) => kind === "Namespace");
      const isRestricted = namespaces.some(
        ({ metadata }) => metadata.labels?.["pod-security.kubernetes.io/enforce"] === "restricted",
      );
      const elsewhere = resources.filter(
        ({ kind, metadata }) => kind !== "Namespace" && metadata.namespace !== namespaces[0]?.metadata.name,
      );
      return [
        ...(isRestricted ? [] : ["the namespace does not enforce it"]),
        ...elsewhere.map(({ kind, metadata }) => `${kind} ${metadata.name} is in another namespace`),
      ];
    },
    finds: [
      ["Namespace platen", "/metadata/labels"],
      ["Service gateway", "/metadata/namespace", "default"],
    ],
  },
];

function callsOf(manifests: Manifests): string[] {
  const { resources, workloads } = manifests;
  const collector = collectorOf(manifests);
  const pods: Party[] = workloads.map((owner) => ({
    name: owner.name,
    ports: (mainContainer(owner).ports ?? []).map(({ containerPort }) => containerPort),
    pod: { namespace: "platen", labels: owner.labels },
  }));
  // A pod that no policy names.
  pods.push({ name: "new-pod", ports: [8080], pod: { namespace: "platen", labels: {} } });
  const own = new Set(pods.map(({ name }) => name));
  const parties = [...pods, ...outside.filter(({ name }) => !own.has(name)), ...(collector ? [collector] : [])];
  return allowedCalls(objectsOf(resources, NetworkPolicy), parties).filter((call) =>
    pods.some(({ name }) => call.startsWith(`${name} > `) || call.includes(` > ${name}:`)),
  );
}

function expectedCalls(manifests: Manifests): string[] {
  const { resources } = manifests;
  const collector = collectorOf(manifests);
  const isMonitored = resources.some(({ kind }) => kind === "PodMonitor");
  return [
    ...always,
    ...(objectsOf(resources, Ingress).length > 0 ? ["ingress > gateway:8080"] : []),
    ...(isMonitored ? serviceNames.map((name) => `monitoring > ${name}:9090`) : []),
    ...(collector ? serviceNames.map((name) => `${name} > collector:${collector.port}`) : []),
  ];
}
