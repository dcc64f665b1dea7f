import type { Mutation, Mutations } from "../mutation.ts";
import { container, gatewayConfig, pod, workerConfig } from "./places.ts";

const env = (title: string, variable: unknown): Mutation => [title, `${container}/env/-`, variable];
const secret = (name: string, key: string) => ({ name: "A", valueFrom: { secretKeyRef: { name, key } } });

export const environmentMutations: Mutations = {
  "starts by the first process of its image, which clears up what browsers leave behind": [
    ["Deployment worker", `${container}/command`, ["node", "src/main.ts"]],
    ["Job migrate", `${container}/command`, ["node", "src/migrate.ts"]],
  ],
  "gives only variables that are read": [gatewayConfig("TRUST_PROXIES", "1")],
  "gives each process all that it needs to start": [
    gatewayConfig("CATALOG_URL"),
    ["ConfigMap catalog", "/data/DATABASE_POOL_SIZE", "many"],
    ["Deployment worker", `${container}/env/0`],
  ],
  "has the ports that the images listen on": [["Deployment gateway", `${container}/ports/1/containerPort`, 9091]],
  "sends calls of the catalog to its Service": [
    workerConfig("CATALOG_URL", "http://catalog:8081"),
    ["Service catalog", "/spec/ports/0/port", 80],
  ],
  "sends all spans of a trace to one collector, and keeps the same traces everywhere": [
    workerConfig("OTEL_EXPORTER_OTLP_ENDPOINT"),
    ["ConfigMap catalog", "/data/OTEL_EXPORTER_OTLP_ENDPOINT", "http://another.observability.svc:4318"],
    gatewayConfig("OTEL_TRACES_SAMPLER_ARG", "1"),
  ],
  "runs no queue that may lose documents": [workerConfig("REQUIRE_DURABLE_QUEUE", "0")],
  "gives each secret to those who need it and to nobody else": [
    env("Deployment worker", secret("platen-signing-key", "private.pem")),
    env("Deployment gateway", secret("platen-database", "url")),
    ["Deployment worker", `${pod}/volumes/0/secret`, { secretName: "platen-database" }],
    ["Deployment worker", `${pod}/volumes/0/secret`, { secretName: "somebody-else's" }],
  ],
  "holds no secret itself": [
    gatewayConfig("REDIS_URL", "redis://:5ca1e@redis:6379"),
    ["ConfigMap gateway", "/kind", "Secret"],
  ],
};
