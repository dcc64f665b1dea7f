/* oxlint-disable node/no-process-env -- a command is an entry point, as main.ts is. */
// Breaks a running Compose project of Platen under load: infra/docker/drills.sh starts one and calls this.
import { execFile } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { z } from "zod";
import { containersOf, docker } from "./src/containers.ts";
import { moveContainer } from "./src/moving-container.ts";
import { startSteadyLoad, type Answer } from "./src/steady-load.ts";

const run = promisify(execFile);
const [project = "", url = "", demoFile = "", ...chosen] = process.argv.slice(2);
const [compose = "docker", ...composeArgs] = (process.env["PLATEN_COMPOSE"] ?? "").split(" ");
const perSecond = 5;
const deadlineMs = Number(process.env["RENDER_DEADLINE_MS"]);
/** The limits that the documentation promises. */
const limits = { againMs: 15_000, slowestMs: deadlineMs + 2_000, linesPerSecond: 1 };
const patienceMs = 120_000;

const load = await startSteadyLoad({ url, demoFile, perSecond });

async function containerOf(service: string): Promise<string> {
  const found = (await containersOf(project)).find((container) => container.service === service);
  if (!found) throw new Error(`Project ${project} has no container of ${service}.`);
  return found.id;
}

async function composed(...args: readonly string[]): Promise<void> {
  await run(compose, [...composeArgs, ...args]);
}

const exec = async (service: string, script: string) => docker("exec", await containerOf(service), "sh", "-c", script);
const redisCli = (command: string) =>
  exec("redis", `REDISCLI_AUTH=$(cat /run/secrets/redis-password) exec redis-cli ${command}`);
const sql = (statement: string) =>
  exec(
    "postgres",
    `PGOPTIONS="-c default_transaction_read_only=off" psql -U platen -c "${statement}" -c "SELECT pg_reload_conf()"`,
  );

const move = (service: string, network: string, oldAddress: "reset" | "silent", awayMs?: number) => async () =>
  moveContainer({
    container: await containerOf(service),
    network: `${project}_${network}`,
    name: service,
    oldAddress,
    ...(awayMs !== undefined && { awayMs }),
  });

async function pause(service: string, forMs: number): Promise<void> {
  const container = await containerOf(service);
  await docker("pause", container);
  await delay(forMs);
  await docker("unpause", container);
}

/** The harm ends when the promise resolves. The value removes the rest of the harm, once all is well again. */
type Drill = { does: string; harm: () => Promise<(() => Promise<void>) | void>; check?: () => Promise<string> };

const drills: Record<string, Drill> = {
  "redis-silent": {
    does: "Redis moves; packets to its old address get lost",
    harm: move("redis", "queue", "silent"),
  },
  "redis-reset": {
    does: "Redis moves; its old address refuses connections",
    harm: move("redis", "queue", "reset"),
  },
  "redis-unnamed": {
    does: "Redis moves; its name leads nowhere for 10 s",
    harm: move("redis", "queue", "silent", 10_000),
  },
  "redis-readonly": {
    does: "Redis is a replica without a primary for 20 s",
    async harm() {
      await redisCli("REPLICAOF 192.0.2.1 6379");
      await delay(20_000);
      await redisCli("REPLICAOF NO\tONE");
    },
  },
  "redis-hangs": { does: "Redis hangs for 20 s", harm: () => pause("redis", 20_000) },
  "postgres-readonly": {
    does: "PostgreSQL is read-only for 20 s",
    async harm() {
      await sql("ALTER SYSTEM SET default_transaction_read_only = on");
      await delay(20_000);
      await sql("ALTER SYSTEM RESET default_transaction_read_only");
    },
  },
  "postgres-silent": {
    does: "PostgreSQL moves; packets to its old address get lost",
    harm: move("postgres", "database", "silent"),
  },
  "catalog-silent": {
    does: "The catalog moves; packets to its old address get lost",
    harm: move("catalog", "catalog", "silent"),
  },
  catalogs: {
    does: "Two catalogs are added; after 90 s each gets its share",
    async harm() {
      await composed("up", "--detach", "--no-deps", "--no-recreate", "--scale", "catalog=3", "catalog");
      await delay(90_000);
    },
    check: sharesOfCatalogs,
  },
  stop: {
    does: "docker compose stop",
    harm: () => composed("stop"),
    check: orderOfStop,
  },
};

const readOpened =
  "fetch(`http://127.0.0.1:${process.env.MANAGEMENT_PORT}/metrics`).then(async (r) => console.log(/^platen_requests_total\\{operation=.openDocuments.,status=.2xx.*\\} (.*)$/m.exec(await r.text())?.[1] ?? 0))";

/** The requests that each catalog got within half a minute. Returns a fault if one has less than a tenth. */
async function sharesOfCatalogs(): Promise<string> {
  const catalogs = (await containersOf(project)).filter(({ service }) => service === "catalog");
  const counts = () =>
    Promise.all(catalogs.map(async ({ id }) => Number(await docker("exec", id, "node", "--eval", readOpened))));
  const before = await counts();
  await delay(30_000);
  const shares = (await counts()).map((count, at) => count - (before[at] ?? 0));
  const all = shares.reduce((sum, share) => sum + share, 0);
  return Math.min(...shares) * 10 < all ? `requests of the catalogs: ${shares.join(", ")}` : "";
}

const state = z.object({ FinishedAt: z.coerce.date(), ExitCode: z.number() });

