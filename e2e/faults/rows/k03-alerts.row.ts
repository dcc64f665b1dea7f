import { basename, dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll } from "@jest/globals";
import {
  chromiumOf,
  startOwnPostgres,
  startOwnRedis,
  startPlaten,
  testChromiumPath,
  waitFor,
  type OwnServer,
  type Platen,
  type RunningService,
} from "@platen/testing";
import { createBrowserProgram } from "../browser-program.ts";
import { askSteadily, createCaller, untilAnswered, type Caller } from "../caller.ts";
import { faultRow, type Figures } from "../fault-row.ts";
import { metric } from "../metrics.ts";
import { startHastyPrometheus, testAlertRules, type HastyPrometheus } from "../prometheus.ts";
import { slowHtml, taking } from "../slow-document.ts";

const perSecond = 5;
/** How long after the expected alerts is looked out for others, and in peace for any. */
const lookOutMs = 1_500;
const peaceMs = 5_000;

let redis: OwnServer;
let postgres: OwnServer;
let platen: Platen;
let prometheus: HastyPrometheus;
let caller: Caller;
let alive: RunningService[];

beforeAll(async () => {
  [redis, postgres] = await Promise.all([startOwnRedis(), startOwnPostgres()]);
  platen = await startPlaten({
    redisUrl: redis.url,
    postgresUrl: postgres.url,
    env: { worker: { RENDER_CONCURRENCY: "1" } },
  });
  caller = await createCaller(platen, "Alerts", slowHtml);
  await caller.ask("The first document, which opens the browser's page");
  prometheus = await startHastyPrometheus();
  alive = [platen.processes.gateway, platen.processes.catalog, ...platen.processes.workers];
  await watch();
  // Before its first scrape there is no worker for it to see.
  await waitFor(async () => (await prometheus.alerts()).length === 0, { timeoutMs: 20_000, describe: "calm" });
}, 180_000);

afterAll(async () => {
  await prometheus?.stop();
  await platen?.stop();
  await Promise.all([redis?.stop(), postgres?.stop()]);
}, 60_000);

const watch = () => prometheus.watch(alive.map(({ managementUrl }) => managementUrl));

type Fault = {
  what: string;
  alerts: readonly string[];
  /** Does the harm; what it returns ends it. */
  harm: () => Promise<() => Promise<unknown>>;
};

/** Notes which alerts fire from the harm until all is calm again, and how soon the expected ones did. */
async function measure({ what, alerts, harm }: Fault, figures: Figures): Promise<void> {
  const fired = new Set<string>();
  const look = async () => {
    const now = await prometheus.alerts();
    for (const { name, isFiring } of now) if (isFiring) fired.add(name);
    return now;
  };
  const end = await harm();
  const haveFired = async () => {
    await look();
    return alerts.every((alert) => fired.has(alert));
  };
  // That one is missing is a figure.
  await waitFor(haveFired, { timeoutMs: 20_000, describe: "the alerts" }).catch(() => undefined);
  const lookedOut = performance.now() + (alerts.length === 0 ? peaceMs : lookOutMs);
  await waitFor(async () => (await look()) && performance.now() > lookedOut, { describe: "the time to pass" });
  await end();
  await waitFor(async () => (await look()).length === 0, { timeoutMs: 40_000, describe: `calm after: ${what}` });
  figures.exactly(what, [...fired].toSorted().join(", ") || "none", alerts.toSorted().join(", ") || "none");
}

function theWorker(): RunningService {
  const worker = alive.at(-1);
  if (!worker) throw new Error("there is no worker");
  return worker;
}

/** Ends the browser, and waits until its successor prints. */
async function crashBrowser(worker: RunningService): Promise<void> {
  for (const { pid } of (await chromiumOf(worker.pid)).browser) process.kill(pid, "SIGKILL");
  await delay(200);
  await untilAnswered(() => caller.ask("to see whether it prints"), 10_000);
}

/** Ten times what can be done, of documents that take the worker's slot and little of the machine. */
function flood(): () => void {
  const leave = new AbortController();
  const timer = setInterval(() => {
    void caller.ask("one of many", { ...taking(1_000), signal: leave.signal });
  }, 100);
  return () => {
    clearInterval(timer);
    leave.abort();
  };
}

const noHarm = () => Promise.resolve(() => Promise.resolve());

faultRow("K3", "Alerts fire in the faults they are for", { timeoutMs: 240_000 }, async (figures) => {
  figures.exactly("unit tests of the rules", (await testAlertRules()) || "passed", "passed");
  const isSealed = (await metric(theWorker(), "platen_browser_network_sealed")) === 1;
  if (!isSealed) throw new Error("this machine seals no network, so that one alert fires all the time");

  let load = askSteadily(perSecond, (number) => caller.ask(`document ${number}`));
  await measure({ what: "in peace, under load", alerts: [], harm: noHarm }, figures);
  const away: Fault[] = [
    {
      what: "Redis away",
      alerts: ["PlatenRedisDown", "PlatenRequestsFail"],
      harm: async () => {
        await redis.crash();
        return () => redis.start();
      },
    },
    {
      what: "PostgreSQL away",
      alerts: ["PlatenDatabaseDown", "PlatenRequestsFail"],
      harm: async () => {
        await postgres.crash();
        return () => postgres.start();
      },
    },
    {
      what: "a browser without its sandbox",
      alerts: ["PlatenBrowserExposed"],
      harm: async () => {
        const program = await createBrowserProgram();
        const chromium = await testChromiumPath();
        // By a relative path: a plain call of a browser is followed to it, and its flags are left out.
        await program.replace(`cd ${dirname(chromium)}\nexec ./${basename(chromium)} --no-sandbox "$@"`);
        const exposed = await platen.startWorker({ CHROMIUM_PATH: program.path, RENDER_ALLOW_NO_SANDBOX: "1" });
        alive.push(exposed);
        await watch();
        return async () => {
          alive.pop();
          await watch();
          await exposed.stop();
          await program.remove();
        };
      },
    },
    {
      what: "more asked than can be done",
      alerts: ["PlatenBacklog", "PlatenRefusesDocuments"],
      harm: async () => {
        await load.stop();
        const end = flood();
        return () => Promise.resolve(end());
      },
    },
  ];
  for (const fault of away) await measure(fault, figures);
  // Without any load: documents that wait for a worker would be a backlog of their own.
  await measure(
    {
      what: "the only worker killed",
      alerts: ["PlatenNoWorkers", "PlatenProcessDown"],
      harm: async () => {
        theWorker().kill("SIGKILL");
        return async () => {
          alive.pop();
          alive.push(await platen.startWorker());
          await watch();
        };
      },
    },
    figures,
  );
  load = askSteadily(perSecond, (number) => caller.ask(`document ${number}`));
  await measure(
    {
      what: "a browser that crashes again and again",
      alerts: ["PlatenBrowserFails"],
      harm: async () => {
        for (let times = 0; times < 4; times += 1) await crashBrowser(theWorker());
        return () => Promise.resolve();
      },
    },
    figures,
  );
  await load.stop();
});
