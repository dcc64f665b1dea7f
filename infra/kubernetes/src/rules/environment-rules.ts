import { loadConfig } from "@platen/config";
import { Service } from "kubernetes-models/v1/Service";
import { environmentOf, givenVariables, readers, secretExamples } from "../environment.ts";
import { mainContainer, objectsOf, serviceNames, workload, type Manifests, type Rule } from "../manifests.ts";
import { container, gatewayConfig, pod, workerConfig, type Mutation } from "../mutation.ts";
import { selects } from "../selector.ts";

/** The workloads that hold each secret key. */
const secretHolders: Readonly<Record<string, readonly string[]>> = {
  "platen-database/url": ["catalog", "migrate"],
  "platen-database/password": ["postgres"],
  "platen-redis/url": ["gateway", "worker"],
  "platen-redis/password": ["redis"],
  "platen-signing-key/private.pem": ["gateway"],
  "platen-verifying-keys/public.pem": ["catalog", "worker"],
};

const processNames = ["gateway", "catalog", "worker", "migrate"] as const;

const addVariable = (title: string, secret: string, key: string): Mutation => [
  title,
  `${container}/env/-`,
  { name: "A", valueFrom: { secretKeyRef: { name: secret, key } } },
];

/** Rules that compare the manifests with the variables, ports and secrets of the services. */
export const environmentRules: readonly Rule[] = [
  {
    name: "a process gets only variables that it reads",
    faults: (manifests) =>
      processNames.flatMap((name) =>
        Object.keys(givenVariables(manifests, workload(manifests, name)))
          .filter((variable) => !Object.hasOwn(readers[name].variables.shape, variable))
          .map((variable) => `${name} does not read ${variable}`),
      ),
    finds: [gatewayConfig("TRUST_PROXIES", "1")],
  },
  {
    name: "a process gets all variables that it needs",
    faults: (manifests) =>
      processNames.flatMap((name) => {
        try {
          loadConfig<Record<never, never>>(readers[name].variables, environmentOf(manifests, name));
          return [];
        } catch (error) {
          return [`${name}: ${String(error)}`];
        }
      }),
    finds: [
      gatewayConfig("CATALOG_URL"),
      ["ConfigMap catalog", "/data/DATABASE_POOL_SIZE", "many"],
      ["Deployment worker", `${container}/env/0`],
    ],
  },
  {
    name: "a container has the ports that its image listens on",
    faults: (manifests) =>
      serviceNames.flatMap((name) => {
        const { PORT, MANAGEMENT_PORT } = environmentOf(manifests, name);
        const expected = [...(PORT === undefined ? [] : [`http ${PORT}`]), `management ${MANAGEMENT_PORT}`].join();
        const ports = mainContainer(workload(manifests, name)).ports ?? [];
        const actual = ports.map((port) => `${port.name} ${port.containerPort}`).join();
        return actual === expected ? [] : [`${name} has ${actual}; its image listens on ${expected}`];
      }),
    finds: [["Deployment gateway", `${container}/ports/1/containerPort`, 9091]],
  },
  {
    name: "a container keeps the entry point of its image, which reaps the processes of browsers",
    faults: (manifests) =>
      processNames
        .filter((name) => mainContainer(workload(manifests, name)).command !== undefined)
        .map((name) => `${name} has a command instead`),
    finds: [
      ["Deployment worker", `${container}/command`, ["node", "src/main.ts"]],
      ["Job migrate", `${container}/command`, ["node", "src/migrate.ts"]],
    ],
  },
  {
    name: "a Service leads to a port of the workload with its name",
    faults: ({ resources, workloads }) =>
      objectsOf(resources, Service).flatMap(({ metadata, spec }) => {
        const targets = workloads.filter(({ labels }) => selects({ matchLabels: spec?.selector ?? {} }, labels));
        const [target] = targets;
        if (!target || targets.length > 1 || target.name !== metadata?.name)
          return [`Service ${metadata?.name} selects ${targets.map(({ name }) => name).join(", ") || "nothing"}`];
        const ports = new Set(mainContainer(target).ports?.map(({ name }) => name));
        return (spec?.ports ?? [])
          .filter(({ targetPort }) => !ports.has(String(targetPort)))
          .map(({ targetPort }) => `Service ${metadata?.name} leads to port ${String(targetPort)}`);
      }),
    finds: [
      ["Service catalog", "/spec/selector", { "app.kubernetes.io/part-of": "platen" }],
      ["Service gateway", "/spec/ports/0/targetPort", "web"],
    ],
  },
  {
    name: "gateway and worker call the catalog at its Service",
    faults: ({ resources, workloads }) => {
      const catalog = objectsOf(resources, Service).find(({ metadata }) => metadata?.name === "catalog");
      const expected = `http://catalog:${catalog?.spec?.ports?.[0]?.port}`;
      return (["gateway", "worker"] as const).flatMap((name) => {
        const url = environmentOf({ resources, workloads }, name)["CATALOG_URL"];
        return url === expected ? [] : [`${name} calls ${url}`];
      });
    },
    finds: [workerConfig("CATALOG_URL", "http://catalog:8081"), ["Service catalog", "/spec/ports/0/port", 80]],
  },
  {
    name: "all services send traces to one collector and sample alike",
    faults: (manifests) => {
      const tracing = serviceNames.map((name) =>
        Object.entries(environmentOf(manifests, name))
          .filter(([variable]) => variable.startsWith("OTEL_"))
          .map(([variable, value]) => `${variable}=${value}`)
          .toSorted()
          .join(", "),
      );
      return new Set(tracing).size === 1 ? [] : serviceNames.map((name, index) => `${name} has ${tracing[index]}`);
    },
    finds: [
      workerConfig("OTEL_EXPORTER_OTLP_ENDPOINT"),
      ["ConfigMap catalog", "/data/OTEL_EXPORTER_OTLP_ENDPOINT", "http://another.observability.svc:4318"],
      gatewayConfig("OTEL_TRACES_SAMPLER_ARG", "1"),
    ],
  },
  {
    name: "the queue is durable",
    faults: (manifests) =>
      (["gateway", "worker"] as const)
        .filter((name) => environmentOf(manifests, name)["REQUIRE_DURABLE_QUEUE"] !== "1")
        .map((name) => `${name} accepts a Redis without an append-only log`),
    finds: [workerConfig("REQUIRE_DURABLE_QUEUE", "0")],
  },
  {
    name: "only its holders get a secret",
    faults: (manifests) =>
      Object.entries(secretHoldersOf(manifests)).flatMap(([key, names]) =>
        names.filter((name) => !secretHolders[key]?.includes(name)).map((name) => `${name} gets ${key}`),
      ),
    finds: [
      addVariable("Deployment worker", "platen-signing-key", "private.pem"),
      addVariable("Deployment gateway", "platen-database", "url"),
      ["Deployment worker", `${pod}/volumes/0/secret`, { secretName: "platen-database" }],
      ["Deployment worker", `${pod}/volumes/0/secret`, { secretName: "unknown" }],
    ],
  },
  {
    name: "the manifests contain no secret",
    faults: ({ resources }) =>
      resources
        .filter((resource) => resource.kind === "Secret" || credential.test(JSON.stringify(resource)))
        .map(({ kind, metadata }) => `${kind} ${metadata.name} contains a secret`),
    finds: [gatewayConfig("REDIS_URL", "redis://:5ca1e@redis:6379"), ["ConfigMap gateway", "/kind", "Secret"]],
  },
];

const credential = /:\/\/[^/"]*:[^/"]*@|-----BEGIN/;

/** Returns the workloads that get each secret key. `*` stands for all keys of an unknown Secret. */
function secretHoldersOf({ workloads }: Manifests): Record<string, string[]> {
  const holders: Record<string, string[]> = {};
  for (const { name, containers, pod: spec } of workloads) {
    const variables = containers.flatMap(({ env = [] }) =>
      env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []),
    );
    const wholes = [
      ...containers.flatMap(({ envFrom = [] }) => envFrom.flatMap(({ secretRef }) => secretRef?.name ?? [])),
      ...(spec.volumes ?? []).flatMap(({ secret }) => secret?.secretName ?? []),
    ];
    const keys = [
      ...variables.map(({ name: secret, key }) => `${secret}/${key}`),
      ...wholes.flatMap((secret) =>
        Object.keys(secretExamples[secret] ?? { "*": "" }).map((key) => `${secret}/${key}`),
      ),
    ];
    for (const key of keys) (holders[key] ??= []).push(name);
  }
  return holders;
}
