import { loadConfig } from "@platen/config";
import { createSecretsKey, createServiceTokenKeys } from "@platen/provisioning";
import { ConfigMap } from "kubernetes-models/v1/ConfigMap";
import { imageVariables } from "../../docker/image-variables.ts";
import { checkedCatalogVariables, commandVariables } from "@platen/catalog/config";
import { courierVariables } from "@platen/courier/config";
import { gatewayVariables } from "@platen/gateway/config";
import { workerVariables } from "@platen/worker/config";
import { mainContainer, objectsOf, workload, type Manifests, type Workload } from "./manifests.ts";

/** The image of each process, and the variables that it reads. */
export const readers = {
  gateway: { image: "gateway", variables: gatewayVariables },
  catalog: { image: "catalog", variables: checkedCatalogVariables },
  worker: { image: "worker", variables: workerVariables },
  "background-worker": { image: "worker", variables: workerVariables },
  courier: { image: "courier", variables: courierVariables },
  migrate: { image: "catalog", variables: commandVariables },
} as const;

const keys = createServiceTokenKeys();

/** The Secrets that an operator creates, with an example value for each key. */
export const secretExamples: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "platen-authorities": { "ca.pem": keys.publicKey },
  "platen-database": { url: "postgres://platen:d0c5@postgres:5432/platen", password: "d0c5" },
  "platen-redis": {
    password: "5ca1e",
    "gateway-password": "6a7e",
    "worker-password": "80c4",
    "courier-password": "0c41",
  },
  "platen-redis-gateway": { url: "redis://gateway:6a7e@redis:6379" },
  "platen-redis-worker": { url: "redis://worker:80c4@redis:6379" },
  "platen-redis-courier": { url: "redis://courier:0c41@redis:6379" },
  "platen-courier-signing-key": { "private.pem": keys.privateKey },
  "platen-courier-verifying-keys": { "public.pem": keys.publicKey },
  "platen-secrets-key": { key: createSecretsKey() },
  "platen-signing-key": { "private.pem": keys.privateKey },
  "platen-storage": { "access-key-id": "AKIA1", "secret-access-key": "b0c3e7" },
  "platen-verifying-keys": { "public.pem": keys.publicKey },
};

/** Returns the configuration of each service, as it reads it from its manifests and its image. */
export function configsOf(manifests: Manifests) {
  return {
    gateway: loadConfig(gatewayVariables, environmentOf(manifests, "gateway")),
    catalog: loadConfig(checkedCatalogVariables, environmentOf(manifests, "catalog")),
    worker: workerConfigOf(manifests, "worker"),
    courier: loadConfig(courierVariables, environmentOf(manifests, "courier")),
  };
}

/** Returns the configuration of a Deployment of workers. */
export function workerConfigOf(manifests: Manifests, name: "worker" | "background-worker") {
  return loadConfig(workerVariables, environmentOf(manifests, name));
}

/** Returns all variables of a process. */
export function environmentOf(manifests: Manifests, name: keyof typeof readers): Record<string, string> {
  return { ...imageVariables(readers[name].image), ...givenVariables(manifests, workload(manifests, name)) };
}

/** Returns the variables that the manifests give to a workload. */
export function givenVariables(manifests: Manifests, owner: Workload): Record<string, string> {
  const { envFrom = [], env = [] } = mainContainer(owner);
  const given: Record<string, string> = {};
  for (const { configMapRef } of envFrom) {
    const configMap = objectsOf(manifests, ConfigMap).find(({ metadata }) => metadata?.name === configMapRef?.name);
    if (!configMap) throw new Error(`${owner.name} takes variables from a ConfigMap that does not exist`);
    Object.assign(given, configMap.data);
  }
  const files = secretFiles(owner);
  for (const { name, value = "" } of env) {
    const content = name.endsWith("_FILE") ? files[value] : value;
    if (content === undefined) throw new Error(`${owner.name} reads ${name} from a file that no secret has`);
    given[name.replace(/_FILE$/, "")] = content;
  }
  return given;
}

/** Returns an example content for each file of a secret that the main container of a workload sees. */
function secretFiles(owner: Workload): Record<string, string | undefined> {
  const { volumeMounts = [] } = mainContainer(owner);
  return Object.fromEntries(
    secretKeysOf(owner).flatMap(({ volume, name, key, path }) =>
      volumeMounts
        .filter((mount) => mount.name === volume)
        .map(({ mountPath }) => [`${mountPath}/${path}`, secretExamples[name]?.[key]]),
    ),
  );
}

/** Returns the keys of secrets that a workload gets as files. Without a list of keys, a volume has all of its secret. */
export function secretKeysOf({ pod }: Workload) {
  return (pod.volumes ?? []).flatMap(({ name: volume, secret }) => {
    if (!secret) return [];
    const { secretName: name = "" } = secret;
    const items = secret.items ?? Object.keys(secretExamples[name] ?? { "*": "" }).map((key) => ({ key, path: key }));
    return items.map(({ key, path }) => ({ volume, name, key, path }));
  });
}
