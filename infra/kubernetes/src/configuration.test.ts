import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect } from "@jest/globals";
import { loadConfig } from "@platen/config";
import { Job } from "kubernetes-models/batch/v1/Job";
import { Service } from "kubernetes-models/v1/Service";
import { environmentOf, givenVariables, readers, secretKeysOf } from "./environment.ts";
import { mainContainer, objectsOf, workload } from "./manifests.ts";
import type { Mistake } from "./mistake.ts";
import {
  backgroundConfig,
  container,
  gatewayConfig,
  pod,
  processesIn,
  rule,
  servicesIn,
  workerConfig,
  workersIn,
} from "./rule.ts";

rule(
  "a process gets only variables that it reads, and all that it needs",
  (manifests) => {
    for (const name of processesIn(manifests)) {
      const given = Object.keys(givenVariables(manifests, workload(manifests, name)));
      expect(Object.keys(readers[name].variables.shape)).toEqual(expect.arrayContaining(given));
      loadConfig<Record<never, never>>(readers[name].variables, environmentOf(manifests, name));
    }
    // Its default counts the CPUs of the node.
    for (const name of workersIn(manifests))
      expect(givenVariables(manifests, workload(manifests, name))).toHaveProperty("RENDER_CONCURRENCY");
  },
  [
    gatewayConfig("TRUST_PROXIES", "1"),
    gatewayConfig("CATALOG_URL"),
    ["ConfigMap catalog", "/data/DATABASE_POOL_SIZE", "many"],
    workerConfig("RENDER_CONCURRENCY"),
    backgroundConfig("WORKER_LANE", "background"),
  ],
);

rule(
  "gateway, worker and courier call the catalog at its Service, which leads to a port of its pods",
  (manifests) => {
    const services = objectsOf(manifests, Service);
    for (const { metadata, spec } of services) {
      const target = workload(manifests, metadata?.name ?? "");
      expect(target.labels).toMatchObject(spec?.selector ?? {});
      const ports = mainContainer(target).ports?.map(({ name }) => name);
      for (const { targetPort } of spec?.ports ?? []) expect(ports).toContain(targetPort);
    }
    const port = services.find(({ metadata }) => metadata?.name === "catalog")?.spec?.ports?.[0]?.port;
    for (const name of ["gateway", "courier", ...workersIn(manifests)] as const)
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
    const [gateway, ...others] = servicesIn(manifests).map((name) =>
      Object.entries(environmentOf(manifests, name)).filter(([variable]) => variable.startsWith("OTEL_")),
    );
    for (const other of others) expect(Object.fromEntries(other)).toEqual(Object.fromEntries(gateway ?? []));
  },
  [workerConfig("OTEL_EXPORTER_OTLP_ENDPOINT")],
);

rule(
  "the queue is durable",
  (manifests) => {
    for (const name of ["gateway", "courier", ...workersIn(manifests)] as const)
      expect(environmentOf(manifests, name)).toMatchObject({ REQUIRE_DURABLE_QUEUE: "1" });
  },
  [workerConfig("REQUIRE_DURABLE_QUEUE", "0"), backgroundConfig("REQUIRE_DURABLE_QUEUE", "0")],
);

rule(
  "some workers print what callers wait for, and background workers never do",
  (manifests) => {
    const lanes = (name: "worker" | "background-worker") => environmentOf(manifests, name)["WORKER_LANES"] ?? "all";
    expect(["all", "interactive"]).toContain(lanes("worker"));
    if (workersIn(manifests).length > 1) expect(lanes("background-worker")).toBe("background");
  },
  [
    workerConfig("WORKER_LANES", "background"),
    backgroundConfig("WORKER_LANES", "all"),
    backgroundConfig("WORKER_LANES"),
    // The later ConfigMap has precedence.
    ["Deployment background-worker", `${container}/envFrom/1`],
  ],
);

/** The workloads that hold each secret key. */
const secretHolders: Readonly<Record<string, readonly string[]>> = {
  "platen-authorities/ca.pem": ["gateway", "catalog", "worker", "background-worker", "courier", "migrate"],
  "platen-database/url": ["catalog", "migrate"],
  "platen-database/password": ["postgres"],
  "platen-redis-gateway/url": ["gateway"],
  "platen-redis-worker/url": ["worker", "background-worker"],
  "platen-redis-courier/url": ["courier"],
  "platen-redis/password": ["redis"],
  "platen-redis/gateway-password": ["redis"],
  "platen-redis/worker-password": ["redis"],
  "platen-redis/courier-password": ["redis"],
  "platen-signing-key/private.pem": ["gateway"],
  "platen-storage/access-key-id": ["catalog"],
  "platen-storage/secret-access-key": ["catalog"],
  "platen-verifying-keys/public.pem": ["catalog", "worker", "background-worker"],
  "platen-courier-signing-key/private.pem": ["courier"],
  "platen-courier-verifying-keys/public.pem": ["catalog", "worker", "background-worker"],
  "platen-secrets-key/key": ["catalog"],
};

const addVolume = (secretName: string, key: string): Mistake => [
  "Deployment worker",
  `${pod}/volumes/5`,
  { name: "a", secret: { secretName, items: [{ key, path: key }] } },
];

rule(
  "only its holders get a secret, as a file, and the manifests contain none",
  (manifests) => {
    for (const owner of manifests.workloads) {
      for (const { name, key } of secretKeysOf(owner))
        expect([name, key, secretHolders[`${name}/${key}`]]).toEqual([name, key, expect.arrayContaining([owner.name])]);
      // Everybody who may see a pod sees its variables.
      expect(JSON.stringify(owner.containers)).not.toMatch(/"secret(Key)?Ref"/);
    }
    for (const resource of manifests.resources) {
      expect(resource.kind).not.toBe("Secret");
      expect(JSON.stringify(resource)).not.toMatch(/:\/\/[^/"]*:[^/"]*@|-----BEGIN/);
    }
  },
  [
    addVolume("platen-signing-key", "private.pem"),
    addVolume("platen-redis-gateway", "url"),
    addVolume("platen-storage", "secret-access-key"),
    ["Deployment worker", `${pod}/volumes/0/secret`, { secretName: "platen-database" }],
    ["Deployment worker", `${pod}/volumes/0/secret`, { secretName: "unknown" }],
    ["Deployment catalog", `${container}/envFrom/1`, { secretRef: { name: "platen-database" } }],
    gatewayConfig("REDIS_URL", "redis://:5ca1e@redis:6379"),
    ["ConfigMap gateway", "/kind", "Secret"],
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