/** Returns what ended before something that needs it, and what did not end by itself. */
async function orderOfStop(): Promise<string> {
  const ended = await Promise.all(
    (await containersOf(project)).map(async ({ id, service }) => {
      const { FinishedAt, ExitCode } = state.parse(
        JSON.parse(await docker("inspect", "--format", "{{json .State}}", id)),
      );
      return { service, at: FinishedAt.getTime(), code: ExitCode };
    }),
  );
  const times = (service: string) => ended.filter((one) => one.service === service).map(({ at }) => at);
  const faults = [
    ["gateway", "worker"],
    ["worker", "catalog"],
    ["worker", "redis"],
    ["courier", "catalog"],
    ["courier", "redis"],
    ["catalog", "postgres"],
  ].filter(([first = "", then = ""]) => Math.max(...times(first)) > Math.min(...times(then)));
  return [
    ...faults.map(([first, then]) => `${then} ended before ${first}`),
    ...ended.filter(({ code }) => code !== 0).map(({ service, code }) => `${service} ended with ${code}`),
  ].join(", ");
}

/** The lines that the services logged by themselves since then, not for a request: the most of one kind, a second. */
async function linesPerSecond(since: Date, seconds: number): Promise<{ rate: number; line: string }> {
  const line = z.object({ level: z.enum(["warn", "error"]), message: z.string(), requestId: z.undefined().optional() });
  const counts = new Map<string, number>();
  for (const { id, name, service } of await containersOf(project)) {
    if (!["gateway", "catalog", "worker", "courier"].includes(service)) continue;
    // Docker passes on what a container wrote to its standard error there.
    const { stdout } = await run("docker", ["logs", "--since", since.toISOString(), id], {
      maxBuffer: 512 * 1024 * 1024,
    });
    for (const text of stdout.split("\n")) {
      const { data } = line.safeParse(parsed(text));
      if (data) counts.set(`${name}: ${data.message}`, (counts.get(`${name}: ${data.message}`) ?? 0) + 1);
    }
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
  return { rate: (most?.[1] ?? 0) / seconds, line: most?.[0] ?? "" };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function countResults(answers: readonly Answer[]): string {
  const groups = Map.groupBy(answers, ({ result }) => result);
  return [...groups]
    .map(([result, { length }]) => `${length} × ${result}`)
    .toSorted()
    .join(", ");
}

const say = (line: string) => process.stdout.write(`${line}\n`);
const seconds = (ms: number) => (ms === Infinity ? "never" : `${(ms / 1_000).toFixed(1)} s`);

type Row = { name: string; cells: readonly string[]; faults: readonly string[] };

async function perform(name: string, { harm, check }: Drill): Promise<Row> {
  await load.recovery(performance.now(), patienceMs);
  const [startedAt, since] = [performance.now(), new Date()];
  const tidyUp = await harm();
  const isLast = name === "stop";
  const againMs = isLast ? 0 : await load.recovery(performance.now(), patienceMs);
  const { rate, line } = await linesPerSecond(since, (performance.now() - startedAt) / 1_000);
  const fault = (await check?.()) ?? "";
  await (isLast ? load.stop() : load.settled());
  const answers = load.answers.filter(({ sentAt }) => sentAt >= startedAt);
  await tidyUp?.();
  // The next drill needs a Platen that works.
  if (againMs === Infinity) await composed("restart", "catalog", "worker", "courier", "gateway");

  const slowestMs = Math.max(...answers.map((answer) => answer.answeredAt - answer.sentAt));
  // What arrives after the stop of the gateway finds no listener.
  const isBad = isLast ? /^(5(?!03)|.*without)/ : /^(500|broken|.*without)/;
  const bad = answers.filter(({ result }) => isBad.test(result));
  return {
    name,
    cells: [seconds(againMs), seconds(slowestMs), rate.toFixed(1), countResults(answers)],
    faults: [
      ...(againMs > limits.againMs ? [`documents again after ${seconds(againMs)}`] : []),
      ...(slowestMs > limits.slowestMs ? [`an answer after ${seconds(slowestMs)}`] : []),
      ...(rate > limits.linesPerSecond ? [`${rate.toFixed(1)} lines a second: ${line}`] : []),
      ...(bad.length > 0 ? [countResults(bad)] : []),
      ...(fault === "" ? [] : [fault]),
    ],
  };
}

const failedRow =
  (name: string) =>
  (error: unknown): Row => ({ name, cells: [], faults: [String(error)] });
const unknown = chosen.filter((name) => !(name in drills));
if (unknown.length > 0)
  throw new Error(`There is no drill ${unknown.join(", ")}. Drills: ${Object.keys(drills).join(", ")}.`);
const rows: Row[] = [];
for (const [name, drill] of Object.entries(drills)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  say(`${name}: ${drill.does}`);
  const row = await perform(name, drill).catch(failedRow(name));
  for (const fault of row.faults) say(`  ✗ ${fault}`);
  rows.push(row);
}
await load.stop();

const bars = [seconds(limits.againMs), seconds(limits.slowestMs), String(limits.linesPerSecond)].map(
  (bar) => `≤ ${bar}`,
);
const table = [
  ["Drill", "Again after", "Slowest answer", "Lines/s", "Answers"],
  ["limit", ...bars, "no 500, none broken, Retry-After with 503"],
  ...rows.map(({ name, cells, faults }) => [`${faults.length === 0 ? "✓" : "✗"} ${name}`, ...cells]),
];
say("");
for (const cells of table)
  say(
    cells
      .map((cell, at) => cell.padEnd([20, 12, 15, 8][at] ?? 0))
      .join(" ")
      .trimEnd(),
  );
const good = rows.filter(({ faults }) => faults.length === 0).length;
say(`\n${good} of ${rows.length} drills within the limits`);
process.exit(good === rows.length ? 0 : 1);
