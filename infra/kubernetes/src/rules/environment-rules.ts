import { loadConfig } from "@platen/config";
import { Service } from "kubernetes-models/v1/Service";
import { environmentOf, givenVariables, readers, secretExamples } from "../environment.ts";
import { mainContainer, serviceNames, workload, type Manifests, type Rule } from "../manifests.ts";

/** Who is given which secret key. */
const secretHolders: Readonly<Record<string, readonly string[]>> = {
  "platen-database/url": ["catalog", "migrate"],
  "platen-database/password": ["postgres"],
  "platen-redis/url": ["gateway", "worker"],
  "platen-redis/password": ["redis"],
  "platen-signing-key/private.pem": ["gateway"],
  "platen-verifying-keys/public.pem": ["catalog", "worker"],
};

const processNames = ["gateway", "catalog", "worker", "migrate"] as const;

/** That what the services read is what the manifests give them. */
export const environmentRules: readonly Rule[] = [
  {
    name: "gives only variables that are read",
    faults: (manifests) =>
      processNames.flatMap((name) =>
        Object.keys(givenVariables(manifests, workload(manifests, name)))
          .filter((variable) => !Object.hasOwn(readers[name].variables.shape, variable))
          .map((variable) => `${name} does not read ${variable}`),
      ),
  },
  {
    name: "gives each process all that it needs to start",
    faults: (manifests) =>
      processNames.flatMap((name) => {
        try {
          loadConfig<Record<never, never>>(readers[name].variables, environmentOf(manifests, name));
          return [];
        } catch (error) {
          return [`${name}: ${String(error)}`];
        }
      }),
  },
  {
    name: "has the ports that the images listen on",
    faults: (manifests) =>
      serviceNames.flatMap((name) => {
        const { PORT, MANAGEMENT_PORT } = environmentOf(manifests, name);
        const expected = [...(PORT === undefined ? [] : [`http ${PORT}`]), `management ${MANAGEMENT_PORT}`].join();
        const ports = mainContainer(workload(manifests, name)).ports ?? [];
        const actual = ports.map((port) => `${port.name} ${port.containerPort}`).join();
        return actual === expected ? [] : [`${name} has ${actual}; it listens on ${expected}`];
      }),
  },
  {
    name: "starts by the first process of its image, which clears up what browsers leave behind",
    faults: (manifests) =>
      processNames
        .filter((name) => mainContainer(workload(manifests, name)).command !== undefined)
        .map((name) => `${name} has a command in its place`),
  },
  {
    name: "sends calls of the catalog to its Service",
    faults: (manifests) => {
      const catalog = manifests.resources.find(
        (resource) => resource.kind === "Service" && resource.metadata.name === "catalog",
      );
      const port = Service.is(catalog) ? catalog.spec?.ports?.[0]?.port : undefined;
      return (["gateway", "worker"] as const).flatMap((name) => {
        const url = environmentOf(manifests, name)["CATALOG_URL"];
        return url === `http://catalog:${port}` ? [] : [`${name} calls ${url}`];
      });
    },
  },
  {
    name: "sends all spans of a trace to one collector, and keeps the same traces everywhere",
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
  },
  {
    name: "runs no queue that may lose documents",
    faults: (manifests) =>
      (["gateway", "worker"] as const)
        .filter((name) => environmentOf(manifests, name)["REQUIRE_DURABLE_QUEUE"] !== "1")
        .map((name) => `${name} takes a Redis without a log`),
  },
  {
    name: "gives each secret to those who need it and to nobody else",
    faults: (manifests) => {
      const holders = secretHoldersOf(manifests);
      return Object.entries(holders).flatMap(([key, names]) => {
        const allowed = secretHolders[key] ?? [];
        return names.filter((name) => !allowed.includes(name)).map((name) => `${name} is given ${key}`);
      });
    },
  },
  {
    name: "holds no secret itself",
    faults: ({ resources }) => {
      const secrets = resources
        .filter(({ kind }) => kind === "Secret")
        .map(({ metadata }) => `Secret ${metadata.name}`);
      const values = resources.filter((resource) => /:\/\/[^/"]*:[^/"]*@|-----BEGIN/.test(JSON.stringify(resource)));
      return [...secrets, ...values.map(({ kind, metadata }) => `${kind} ${metadata.name} has a credential`)];
    },
  },
];

/** The workloads that are given each secret key, `*` being all of a secret that nobody knows. */
function secretHoldersOf({ workloads }: Manifests): Record<string, string[]> {
  const holders: Record<string, string[]> = {};
  for (const { name, containers, pod } of workloads) {
    const variables = containers.flatMap(({ env = [] }) =>
      env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []),
    );
    const wholes = [
      ...containers.flatMap(({ envFrom = [] }) => envFrom.flatMap(({ secretRef }) => secretRef?.name ?? [])),
      ...(pod.volumes ?? []).flatMap(({ secret }) => secret?.secretName ?? []),
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
