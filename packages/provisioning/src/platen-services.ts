import { availableParallelism } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import type { Environment } from "./find-program.ts";
import type { Part } from "./part.ts";
import type { ServiceTokenKeys } from "./service-token-keys.ts";

export type ServiceName = "catalog" | "gateway" | "worker";

/** A service of Platen as a part to run, with where it answers. */
export type ServicePart = Part & { service: ServiceName; managementUrl: string };

export type ServiceOptions = {
  /** The repository's root. */
  rootFolder: string;
  logFolder: string;
  /** What every service gets besides its own variables: search path, locale, log level. */
  environment: Record<string, string>;
};

/**
 * Node's options for a service. The worker's PDFs are short-lived memory outside the heap, which only the small
 * collections of a young generation no larger than this free in time; else full ones run several times a second.
 */
const nodeOptions: Record<ServiceName, readonly string[]> = {
  gateway: [],
  catalog: [],
  worker: ["--max-semi-space-size=16"],
};

/** One service to run, named `name`, with `variables` as its configuration; its management port is chosen here. */
export async function describeService(
  options: ServiceOptions,
  service: ServiceName,
  name: string,
  variables: Record<string, string>,
): Promise<ServicePart> {
  const managementPort = variables["MANAGEMENT_PORT"] ?? String(await freePort());
  const managementUrl = `http://127.0.0.1:${managementPort}`;
  return {
    name,
    service,
    managementUrl,
    command: process.execPath,
    args: [...nodeOptions[service], join(options.rootFolder, "services", service, "src/main.ts")],
    env: { ...options.environment, ...variables, MANAGEMENT_PORT: managementPort },
    cwd: options.rootFolder,
    logFile: join(options.logFolder, `${name}.log`),
    stopSignal: "SIGTERM",
    stopTimeoutMs: 20_000,
    isReady: async () => (await fetch(`${managementUrl}/readyz`, { signal: AbortSignal.timeout(3_000) })).ok,
  };
}

export type PlatenOptions = ServiceOptions & {
  databaseUrl: string;
  redisUrl: string;
  chromiumPath: string;
  /** Where workers keep browser profiles; an unprivileged user can reach it. */
  workFolder: string;
  keys: ServiceTokenKeys;
  gatewayPort: number;
  workers: number;
  /** Variables for all processes of a service, over those from here. */
  overrides?: Partial<Record<ServiceName, Record<string, string>>>;
};

/** The services of a whole Platen, in the order to start them: each gets the credentials it needs and no others. */
export async function describePlaten(options: PlatenOptions): Promise<ServicePart[]> {
  const { databaseUrl, redisUrl, keys, overrides = {} } = options;
  const catalogPort = await freePort();
  const catalogUrl = `http://127.0.0.1:${catalogPort}`;
  const catalog = await describeService(options, "catalog", "catalog", {
    HOST: "127.0.0.1",
    PORT: String(catalogPort),
    DATABASE_URL: databaseUrl,
    SERVICE_TOKEN_PUBLIC_KEY: keys.publicKey,
    ...overrides.catalog,
  });
  const gateway = await describeService(options, "gateway", "gateway", {
    HOST: "127.0.0.1",
    PORT: String(options.gatewayPort),
    CATALOG_URL: catalogUrl,
    REDIS_URL: redisUrl,
    SERVICE_TOKEN_PRIVATE_KEY: keys.privateKey,
    ...overrides.gateway,
  });
  const workers = await Promise.all(
    Array.from({ length: options.workers }, (_, index) =>
      describeService(options, "worker", `worker-${index + 1}`, {
        CATALOG_URL: catalogUrl,
        REDIS_URL: redisUrl,
        SERVICE_TOKEN_PUBLIC_KEY: keys.publicKey,
        CHROMIUM_PATH: options.chromiumPath,
        WORK_DIR: options.workFolder,
        RENDER_CONCURRENCY: options.environment["RENDER_CONCURRENCY"] ?? pagesPerWorker(options.workers),
        ...overrides.worker,
      }),
    ),
  );
  return [catalog, ...workers, gateway];
}

// More pages at once than the machine has cores only get in each other's way.
function pagesPerWorker(workers: number): string {
  return String(Math.max(1, Math.floor(availableParallelism() / Math.max(1, workers))));
}

// Variables of the services' own configuration: each service gets those meant for it, and a worker, say, not the
// database's address because it stands in the terminal's environment.
const ownVariables = [
  "HOST",
  "PORT",
  "MANAGEMENT_PORT",
  "DATABASE_URL",
  "REDIS_URL",
  "CATALOG_URL",
  "SERVICE_TOKEN_PUBLIC_KEY",
  "SERVICE_TOKEN_PRIVATE_KEY",
  "CHROMIUM_PATH",
  "WORK_DIR",
  "NODE_OPTIONS",
];

/** What services inherit of an environment: all but what is theirs to be told and what npm adds. */
export function inheritedEnvironment(environment: Environment): Record<string, string> {
  const inherited: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && !ownVariables.includes(name) && !name.startsWith("npm_")) inherited[name] = value;
  }
  return inherited;
}
