import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { loadConfig } from "@platen/config";
import { shutdownTimeoutMs as catalogShutdownTimeoutMs } from "@platen/catalog/config";
import { shutdownTimeoutMs as gatewayShutdownTimeoutMs } from "@platen/gateway/config";
import { shutdownTimeoutMs as workerShutdownTimeoutMs } from "@platen/worker/config";
import { Deployment } from "kubernetes-models/apps/v1/Deployment";
import { Job } from "kubernetes-models/batch/v1/Job";
import { Service } from "kubernetes-models/v1/Service";
import { configsOf, environmentOf, givenVariables, readers, secretExamples } from "../environment.ts";
import {
  mainContainer,
  objectsOf,
  serviceNames,
  workload,
  type Manifests,
  type Rule,
  type Workload,
} from "../manifests.ts";
import { container, gatewayConfig, pod, workerConfig, type Mutation } from "../mutation.ts";
import { quantity } from "../quantity.ts";
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

const catalogFolder = resolve(import.meta.dirname, "../../../../services/catalog");

/** The path of each probe, on the management port. */
export const probePaths = { startupProbe: "/startupz", livenessProbe: "/livez", readinessProbe: "/readyz" } as const;

/** The seconds within which each probe must fail. Liveness below 15 s would end a worker that replaces its browser. */
const failureSeconds = { startupProbe: [60, 300], livenessProbe: [15, 60], readinessProbe: [0, 5] } as const;

const spareSeconds = 5;
const mebibyte = 2 ** 20;
/** The memory of a worker with an idle browser, and of each document that it prints at once. */
const ownMebibytes = 250;
const documentMebibytes = 400;

/** A rule for every pod, also for those that write the seccomp profile to their node as root. */
export const nodePodRules: readonly Rule[] = [
  {
    name: "a pod gets no token of the cluster's API and no variables named after Services",
    faults: ofPods(({ pod: spec }) => ({
      "it mounts a token": spec.automountServiceAccountToken !== false || spec.serviceAccountName === undefined,
      "it gets variables": spec.enableServiceLinks !== false,
    })),
    finds: [
      ["Deployment worker", `${pod}/automountServiceAccountToken`],
      ["Deployment catalog", `${pod}/enableServiceLinks`],
    ],
  },
];

