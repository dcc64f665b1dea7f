// Starts the services of a release: `node release-process.ts <folder> <options>`, run by the Node.js of the release. It
// prints where they answer as a line of JSON, and ends them when its standard input closes. The test helpers of the
// release describe the services, because they know the variables of that time.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { describeService, ServiceProcess } from "@platen/provisioning";
import type { EmptyPlaten, RunningService, startEmptyPlaten, startReaper } from "@platen/testing";
import type { testServiceOptions } from "@platen/testing";
import type { ReleaseOptions, ReleaseServices } from "./start-release.ts";

/** The helpers that this program calls. In November 2026 the reaper had another name, and there was no courier. */
type Helpers = {
  startEmptyPlaten: typeof startEmptyPlaten;
  startReaper?: typeof startReaper;
  startKeeper?: typeof startReaper;
};
type Platen = Omit<EmptyPlaten, "courierKeys" | "processes"> &
  Partial<Pick<EmptyPlaten, "courierKeys">> & {
    processes: Omit<EmptyPlaten["processes"], "courier"> & Partial<Pick<EmptyPlaten["processes"], "courier">>;
  };

const [folder = "", settings = "{}"] = process.argv.slice(2);
// start-release.ts wrote them.
const options = JSON.parse(settings) as ReleaseOptions;

const stubWorkersFile = join(folder, "bench/scale/stub-workers.ts");
if (options.stubSlots > 0 && !existsSync(stubWorkersFile)) {
  throw new Error("this release has no bench/scale/stub-workers.ts, so it has no workers without a browser");
}
const helpers = await load<Helpers>("packages/testing/src/index.ts");
const start = helpers.startReaper ?? helpers.startKeeper;
if (start === undefined) throw new Error("this release has no helper that ends its processes");
const reaper = await start();
process.stdin.resume();
process.stdin.once("close", () => void reaper.stop().then(() => process.exit()));

const platen: Platen = await helpers.startEmptyPlaten({
  workers: options.stubSlots > 0 ? 0 : 1,
  postgresUrl: options.postgresUrl,
  redisUrl: options.redisUrl,
  env: { gateway: { RATE_LIMIT_PER_MINUTE: "10000000", RENDER_DEADLINE_MS: "60000" } },
});
const { gateway, catalog, courier, workers } = platen.processes;
const answer: ReleaseServices = {
  baseUrl: platen.baseUrl,
  databaseUrl: platen.databaseUrl,
  pids: {
    gateway: gateway.pid,
    catalog: catalog.pid,
    courier: courier?.pid,
    worker: (options.stubSlots > 0 ? await startStubWorkers() : workers[0])?.pid,
  },
};
process.stdout.write(`${JSON.stringify(answer)}\n`);

/** Starts one process with workers of one slot each, whose browsers take no processor. */
async function startStubWorkers(): Promise<RunningService> {
  const provisioning = await load<{ describeService: typeof describeService }>("packages/provisioning/src/index.ts");
  const running = await load<{
    testServiceOptions: typeof testServiceOptions;
    startService(service: ServiceProcess): Promise<RunningService>;
  }>("packages/testing/src/run-service.ts");
  const described = await provisioning.describeService(running.testServiceOptions(), "worker", "stub-workers", {
    CATALOG_URL: catalog.url,
    REDIS_URL: platen.redisUrl,
    SERVICE_TOKEN_PUBLIC_KEY: platen.keys.publicKey,
    ...(platen.courierKeys && { COURIER_TOKEN_PUBLIC_KEY: platen.courierKeys.publicKey }),
    CHROMIUM_PATH: "none",
    RENDER_CONCURRENCY: "1",
    STUB_WORKERS: String(options.stubSlots),
    // On a busy machine, releases of November 2026 need more than the usual time to start eight fillers at once.
    TEMPLATE_TIMEOUT_MS: "30000",
  });
  return running.startService({ ...described, args: [...described.args.slice(0, -1), stubWorkersFile] });
}

async function load<T>(path: string): Promise<T> {
  // The compiler cannot see the files of another release. What they lack fails here or at the call.
  return (await import(pathToFileURL(join(folder, path)).href)) as T;
}
