// Kills each service of a running Compose project under load, starts it again and checks the answers that callers get:
//   node infra/local/run.mjs infra/docker/kill-test.ts <base URL> <output file of seed-demo.ts> <project> <compose command ...>
import { execFile } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { waitFor } from "@platen/testing";
import { countStatuses, createCaller, slowest } from "@platen/e2e/caller";
import { contractViolations } from "./src/contract-violations.ts";
import { containersOf, docker } from "./src/containers.ts";
import { readDemo } from "./src/demo.ts";
import { startCallers } from "./src/steady-callers.ts";

const [baseUrl, demoFile, project, ...compose] = process.argv.slice(2);
const [program, ...composeArgs] = compose;
if (baseUrl === undefined || demoFile === undefined || project === undefined || program === undefined) {
  process.stderr.write("usage: kill-test.ts <base URL> <demo file> <compose project> <compose command ...>\n");
  process.exit(2);
}

const callers = 4;
/** Time between killing a service and starting it again. */
const awayMs = 5_000;
const run = promisify(execFile);

async function onService(order: "kill" | "start", service: string): Promise<void> {
  await run(program ?? "", [...composeArgs, order, service], { timeout: 120_000 });
}

async function allHealthy(): Promise<void> {
  await waitFor(
    async () => {
      const services = (await containersOf(projectName)).filter(({ service }) => service !== "migrate");
      return services.every(({ state }) => state === "healthy");
    },
    { describe: "healthy containers", timeoutMs: 120_000, intervalMs: 500 },
  );
}

type Victim = { name: string; services: string; kill(): Promise<void>; start(): Promise<void> };

const projectName = project;
const containers = await containersOf(project);
const oneWorker = containers.find(({ service }) => service === "worker");
if (oneWorker === undefined) throw new Error("the project has no worker");
const victims: Victim[] = [
  {
    name: "one worker",
    services: oneWorker.name,
    kill: async () => void (await docker("kill", oneWorker.id)),
    start: async () => void (await docker("start", oneWorker.id)),
  },
  ...["worker", "gateway", "catalog", "redis", "postgres"].map((service) => ({
    name: service === "worker" ? "all workers" : service,
    services: service,
    kill: () => onService("kill", service),
    start: () => onService("start", service),
  })),
];

const caller = await createCaller({ baseUrl, account: readDemo(demoFile).account }, "Kill test");
const rows: string[][] = [["Killed", "Answers", "Slowest", "First PDF after its start", "Result"]];

for (const victim of victims) {
  await allHealthy();
  const isVictim = ({ name, service }: { name: string; service: string }) => [name, service].includes(victim.services);
  const others = async () =>
    (await containersOf(project))
      .filter((container) => !isVictim(container))
      .map(({ name, start }) => `${name}: ${start}`);
  const before = await others();

  const load = startCallers(caller, callers, victim.name);
  await load.nextPdfs(20);
  await victim.kill();
  await delay(awayMs);
  const startedAt = performance.now();
  const [firstPdfAt] = await Promise.all([load.nextPdfs(1), victim.start()]);
  await allHealthy();
  await load.nextPdfs(20);
  const conversations = await load.stop();

  const violations = await contractViolations(conversations, victim.name === "gateway");
  const after = await others();
  violations.push(...after.filter((start) => !before.includes(start)).map((start) => `started again: ${start}`));
  const answers = conversations.flatMap((conversation) => conversation.answers);
  rows.push([
    victim.name,
    countStatuses(answers),
    `${(slowest(answers) / 1_000).toFixed(1)} s`,
    `${((firstPdfAt - startedAt) / 1_000).toFixed(1)} s`,
    violations.length === 0 ? "kept" : `VIOLATED: ${violations.join("; ")}`,
  ]);
  process.stderr.write(`${rows.at(-1)?.join(" | ")}\n`);
}

const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
for (const row of rows) {
  process.stdout.write(`| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |\n`);
}
process.exit(rows.slice(1).every((row) => row.at(-1) === "good") ? 0 : 1);
