/* oxlint-disable node/no-process-env -- infra/release/side-by-side.sh passes the folder of the release before. */
import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import {
  createSecretsKey,
  createServiceTokenKeys,
  describePlaten,
  freePort,
  redisUrlOf,
  type ServiceProcess,
} from "@platen/provisioning";
import {
  createTestDatabase,
  isRunning,
  runCatalog,
  startOwnRedis,
  startService,
  testChromiumPath,
  testFolder,
  testServiceOptions,
  type RunningService,
} from "@platen/testing";
import { z } from "zod";
import { askFor, askSteadily, countStatuses, slowest, type Answer } from "../load/caller.ts";
import { faultRow } from "../runner/fault-row.ts";

const run = promisify(execFile);
const perSecond = 4;
const phaseMs = 4_000;

const seeded = z.object({
  apiKey: z.string(),
  templates: z.array(z.object({ templateId: z.string(), sampleData: z.record(z.string(), z.unknown()) })),
});

faultRow(
  "K5",
  "This release and the one before run side by side over one database, under load",
  async (figures, stage) => {
    const folderBefore = process.env["PLATEN_RELEASE_BEFORE"] ?? "";
    const { environment } = testServiceOptions();

    /** Runs a command of the catalog of the release before. */
    async function runBefore(command: string, databaseUrl: string): Promise<string> {
      const options = { env: { ...environment, DATABASE_URL: databaseUrl }, timeout: 120_000, maxBuffer: 16_000_000 };
      return (await run(process.execPath, [join(folderBefore, "services/catalog/src", command)], options)).stdout;
    }

    const database = await createTestDatabase();
    stage.onEnd(() => database.drop());
    await runBefore("migrate.ts", database.url);
    const { apiKey, templates } = seeded.parse(JSON.parse(await runBefore("seed-demo.ts", database.url)));
    const [template] = templates;
    if (!template) throw new Error("The release before made no template.");
    const { templateId, sampleData } = template;
    const redis = await startOwnRedis();
    stage.onEnd(() => redis.stop());
    const keys = createServiceTokenKeys();
    const courierKeys = createServiceTokenKeys();
    const parent = join(testFolder(), "work");
    await mkdir(parent, { recursive: true, mode: 0o711 });
    const workFolder = await mkdtemp(join(parent, "releases-"));
    await chmod(workFolder, 0o711);

    /** Describes catalog, worker and gateway of a release. */
    async function describeRelease(
      rootFolder?: string,
    ): Promise<Record<"catalog" | "worker" | "gateway", ServiceProcess>> {
      const services = await describePlaten({
        ...testServiceOptions(),
        ...(rootFolder !== undefined && { rootFolder }),
        databaseUrl: database.url,
        redisUrls: {
          gateway: redisUrlOf(redis.url, "gateway"),
          worker: redisUrlOf(redis.url, "worker"),
          courier: redisUrlOf(redis.url, "courier"),
        },
        chromiumPath: await testChromiumPath(),
        workFolder,
        filesFolder: join(workFolder, "files"),
        keys,
        courierKeys,
        secretsKey: createSecretsKey(),
        gatewayPort: await freePort(),
        workers: 1,
      });
      const [catalog, worker, gateway] = (["catalog", "worker", "gateway"] as const).map((name) =>
        services.find(({ service }) => service === name),
      );
      if (!catalog || !worker || !gateway) throw new Error("A release has a catalog, a worker and a gateway.");
      return { catalog, worker, gateway };
    }

    async function start(service: ServiceProcess): Promise<RunningService> {
      const running = await startService(service);
      stage.onEnd(() => isRunning(running.pid) && running.stop());
      return running;
    }

    const ask = ({ url }: RunningService) =>
      askFor("", `${url}/api/v1/generate`, {
        headers: { authorization: `Bearer ${apiKey}` },
        body: JSON.stringify({ templateId, data: sampleData }),
      });

    /** Does something while all these gateways are asked in turn. */
    async function under(
      what: string,
      gateways: readonly RunningService[],
      work?: () => Promise<unknown>,
    ): Promise<void> {
      const load = askSteadily(perSecond, (number): Promise<Answer> => {
        const gateway = gateways[number % gateways.length];
        return gateway ? ask(gateway) : Promise.reject(new Error("no gateway"));
      });
      await Promise.all([delay(phaseMs), work?.()]);
      const answers = await load.stop();
      figures.exactly(`${what}: answers`, countStatuses(answers), `200: ${answers.length}`);
      figures.atMost(`${what}: the slowest`, slowest(answers) / 1_000, 10, "s");
    }

    const before = await describeRelease(folderBefore);
    const now = await describeRelease();
    const oldCatalog = await start(before.catalog);
    const oldWorker = await start(before.worker);
    const oldGateway = await start(before.gateway);
    await ask(oldGateway);
    await under("the release before, while this one migrates", [oldGateway], () =>
      runCatalog("migrate.ts", database.url),
    );

    const newCatalog = await start(now.catalog);
    const { gateway: like } = await describeRelease(folderBefore);
    const mixed = await start({ ...like, env: { ...like.env, CATALOG_URL: newCatalog.url } });
    await under("gateways of the release before at catalogs of both", [oldGateway, mixed]);
    const newWorker = await start(now.worker);
    await under("workers of both", [oldGateway, mixed]);
    const newGateway = await start(now.gateway);
    await under("gateways of both", [oldGateway, mixed, newGateway]);
    for (const service of [oldGateway, mixed, oldWorker, oldCatalog]) await service.stop();
    await under("this release alone", [newGateway]);

    // The catalog first only because this gateway knows no other.
    await start(before.catalog);
    const again = await start(before.gateway);
    await newGateway.stop();
    await start(before.worker);
    await newWorker.stop();
    await newCatalog.stop();
    await under("rolled back to the release before", [again]);
  },
  600_000,
);
