import { chromiumOf, isRunning, waitFor, type RunningService } from "@platen/testing";
import { metric } from "../facts/metric.ts";
import { attemptsAt } from "../facts/worker-attempts.ts";
import { createReplaceableBrowser } from "../harms/replaceable-browser.ts";
import { createCaller, slowest } from "../load/caller.ts";
import { faultRow } from "../runner/fault-row.ts";

const programs = [
  { what: "hangs", command: "exec sleep 600" },
  { what: "exits", command: "exit 3" },
  // File descriptor 4 is the browser's end of the pipe.
  { what: "prints garbage", command: "exec cat /dev/urandom >&4" },
];

async function isHealthy({ pid, managementUrl }: RunningService): Promise<boolean> {
  if (!isRunning(pid)) return false;
  const response = await fetch(`${managementUrl}/readyz`).catch(() => undefined);
  return response?.ok ?? false;
}

faultRow("C4", "Chromium is replaced by another program", async (figures, stage) => {
  // A document that one faulty worker hands back may go to another one first, which takes longer than the usual deadline.
  const env = { gateway: { RENDER_DEADLINE_MS: "60000" }, worker: { RENDER_CONCURRENCY: "1" } };
  const platen = await stage.startPlaten({ env });
  const { workers } = platen.processes;
  const [healthy] = workers;
  if (!healthy) throw new Error("The row needs a worker.");
  const caller = await createCaller(platen, "Browser replaced");
  const faulty: {
    what: string;
    command: string;
    worker: RunningService;
    program: Awaited<ReturnType<typeof createReplaceableBrowser>>;
  }[] = [];
  for (const { what, command } of programs) {
    const program = await createReplaceableBrowser();
    stage.onEnd(() => program.remove());
    faulty.push({ what, command, program, worker: await platen.startWorker({ CHROMIUM_PATH: program.path }) });
  }
  // So that the documents go to the faulty workers, which hold them when their browsers end.
  healthy.kill("SIGSTOP");
  stage.onEnd(() => healthy.kill("SIGCONT"));
  // The stopped worker still gets the call for the first document; the other workers see it seconds later.
  await caller.ask("A document before");
  const browsers: number[] = [];
  for (const { command, program, worker } of faulty) {
    const { browser } = await chromiumOf(worker.pid);
    browsers.push(...browser.map(({ pid }) => pid));
    await program.replace(command);
  }
  for (const pid of browsers) process.kill(pid, "SIGSTOP");
  const answering = Promise.all(faulty.map(({ what }) => caller.ask(`A document while one ${what}`)));
  const areTaken = async () => {
    const busy = await Promise.all(faulty.map(({ worker }) => metric(worker, "platen_worker_slots_busy")));
    return busy.every((slots) => slots === 1);
  };
  await waitFor(areTaken, { timeoutMs: 20_000, describe: "the faulty workers to take the documents" });
  healthy.kill("SIGCONT");
  const harmedAt = performance.now();
  // On a slow machine the heartbeat has ended a stopped browser already.
  for (const pid of browsers.filter(isRunning)) process.kill(pid, "SIGKILL");
  await Promise.all(
    faulty.map(async ({ what, worker }) => {
      const isFaulty = async () => !(await isHealthy(worker));
      const unhealthy = waitFor(isFaulty, { timeoutMs: 40_000, describe: "the worker to be unhealthy" });
      const unhealthyAfter = await unhealthy.then(
        () => performance.now() - harmedAt,
        () => Infinity,
      );
      figures.atMost(`${what}: worker unhealthy after`, unhealthyAfter / 1_000, 30, "s");
      const { code } = await (unhealthyAfter === Infinity ? worker.stop() : worker.exited);
      figures.exactly(`${what}: exit code of the worker`, String(code), "1");
    }),
  );
  const answers = await answering;
  const madeBy = answers.map(async ({ documentId }) => (await attemptsAt(documentId, workers, 2)).at(-1)?.worker);
  const printed = answers.map(({ status }) => status).join(" ");
  figures.exactly("answers to the documents of the faulty workers", printed, "200 200 200");
  const { name } = healthy;
  figures.exactly("the workers that printed them", (await Promise.all(madeBy)).join(" "), `${name} ${name} ${name}`);
  figures.atMost("the slowest of them", slowest(answers) / 1_000, 30, "s");

  const [, exiting] = faulty;
  const outcome = await platen.startWorker({ CHROMIUM_PATH: exiting?.program.path ?? "" }).then(
    () => "ready",
    (error: unknown) => (error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)),
  );
  figures.exactly(
    "a worker whose browser exits at its start",
    outcome.replace(/^.* ended/, "ended"),
    "ended with code 1",
  );
});
