import { basename, dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll } from "@jest/globals";
import {
  chromiumOf,
  freePort,
  startOwnPostgres,
  startOwnRedis,
  startPlaten,
  testChromiumPath,
  waitFor,
  type OwnServer,
  type Platen,
  type RunningService,
} from "@platen/testing";
import { createReplaceableBrowser, type ReplaceableBrowser } from "../harms/replaceable-browser.ts";
import { askSteadily, createCaller, untilAnswered, type Answer, type Caller } from "../load/caller.ts";
import { faultRow, type Figures } from "../runner/fault-row.ts";
import { metric } from "../facts/metric.ts";
import { startAcceleratedPrometheus, testAlertRules, type AcceleratedPrometheus } from "../facts/accelerated-prometheus.ts";
import { slowHtml, taking } from "../load/slow-document.ts";

const perSecond = 5;
/** An alert that is going to fire is pending before: where none is for so long, none will. */
const settledMs = 1_000;
const peaceMs = 3_000;

let redis: OwnServer;
let postgres: OwnServer;
let program: ReplaceableBrowser;
let platen: Platen;
/** Sees one gateway, one catalog and one worker. */
let prometheus: AcceleratedPrometheus;
/** Sees those, and one worker more, whose browser has no sandbox. */
let withExposed: AcceleratedPrometheus;
let caller: Caller;

// Chosen before, so that Prometheus finds its targets while they start, and a worker takes the place of a killed one.
const ports = { gateway: "", catalog: "", worker: "", exposed: "" };

beforeAll(async () => {
  for (const service of ["gateway", "catalog", "worker", "exposed"] as const) ports[service] = String(await freePort());
  const seen = [ports.gateway, ports.catalog, ports.worker];
  [redis, postgres, prometheus, withExposed] = await Promise.all([
    startOwnRedis(),
    startOwnPostgres(),
    startAcceleratedPrometheus(seen),
    startAcceleratedPrometheus([...seen, ports.exposed]),
  ]);
  platen = await startPlaten({
    redisUrl: redis.url,
    postgresUrl: postgres.url,
    env: {
      gateway: { MANAGEMENT_PORT: ports.gateway },
      catalog: { MANAGEMENT_PORT: ports.catalog },
      worker: { MANAGEMENT_PORT: ports.worker, RENDER_CONCURRENCY: "1" },
    },
  });
  caller = await createCaller(platen, "Alerts", slowHtml);
  program = await createReplaceableBrowser();
  const chromium = await testChromiumPath();
  // By a relative path: a plain call of a browser is followed to it, and its flags are left out.
  await program.replace(`cd ${dirname(chromium)}\nexec ./${basename(chromium)} --no-sandbox "$@"`);
  await caller.ask("The first document, which opens the browser's page");
}, 180_000);

afterAll(async () => {
  await Promise.all([prometheus?.stop(), withExposed?.stop()]);
  await platen?.stop();
  await program?.remove();
  await Promise.all([redis?.stop(), postgres?.stop()]);
}, 60_000);

type Fault = {
  what: string;
  alerts: readonly string[];
  /** Which Prometheus looks on, if not the one that sees all but the exposed worker. */
  seenBy?: AcceleratedPrometheus;
  /** Does the harm, if it is not there already; what it returns ends it, after which all is to be calm. */
  harm?: () => Promise<(() => Promise<unknown>) | undefined>;
};

/** Notes which alerts fire from the harm until all is calm again. */
async function measure({ what, alerts, seenBy = prometheus, harm }: Fault, figures: Figures): Promise<void> {
  const fired = new Set<string>();
  let lastPendingAt = performance.now();
  const look = async () => {
    const { alerts: now } = await seenBy.look();
    for (const { name, isFiring } of now) if (isFiring) fired.add(name);
    if (now.some(({ isFiring }) => !isFiring)) lastPendingAt = performance.now();
    return now;
  };
  const haveFired = async () => {
    await look();
    return alerts.every((alert) => fired.has(alert));
  };
  const isSettled = async () => {
    await look();
    return performance.now() - lastPendingAt > (alerts.length === 0 ? peaceMs : settledMs);
  };
  const end = await harm?.();
  // That one is missing is a figure, and so is one that comes and goes.
  await waitFor(haveFired, { timeoutMs: 20_000, describe: "the alerts" }).catch(() => undefined);
  await waitFor(isSettled, { timeoutMs: 20_000, describe: "no alert to be pending" }).catch(() => undefined);
  if (end) {
    await end();
    await waitFor(async () => (await look()).length === 0, { timeoutMs: 40_000, describe: `calm after: ${what}` });
  }
  figures.exactly(what, [...fired].toSorted().join(", ") || "none", alerts.toSorted().join(", ") || "none");
}

