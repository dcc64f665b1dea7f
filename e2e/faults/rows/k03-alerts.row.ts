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
import {
  startAcceleratedPrometheus,
  testAlertRules,
  type AcceleratedPrometheus,
} from "../facts/accelerated-prometheus.ts";
import { slowHtml, taking } from "../load/slow-document.ts";

const perSecond = 5;
/** An alert is pending before it fires. If none is pending for so long, none will fire. */
const settledMs = 1_000;
const quietMs = 3_000;

let redis: OwnServer;
let postgres: OwnServer;
let program: ReplaceableBrowser;
let platen: Platen;
/** Scrapes one gateway, one catalog and one worker. */
let prometheus: AcceleratedPrometheus;
/** Scrapes these and a worker whose browser has no sandbox. */
let withExposed: AcceleratedPrometheus;
let caller: Caller;

// Chosen in advance, so that Prometheus knows its targets and a new worker can replace a killed one.
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
  // A relative path: the worker resolves a plain call of a browser and leaves out its flags.
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
  /** The Prometheus that watches, if not the one without the exposed worker. */
  seenBy?: AcceleratedPrometheus;
  /** Does the harm and returns a function that ends it. */
  harm?: () => Promise<(() => Promise<unknown>) | undefined>;
};

/** Collects the alerts that fire from the harm until no alert is left. */
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
    return performance.now() - lastPendingAt > (alerts.length === 0 ? quietMs : settledMs);
  };
  const end = await harm?.();
  // The figure tells of alerts that are missing or too many.
  await waitFor(haveFired, { timeoutMs: 20_000, describe: "the alerts" }).catch(() => undefined);
  await waitFor(isSettled, { timeoutMs: 20_000, describe: "no alert to be pending" }).catch(() => undefined);
  if (end) {
    await end();
    await waitFor(async () => (await look()).length === 0, { timeoutMs: 40_000, describe: `no alert after: ${what}` });
  }
  figures.exactly(what, [...fired].toSorted().join(", ") || "none", alerts.toSorted().join(", ") || "none");
}

function theWorker(): RunningService {
  const worker = platen.processes.workers.findLast(({ managementUrl }) => managementUrl.endsWith(`:${ports.worker}`));
  if (!worker) throw new Error("The row needs a worker.");
  return worker;
}

/** Measures a worker without a sandbox, which only the second Prometheus scrapes. */
async function measureExposed(figures: Figures): Promise<void> {
  const bare = { MANAGEMENT_PORT: ports.exposed, CHROMIUM_PATH: program.path, RENDER_ALLOW_NO_SANDBOX: "1" };
  const exposed = await platen.startWorker(bare);
  await withExposed.untilSeen();
  const what = "a browser has no sandbox";
  await measure({ what, alerts: ["PlatenBrowserExposed"], seenBy: withExposed }, figures);
  await Promise.all([withExposed.stop(), exposed.stop()]);
}

/** Kills the browser and waits until its successor prints. */
async function crashBrowser(worker: RunningService): Promise<void> {
  for (const { pid } of (await chromiumOf(worker.pid)).browser) process.kill(pid, "SIGKILL");
  await delay(200);
  await untilAnswered(() => caller.ask("after the crash"), 10_000);
}

/**
 * Asks for ten times as many documents as the worker can print; they take its slot and little of the machine. The flood
 * ends before the first of them reach their deadline, because failing requests fire another alert.
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
  if (!isSealed) throw new Error("This machine cannot make network namespaces, so one alert fires all the time.");

  const load = askSteadily(perSecond, (number) => caller.ask(`document ${number}`));
  await prometheus.untilSeen();
  await Promise.all([measure({ what: "normal load", alerts: [] }, figures), measureExposed(figures)]);
  await measure(
    {
      what: "Redis is down",
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
      what: "PostgreSQL is down",
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
      what: "overload",
      alerts: ["PlatenBacklog", "PlatenRefusesDocuments"],
      harm: () => Promise.resolve(flood()),
    },
    figures,
  );
  // From here on without load, because documents that wait for a worker would fire the backlog's alert.
  await measure(
    {
      what: "the only worker is killed",
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
      what: "a browser crashes repeatedly",
      alerts: ["PlatenBrowserFails"],
      harm: async () => {
        for (let times = 0; times < 3; times += 1) await crashBrowser(theWorker());
        // The alert fires for the length of its window; the unit tests of the rules prove its end.
        return undefined;
      },
    },
    figures,
  );
});
