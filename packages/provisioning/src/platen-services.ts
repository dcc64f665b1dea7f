import { availableParallelism } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { freePort } from "./free-port.ts";
import type { Environment } from "./find-program.ts";
import type { RedisUserName } from "./redis-users.ts";
import type { ManagedProcess } from "./managed-process.ts";
import type { ServiceUsers } from "./service-users.ts";
import type { ServiceTokenKeys } from "./service-token-keys.ts";

export type ServiceName = "catalog" | "gateway" | "worker" | "courier";

/** A process of a Platen service, and its management address. */
export type ServiceProcess = ManagedProcess & { service: ServiceName; managementUrl: string };

export type ServiceOptions = {
  /** The repository's root. */
  rootFolder: string;
  logFolder: string;
  /** The variables of every service besides its own: search path, locale, log level. */
  environment: Record<string, string>;
};

/**
 * Node's options for a service. A worker's PDFs are short-lived memory outside the heap. The frequent collections of a
 * small young generation free them; with a larger one, full collections run several times a second. A gateway's grows to
 * 130 MB in a flood of bodies, and stays so. The images set the same.
 */
const smallYoungGeneration = "--max-semi-space-size=16";
/**
 * A worker's heap may grow to three times of what lives before a full collection. Little lives, and by its own rule V8
 * collects after every fifty documents, which takes a fifth of a worker's processor time. The image sets the same.
 */
const fewFullCollections = "--heap-growing-percent=200";
const nodeOptions: Record<ServiceName, readonly string[]> = {
  gateway: [smallYoungGeneration],
  catalog: [],
  worker: [smallYoungGeneration, fewFullCollections],
  courier: [],
};

/**
 * Variables of glibc for a gateway, with which freed memory goes back to the system at once. By its own rules glibc keeps
 * it, in an arena for each thread, and a gateway under hostile load grew by another 140 MB. The others get no such load,
 * and would pay 2 % of a document for it. The image sets the same.
 */
export const gatewayAllocator = { MALLOC_ARENA_MAX: "2", MALLOC_TRIM_THRESHOLD_: "131072" };

/** Describes one service process called `name`, with `variables` as its configuration. Chooses its management port. */
export async function describeService(
  options: ServiceOptions,
  service: ServiceName,
  name: string,
  variables: Record<string, string>,
): Promise<ServiceProcess> {
  const managementPort = variables["MANAGEMENT_PORT"] ?? String(await freePort());
  const managementUrl = `http://127.0.0.1:${managementPort}`;
  return {
    name,
    service,
    managementUrl,
    command: process.execPath,
    args: [...nodeOptions[service], join(options.rootFolder, "services", service, "src/main.ts")],
    env: {
      ...(service === "gateway" && gatewayAllocator),
      ...options.environment,
      ...variables,
      MANAGEMENT_PORT: managementPort,
    },
    cwd: options.rootFolder,
    logFile: join(options.logFolder, `${name}.log`),
    stopSignal: "SIGTERM",
    stopTimeoutMs: 20_000,
    isReady: async () => (await fetch(`${managementUrl}/readyz`, { signal: AbortSignal.timeout(3_000) })).ok,
  };
}

export type PlatenOptions = ServiceOptions & {
  databaseUrl: string;
  redisUrls: Record<RedisUserName, string>;
  chromiumPath: string;
  /** Holds the workers' browser profiles. An unprivileged user can reach it. */
  workFolder: string;
  /** Holds the PDFs that the catalog keeps. Its user owns it. */
  filesFolder: string;
  keys: ServiceTokenKeys;
  courierKeys: ServiceTokenKeys;
  secretsKey: string;
  /** Receivers of webhooks on private addresses, as `EGRESS_ALLOW` lists them. */
  egressAllow?: string;
  gatewayPort: number;
  workers: number;
  /** The users that run the services. By default the user of this process. */
  users?: ServiceUsers;
  /** Variables for all processes of a service. They win over the ones set here. */
  overrides?: Partial<Record<ServiceName, Record<string, string>>>;
};