function theWorker(): RunningService {
  const worker = platen.processes.workers.findLast(({ managementUrl }) => managementUrl.endsWith(`:${ports.worker}`));
  if (!worker) throw new Error("there is no worker");
  return worker;
}

/** A worker without a sandbox, which only the second Prometheus looks at. */
async function measureExposed(figures: Figures): Promise<void> {
  const bare = { MANAGEMENT_PORT: ports.exposed, CHROMIUM_PATH: program.path, RENDER_ALLOW_NO_SANDBOX: "1" };
  const exposed = await platen.startWorker(bare);
  await withExposed.untilSeen();
  const what = "a browser without its sandbox";
  await measure({ what, alerts: ["PlatenBrowserExposed"], seenBy: withExposed }, figures);
  await Promise.all([withExposed.stop(), exposed.stop()]);
}

/** Ends the browser, and waits until its successor prints. */
async function crashBrowser(worker: RunningService): Promise<void> {
  for (const { pid } of (await chromiumOf(worker.pid)).browser) process.kill(pid, "SIGKILL");
  await delay(200);
  await untilAnswered(() => caller.ask("to see whether it prints"), 10_000);
}

/**
 * Ten times what can be done, of documents that take the worker's slot and little of the machine. It ends before those
 * let in before the rate was known come to their deadline: that requests fail then is for another alert.
 */
function flood(): () => Promise<unknown> {
  const leave = new AbortController();
  const answers: Promise<Answer>[] = [];
  const timer = setInterval(() => {
    answers.push(caller.ask("one of many", { ...taking(1_000), signal: leave.signal }));
  }, 100);
  return () => {
    clearInterval(timer);
    leave.abort();
    return Promise.all(answers);
  };
}

faultRow("K3", { timeoutMs: 240_000 }, async (figures) => {
  figures.exactly("unit tests of the rules", (await testAlertRules()) || "passed", "passed");
  const isSealed = (await metric(theWorker(), "platen_browser_network_sealed")) === 1;
  if (!isSealed) throw new Error("this machine seals no network, so that one alert fires all the time");

  const load = askSteadily(perSecond, (number) => caller.ask(`document ${number}`));
  await prometheus.untilSeen();
  await Promise.all([measure({ what: "in peace, under load", alerts: [] }, figures), measureExposed(figures)]);
  await measure(
    {
      what: "Redis away",
      alerts: ["PlatenRedisDown", "PlatenRequestsFail"],
      harm: async () => {
        await redis.crash();
        return () => redis.start();
      },
    },
    figures,
  );
  await measure(
    {
      what: "PostgreSQL away",
      alerts: ["PlatenDatabaseDown", "PlatenRequestsFail"],
      harm: async () => {
        await postgres.crash();
        return () => postgres.start();
      },
    },
    figures,
  );
  await load.stop();
  await measure(
    {
      what: "more asked than can be done",
      alerts: ["PlatenBacklog", "PlatenRefusesDocuments"],
      harm: () => Promise.resolve(flood()),
    },
    figures,
  );
  // From here on without any load: documents that wait for a worker or a browser would be a backlog of their own.
  await measure(
    {
      what: "the only worker killed",
      alerts: ["PlatenNoWorkers", "PlatenProcessDown"],
      harm: () => {
        theWorker().kill("SIGKILL");
        return Promise.resolve(() => platen.startWorker({ MANAGEMENT_PORT: ports.worker }));
      },
    },
    figures,
  );
  await measure(
    {
      what: "a browser that crashes again and again",
      alerts: ["PlatenBrowserFails"],
      harm: async () => {
        for (let times = 0; times < 3; times += 1) await crashBrowser(theWorker());
        // It fires for as long as it looks back; how it ends is in the unit tests.
        return undefined;
      },
    },
    figures,
  );
});
