import { expect } from "@jest/globals";
import { Ingress } from "kubernetes-models/networking.k8s.io/v1/Ingress";
import { NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1/NetworkPolicy";
import { environmentOf } from "./environment.ts";
import { mainContainer, objectsOf, type Manifests } from "./manifests.ts";
import { allowedCalls, type Party } from "./network.ts";
import { gatewayConfig, processesIn, rule, servicesIn, workersIn } from "./rule.ts";

/** Parties outside the namespace that could call or be called, wherever an installation is. */
const outside: readonly Party[] = [
  { name: "other-namespace", ports: [8080], pod: { namespace: "other", labels: {} } },
  { name: "collectors-neighbour", ports: [4318], pod: { namespace: "observability", labels: {} } },
  { name: "dns", ports: [53], pod: { namespace: "kube-system", labels: { "k8s-app": "kube-dns" } } },
  { name: "node-dns", ports: [53, 80], address: "169.254.20.10" },
  { name: "cluster-api", ports: [443], address: "10.96.0.1" },
  { name: "cloud-metadata", ports: [80], address: "169.254.169.254" },
  { name: "internet", ports: [53, 80, 443], address: "203.0.113.1" },
  { name: "internet-ipv6", ports: [53, 80, 443], address: "2001:db8::1" },
];

const serverNames = ["postgres", "redis", "storage"];

/** The parties whose place an operator chooses: the policies alone know it. */
function chosenParties(manifests: Manifests): Party[] {
  const policies = objectsOf(manifests, NetworkPolicy);
  const policy = (name: string) => policies.find(({ metadata }) => metadata?.name === name)?.spec;
  const callers = ["ingress", "monitoring"].flatMap((name): Party[] => {
    const selector = policy(`from-${name}`)?.ingress?.[0]?.from?.[0]?.namespaceSelector;
    const namespace = selector?.matchLabels?.["kubernetes.io/metadata.name"];
    return namespace === undefined ? [] : [{ name, ports: [443, 9090], pod: { namespace, labels: {} } }];
  });
  const servers = serverNames.flatMap((name) => {
    const { to, ports } = policy(`to-${name}`)?.egress?.[0] ?? {};
    const address = to?.[0]?.ipBlock?.cidr.split("/")[0];
    return address === undefined ? [] : [{ name, address, port: Number(ports?.[0]?.port) }];
  });
  // Each server listens on the other's port too, so that a policy for the wrong server is found.
  const listening = servers.map(({ port }) => port);
  const listeningServers = servers.map(({ name, address, port }) => ({ name, address, ports: [port, ...listening] }));
  return [...callers, ...listeningServers.map((server) => ({ ...server, ports: [...new Set(server.ports)] }))];
}

/** The collector that receives traces. It listens on two ports; the services use the second. */
function collectorOf(manifests: Manifests): Party[] {
  const endpoint = environmentOf(manifests, "gateway")["OTEL_EXPORTER_OTLP_ENDPOINT"];
  if (endpoint === undefined) return [];
  const { hostname, port } = new URL(endpoint);
  const [name = "", namespace = ""] = hostname.split(".");
  const labels = { "app.kubernetes.io/name": name };
  return [{ name: "collector", ports: [4317, Number(port)], pod: { namespace, labels } }];
}

function expectedCalls(manifests: Manifests, parties: readonly Party[]): string[] {
  const has = (kind: string) => manifests.resources.some((resource) => resource.kind === kind);
  const [collector] = collectorOf(manifests);
  const portOf = (server: string) => parties.find(({ name }) => name === server)?.ports[0];
  // The examples of servers have public addresses, as servers of a provider may.
  const publicServers = parties.filter(({ name, ports }) => serverNames.includes(name) && ports.includes(443));
  return [
    "gateway > catalog:8080",
    ...workersIn(manifests).map((name) => `${name} > catalog:8080`),
    "courier > catalog:8080",
    "courier > internet:443",
    ...publicServers.map(({ name }) => `courier > ${name}:443`),
    `gateway > redis:${portOf("redis")}`,
    ...workersIn(manifests).map((name) => `${name} > redis:${portOf("redis")}`),
    `courier > redis:${portOf("redis")}`,
    `catalog > postgres:${portOf("postgres")}`,
    `migrate > postgres:${portOf("postgres")}`,
    ...(portOf("storage") === undefined ? [] : [`catalog > storage:${portOf("storage")}`]),
    ...processesIn(manifests).flatMap((name) => [`${name} > dns:53`, `${name} > node-dns:53`]),
    ...(has("Ingress") ? ["ingress > gateway:8080"] : []),
    ...(has("PodMonitor") ? servicesIn(manifests).map((name) => `monitoring > ${name}:9090`) : []),
    ...(collector ? servicesIn(manifests).map((name) => `${name} > collector:${collector.ports[1]}`) : []),
  ];
}

rule(
  "network policies allow exactly the calls that Platen makes",
  (manifests) => {
    const namespace = manifests.resources.find(({ kind }) => kind === "Deployment")?.metadata.namespace ?? "";
    const own: Party[] = manifests.workloads.map((owner) => ({
      name: owner.name,
      ports: (mainContainer(owner).ports ?? []).map(({ containerPort }) => containerPort),
      pod: { namespace, labels: owner.labels },
    }));
    // A pod that no policy names.
    own.push({ name: "new-pod", ports: [8080], pod: { namespace, labels: {} } });
    const parties = [...own, ...outside, ...chosenParties(manifests), ...collectorOf(manifests)];
    const calls = allowedCalls(objectsOf(manifests, NetworkPolicy), parties).filter((call) =>
      own.some(({ name }) => call.startsWith(`${name} > `) || call.includes(` > ${name}:`)),
    );
    expect(calls.toSorted()).toEqual(expectedCalls(manifests, parties).toSorted());
  },
  [
    ["NetworkPolicy default-deny", "/spec/policyTypes", ["Ingress"]],
    ["NetworkPolicy dns", "/spec/egress/0/ports"],
    ["NetworkPolicy to-redis", "/spec/egress/0/ports/0/protocol", "UDP"],
    ["NetworkPolicy catalog", "/spec/ingress/0/from", []],
    ["NetworkPolicy to-redis", "/spec/egress/0/to/0/ipBlock/cidr", "0.0.0.0/0"],
    ["NetworkPolicy to-storage", "/spec/podSelector", {}],
    ["NetworkPolicy to-receivers", "/spec/egress/0/to/0/ipBlock/except", []],
    ["NetworkPolicy to-receivers", "/spec/egress/0/ports"],
    ["NetworkPolicy to-catalog", "/spec/podSelector/matchExpressions/0/values", ["gateway"]],
    ["NetworkPolicy to-redis", "/spec/podSelector/matchExpressions/0/values", ["gateway", "worker", "courier"]],
    ["NetworkPolicy to-collector", "/spec/egress/0/to/0/namespaceSelector/matchLabels", { a: "b" }],
    gatewayConfig("OTEL_EXPORTER_OTLP_ENDPOINT", "http://opentelemetry-collector.elsewhere.svc:4318"),
  ],
);

const bodySize = "nginx.ingress.kubernetes.io/proxy-body-size";
const readTimeout = "nginx.ingress.kubernetes.io/proxy-read-timeout";
/** What docs/behind-a-proxy.md asks of every proxy, whatever RENDER_DEADLINE_MS is. */
const longestAnswerSeconds = 75;

rule(
  "the gateway knows its proxy and its address, and the ingress has a certificate and takes what the gateway takes",
  (manifests) => {
    for (const { metadata, spec } of objectsOf(manifests, Ingress)) {
      const { [bodySize]: size, [readTimeout]: seconds } = metadata?.annotations ?? {};
      // No limit: the gateway has its own, for each kind of body.
      expect(size).toBe("0");
      expect(Number(seconds)).toBe(longestAnswerSeconds);
      const { TRUST_PROXY, PUBLIC_URL } = environmentOf(manifests, "gateway");
      expect(Number(TRUST_PROXY)).toBeGreaterThan(0);
      expect(spec?.tls).toEqual([{ hosts: expect.anything(), secretName: expect.any(String) }]);
      const hosts = [...(spec?.rules ?? []).map(({ host }) => host), ...(spec?.tls?.[0]?.hosts ?? [])];
      for (const host of hosts) expect(`https://${host}`).toBe(PUBLIC_URL);
    }
  },
  [
    gatewayConfig("TRUST_PROXY"),
    ["Ingress gateway", "/spec/rules/0/host", "other.example"],
    ["Ingress gateway", "/spec/tls/0/secretName"],
    ["Ingress gateway", "/metadata/annotations", { [bodySize]: "0", [readTimeout]: "65" }],
    ["Ingress gateway", "/metadata/annotations", { [bodySize]: "5m", [readTimeout]: "75" }],
  ],
);
