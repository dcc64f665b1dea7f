import { expect } from "@jest/globals";
import { Ingress } from "kubernetes-models/networking.k8s.io/v1/Ingress";
import { NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1/NetworkPolicy";
import { environmentOf } from "./environment.ts";
import { mainContainer, objectsOf, type Manifests } from "./manifests.ts";
import { allowedCalls, type Party } from "./network.ts";
import { gatewayConfig, processNames, rule, serviceNames } from "./rule.ts";

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