/** Describes the processes of a whole Platen, in the order to start them. Each gets only the credentials it needs. */
export async function describePlaten(options: PlatenOptions): Promise<ServiceProcess[]> {
  const { databaseUrl, redisUrls, keys, courierKeys, egressAllow = "", overrides = {} } = options;
  const catalogPort = overrides.catalog?.["PORT"] ?? String(await freePort());
  const catalogUrl = `http://127.0.0.1:${catalogPort}`;
  const catalog = await describeService(options, "catalog", "catalog", {
    HOST: "127.0.0.1",
    PORT: catalogPort,
    DATABASE_URL: databaseUrl,
    SERVICE_TOKEN_PUBLIC_KEY: keys.publicKey,
    COURIER_TOKEN_PUBLIC_KEY: courierKeys.publicKey,
    SECRETS_KEY: options.secretsKey,
    EGRESS_ALLOW: egressAllow,
    STORAGE_URL: pathToFileURL(options.filesFolder).href,
    ...overrides.catalog,
  });
  const gateway = await describeService(options, "gateway", "gateway", {
    HOST: "127.0.0.1",
    PORT: String(options.gatewayPort),
    CATALOG_URL: catalogUrl,
    REDIS_URL: redisUrls.gateway,
    SERVICE_TOKEN_PRIVATE_KEY: keys.privateKey,
    ...overrides.gateway,
  });
  const workers = await Promise.all(
    Array.from({ length: options.workers }, (_, index) =>
      describeService(options, "worker", `worker-${index + 1}`, {
        CATALOG_URL: catalogUrl,
        REDIS_URL: redisUrls.worker,
        SERVICE_TOKEN_PUBLIC_KEY: keys.publicKey,
        COURIER_TOKEN_PUBLIC_KEY: courierKeys.publicKey,
        CHROMIUM_PATH: options.chromiumPath,
        WORK_DIR: options.workFolder,
        RENDER_CONCURRENCY: options.environment["RENDER_CONCURRENCY"] ?? pagesPerWorker(options.workers),
        ...overrides.worker,
      }),
    ),
  );
  const courier = await describeService(options, "courier", "courier", {
    CATALOG_URL: catalogUrl,
    REDIS_URL: redisUrls.courier,
    COURIER_TOKEN_PRIVATE_KEY: courierKeys.privateKey,
    EGRESS_ALLOW: egressAllow,
    ...overrides.courier,
  });
  const { users = {} } = options;
  return [
    { ...catalog, user: users.catalog },
    ...workers,
    { ...courier, user: users.courier },
    { ...gateway, user: users.gateway },
  ];
}

// More pages at once than cores slow each other down.
function pagesPerWorker(workers: number): string {
  return String(Math.max(1, Math.floor(availableParallelism() / Math.max(1, workers))));
}

// The services' own variables do not pass through from the terminal: otherwise a worker would get the database's URL
// because the terminal has it.
const ownVariables = [
  "HOST",
  "PORT",
  "MANAGEMENT_PORT",
  "DATABASE_URL",
  "STORAGE_URL",
  "STORAGE_ACCESS_KEY_ID",
  "STORAGE_SECRET_ACCESS_KEY",
  "REDIS_URL",
  "CATALOG_URL",
  "SERVICE_TOKEN_PUBLIC_KEY",
  "SERVICE_TOKEN_PRIVATE_KEY",
  "COURIER_TOKEN_PUBLIC_KEY",
  "COURIER_TOKEN_PRIVATE_KEY",
  "SECRETS_KEY",
  "CHROMIUM_PATH",
  "WORK_DIR",
  "NODE_OPTIONS",
];

/** Returns the variables that services inherit: all except their own and those that npm adds. */
export function inheritedEnvironment(environment: Environment): Record<string, string> {
  const inherited: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && !ownVariables.includes(name) && !name.startsWith("npm_")) inherited[name] = value;
  }
  return inherited;
}
