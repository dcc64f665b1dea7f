import { Ingress } from "kubernetes-models/networking.k8s.io/v1/Ingress";
import { NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1/NetworkPolicy";
import { environmentOf } from "../environment.ts";
import { mainContainer, objectsOf, serviceNames, type Manifests, type Rule } from "../manifests.ts";
import { gatewayConfig } from "../mutation.ts";
import { allowedCalls, type Party } from "../network.ts";

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

/** Rules that allow each call that Platen makes, and no other. */
export const networkRules: readonly Rule[] = [
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
      ["NetworkPolicy default-deny", "/spec/policyTypes", ["Egress"]],
      ["NetworkPolicy dns", "/spec/egress/0/ports"],
      ["NetworkPolicy dns", "/spec/egress/0/ports/0"],
      ["NetworkPolicy to-redis", "/spec/egress/0/ports/0/protocol", "UDP"],
      ["NetworkPolicy catalog", "/spec/ingress/0/from", []],
      ["NetworkPolicy to-redis", "/spec/egress/0/to/0/ipBlock/cidr", "0.0.0.0/0"],
      ["NetworkPolicy to-postgres", "/spec/podSelector/matchExpressions/0/values/-", "worker"],
      ["NetworkPolicy to-catalog", "/spec/podSelector/matchExpressions/0/values", ["gateway"]],
      ["NetworkPolicy from-ingress", "/spec/ingress/0/from/0/namespaceSelector", {}],
      ["NetworkPolicy from-monitoring", "/spec/ingress/0/ports/0/port", 8080],
      ["NetworkPolicy to-collector", "/spec/podSelector/matchExpressions/0/values", ["gateway", "catalog"]],
      ["NetworkPolicy to-collector", "/spec/egress/0/to/0/namespaceSelector/matchLabels", { a: "b" }],
      ["NetworkPolicy to-collector", "/spec/egress/0/to/0/podSelector"],
      ["NetworkPolicy to-collector", "/spec/egress/0/ports/0/port", 4317],
      gatewayConfig("OTEL_EXPORTER_OTLP_ENDPOINT", "http://opentelemetry-collector.elsewhere.svc:4318"),
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