/** Rules that only Platen knows, for its services in every kustomization. */
export const serviceRules: readonly Rule[] = [
  ...nodePodRules,
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
    finds: [gatewayConfig("CATALOG_URL"), ["ConfigMap catalog", "/data/DATABASE_POOL_SIZE", "many"]],
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
    finds: [["Deployment worker", `${container}/command`, ["node", "src/main.ts"]]],
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
    finds: [workerConfig("CATALOG_URL", "http://catalog:8081")],
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
    finds: [workerConfig("OTEL_EXPORTER_OTLP_ENDPOINT")],
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
  {
    name: "the Job runs the catalog's migration in the catalog's image, and retries while the database is away",
    faults: (manifests) => {
      const { image, args = [] } = mainContainer(workload(manifests, "migrate"));
      const [program, file] = args;
      const isCommand = program === "node" && file !== undefined && existsSync(resolve(catalogFolder, file));
      return [
        ...(image === mainContainer(workload(manifests, "catalog")).image ? [] : [`the image is ${image}`]),
        ...(isCommand ? [] : [`\`${args.join(" ")}\` runs no file of services/catalog`]),
        ...objectsOf(manifests.resources, Job)
          .filter(({ spec }) => !spec?.backoffLimit || spec.template.spec?.restartPolicy !== "Never")
          .map(({ metadata }) => `Job ${metadata?.name} does not retry`),
      ];
    },
    finds: [
      ["Job migrate", `${container}/image`, "registry.example/platen-catalog:0.0.9"],
      ["Job migrate", `${container}/args`, ["node", "src/migrations.ts"]],
      ["Job migrate", "/spec/backoffLimit", 0],
    ],
  },
  {
    name: "a probe asks the management port at its own path",
    faults: (manifests) =>
      probesOf(manifests).flatMap(({ name, kind, probe }) => {
        const { path, port } = probe?.httpGet ?? {};
        return path === probePaths[kind] && port === "management"
          ? []
          : [`${name}: ${kind} asks ${String(path)} on port ${String(port)}`];
      }),
    finds: [
      ["Deployment gateway", `${container}/readinessProbe/httpGet/path`, "/livez"],
      ["Deployment catalog", `${container}/livenessProbe/httpGet/port`, "http"],
    ],
  },
  {
    name: "a probe fails neither too soon nor too late",
    faults: (manifests) =>
      probesOf(manifests).flatMap(({ name, kind, probe }) => {
        const seconds = (probe?.periodSeconds ?? 10) * (probe?.failureThreshold ?? 3);
        const [least, most] = failureSeconds[kind];
        return seconds >= least && seconds <= most ? [] : [`${name}: ${kind} fails after ${seconds} s`];
      }),
    finds: [
      ["Deployment worker", `${container}/livenessProbe/failureThreshold`, 1],
      ["Deployment gateway", `${container}/readinessProbe/failureThreshold`, 5],
    ],
  },
  {
    name: "a server keeps serving for 5 to 10 s while requests still reach it",
    faults: (manifests) =>
      (["gateway", "catalog"] as const)
        .map((name) => ({ name, seconds: preStopSeconds(workload(manifests, name)) }))
        .filter(({ seconds }) => !(seconds >= 5 && seconds <= 10))
        .map(({ name, seconds }) => `${name} waits ${seconds} s`),
    finds: [["Deployment gateway", `${container}/lifecycle`]],
  },
  {
    name: "a pod has the time that its shutdown takes, and 5 s to spare",
    faults: (manifests) => {
      const configs = configsOf(manifests);
      const needs = {
        gateway: gatewayShutdownTimeoutMs(configs.gateway),
        catalog: catalogShutdownTimeoutMs,
        worker: workerShutdownTimeoutMs(configs.worker),
      };
      return serviceNames.flatMap((name) => {
        const owner = workload(manifests, name);
        const needed = preStopSeconds(owner) + needs[name] / 1_000 + spareSeconds;
        const given = owner.pod.terminationGracePeriodSeconds ?? 30;
        return given >= needed ? [] : [`${name} has ${given} s; it needs ${needed} s`];
      });
    },
    finds: [
      ["Deployment catalog", `${pod}/terminationGracePeriodSeconds`, 20],
      gatewayConfig("RENDER_DEADLINE_MS", "60000"),
      workerConfig("SHUTDOWN_GRACE_MS", "60000"),
    ],
  },
  {
    name: "a worker's concurrency is set, because its default counts the node's CPUs",
    faults: (manifests) =>
      givenVariables(manifests, workload(manifests, "worker"))["RENDER_CONCURRENCY"] === undefined
        ? ["RENDER_CONCURRENCY is missing"]
        : [],
    finds: [workerConfig("RENDER_CONCURRENCY")],
  },
  {
    name: "a worker has memory for each document at once",
    faults: (manifests) => {
      const owner = workload(manifests, "worker");
      const slots = configsOf(manifests).worker.RENDER_CONCURRENCY;
      const volumes = (owner.pod.volumes ?? []).reduce(
        (sum, { emptyDir }) => sum + quantity(emptyDir?.sizeLimit ?? 0),
        0,
      );
      const needed = ownMebibytes + documentMebibytes * slots + volumes / mebibyte;
      const given = quantity(mainContainer(owner).resources?.limits?.["memory"]) / mebibyte;
      return given >= needed ? [] : [`a worker has ${given} MiB; ${slots} documents at once need ${needed} MiB`];
    },
    finds: [
      workerConfig("RENDER_CONCURRENCY", "4"),
      ["Deployment worker", `${container}/resources/limits/memory`, "1Gi"],
    ],
  },
  {
    name: "a worker has a CPU for each document at once, and no limit that stops a browser halfway",
    faults: (manifests) => {
      const slots = configsOf(manifests).worker.RENDER_CONCURRENCY;
      const { requests, limits } = mainContainer(workload(manifests, "worker")).resources ?? {};
      const cpus = quantity(requests?.["cpu"]);
      return [
        ...(cpus >= slots ? [] : [`a worker requests ${cpus} CPUs for ${slots} documents at once`]),
        ...(limits?.["cpu"] === undefined ? [] : ["a worker has a CPU limit"]),
      ];
    },
    finds: [
      ["Deployment worker", `${container}/resources/requests/cpu`, "1500m"],
      ["Deployment worker", `${container}/resources/limits/cpu`, "4"],
    ],
  },
  {
    name: "a worker's work folder and shared memory are in memory",
    faults: (manifests) => {
      const owner = workload(manifests, "worker");
      const folders = (mainContainer(owner).volumeMounts ?? [])
        .filter(({ name }) => owner.pod.volumes?.some((volume) => volume.name === name && volume.emptyDir))
        .map(({ mountPath }) => mountPath);
      return [configsOf(manifests).worker.WORK_DIR, "/dev/shm"]
        .filter((needed) => !folders.some((folder) => needed === folder || needed.startsWith(`${folder}/`)))
        .map((needed) => `${needed} is not in memory`);
    },
    finds: [["Deployment worker", `${container}/volumeMounts/1`], workerConfig("WORK_DIR", "/var/platen")],
  },
  {
    name: "a service's pods spread over zones and nodes, and a rollout starts the new pod before it stops the old one",
    faults: (manifests) =>
      serviceNames.flatMap((name) => {
        const { pod: spec, labels } = workload(manifests, name);
        const spread = (spec.topologySpreadConstraints ?? [])
          .filter(({ labelSelector, maxSkew }) => maxSkew === 1 && labelSelector && selects(labelSelector, labels))
          .map(({ topologyKey }) => topologyKey)
          .join();
        const deployment = objectsOf(manifests.resources, Deployment).find(({ metadata }) => metadata?.name === name);
        return [
          ...(spread === "topology.kubernetes.io/zone,kubernetes.io/hostname"
            ? []
            : [`${name} spreads over ${spread || "nothing"}`]),
          ...(deployment?.spec?.strategy?.rollingUpdate?.maxUnavailable === 0 ? [] : [`${name} stops a pod first`]),
        ];
      }),
    finds: [
      ["Deployment worker", `${pod}/topologySpreadConstraints/0`],
      ["Deployment gateway", "/spec/strategy/rollingUpdate/maxUnavailable", 1],
    ],
  },
  {
    name: "a Service leads to a port of the workload with its name",
    faults: ({ resources, workloads }) =>
      objectsOf(resources, Service).flatMap(({ metadata, spec }) => {
        const targets = workloads.filter(({ labels }) => selects({ matchLabels: spec?.selector ?? {} }, labels));
        if (targets.map(({ name }) => name).join() !== metadata?.name) return [`${metadata?.name} selects other pods`];
        const names = targets.flatMap((target) => mainContainer(target).ports ?? []).map(({ name }) => name);
        return (spec?.ports ?? [])
          .filter(({ targetPort }) => !names.includes(String(targetPort)))
          .map(({ targetPort }) => `Service ${metadata?.name} leads to port ${String(targetPort)}`);
      }),
    finds: [
      ["Service catalog", "/spec/selector", { "app.kubernetes.io/part-of": "platen" }],
      ["Service gateway", "/spec/ports/0/targetPort", "web"],
    ],
  },
  {
    name: "a pod meets the restricted Pod Security Standard, and the worker has the profile of its browser",
    faults: ofPods(({ name, pod: { securityContext, ...spec }, containers }) => {
      const { type, localhostProfile } = securityContext?.seccompProfile ?? {};
      const hasProfile = name === "worker" ? type === "Localhost" && localhostProfile : type === "RuntimeDefault";
      return {
        "it may run as root": !securityContext?.runAsNonRoot || !((securityContext.runAsUser ?? 0) > 0),
        "it shares a namespace of the node": spec.hostNetwork || spec.hostPID || spec.hostIPC,
        "it has the wrong seccomp profile": !hasProfile,
        "a container keeps or gains privileges": containers.some(
          ({ securityContext: own }) =>
            own?.allowPrivilegeEscalation !== false || own.capabilities?.drop?.join() !== "ALL" || own.runAsUser === 0,
        ),
      };
    }),
    finds: [
      ["Deployment gateway", `${pod}/securityContext/runAsNonRoot`, false],
      ["Deployment worker", `${pod}/hostNetwork`, true],
      ["Deployment worker", `${pod}/securityContext/seccompProfile`, { type: "RuntimeDefault" }],
      ["Deployment worker", `${container}/securityContext/capabilities/drop`, ["NET_RAW"]],
    ],
  },
  {
    name: "a pod writes to memory or claimed volumes only, within half of its memory",
    faults: ofPods(({ pod: { volumes = [] }, containers }) => ({
      "its volumes take more":
        volumes.reduce((sum, { emptyDir }) => sum + quantity(emptyDir?.sizeLimit ?? 0), 0) >
        Math.min(...containers.map(({ resources }) => quantity(resources?.limits?.["memory"]))) / 2,
      "a volume is on the node's disk": volumes.some(
        ({ emptyDir, configMap, persistentVolumeClaim }) =>
          emptyDir?.medium !== "Memory" && !configMap && !persistentVolumeClaim,
      ),
    })),
    finds: [
      ["Deployment worker", `${pod}/volumes/0/emptyDir/medium`],
      ["Deployment gateway", `${pod}/volumes/0/emptyDir/sizeLimit`, "1Gi"],
    ],
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

function probesOf(manifests: Manifests) {
  return serviceNames.flatMap((name) =>
    (["startupProbe", "livenessProbe", "readinessProbe"] as const).map((kind) => ({
      name,
      kind,
      probe: mainContainer(workload(manifests, name))[kind],
    })),
  );
}

function preStopSeconds(owner: Workload): number {
  return mainContainer(owner).lifecycle?.preStop?.sleep?.seconds ?? 0;
}

/** Reports the faults that hold for each workload. */
function ofPods(check: (workload: Workload) => Record<string, unknown>) {
  return ({ workloads }: Manifests): string[] =>
    workloads.flatMap((workload) =>
      Object.entries(check(workload)).flatMap(([fault, holds]) => (holds ? [`${workload.title}: ${fault}`] : [])),
    );
}
