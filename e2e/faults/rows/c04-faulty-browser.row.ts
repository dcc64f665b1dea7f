import { chromiumOf, isRunning, waitFor, type RunningService } from "@platen/testing";
import { metric } from "../facts/metric.ts";
import { attemptsAt } from "../facts/worker-attempts.ts";
import { createReplaceableBrowser } from "../harms/replaceable-browser.ts";
import { createCaller } from "../load/caller.ts";
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
  const platen = await stage.startPlaten();
  const { workers } = platen.processes;
  const [healthy] = workers;
  if (!healthy) throw new Error("The row needs a worker.");
  const caller = await createCaller(platen, "Browser replaced");
  stage.onEnd(() => healthy.kill("SIGCONT"));
  for (const { what, command } of programs) {
    const program = await createReplaceableBrowser();
    stage.onEnd(() => program.remove());
    const faulty = await platen.startWorker({ CHROMIUM_PATH: program.path });
    // So that the document goes to the faulty worker, which holds it when its browser ends.
    healthy.kill("SIGSTOP");
    // The stopped worker still gets the call for the first document; the other worker sees it seconds later.
    await caller.ask(`A document before it ${what}`);
    const { browser } = await chromiumOf(faulty.pid);
    for (const { pid } of browser) process.kill(pid, "SIGSTOP");
    await program.replace(command);
    const answering = caller.ask(`A document while it ${what}`);
    const isTaken = async () => (await metric(faulty, "platen_worker_slots_busy")) === 1;
    await waitFor(isTaken, { timeoutMs: 20_000, describe: "the faulty worker to take the document" });
    healthy.kill("SIGCONT");
    const harmedAt = performance.now();
    for (const { pid } of browser) process.kill(pid, "SIGKILL");
    const isFaulty = async () => !(await isHealthy(faulty));
    const unhealthyAfter = await waitFor(isFaulty, { timeoutMs: 40_000, describe: "the worker to be unhealthy" }).then(
      () => performance.now() - harmedAt,
      () => Infinity,
    );
    figures.atMost(`${what}: worker unhealthy after`, unhealthyAfter / 1_000, 30, "s");
    const answer = await answering;
    const madeBy = (await attemptsAt(answer.documentId, workers, 2)).at(-1)?.worker;
    figures.exactly(`${what}: its document`, `${answer.status}, by ${madeBy}`, `200, by ${healthy.name}`);
    figures.atMost(`${what}: answered after`, (answer.answeredAt - answer.sentAt) / 1_000, 30, "s");
    const { code } = await (unhealthyAfter === Infinity ? faulty.stop() : faulty.exited);
    figures.exactly(`${what}: exit code of the worker`, String(code), "1");
  }
  const exiting = await createReplaceableBrowser();
  stage.onEnd(() => exiting.remove());
  await exiting.replace("exit 3");
  const outcome = await platen.startWorker({ CHROMIUM_PATH: exiting.path }).then(
    () => "ready",
    (error: unknown) => (error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)),
  );
  figures.exactly(
    "a worker whose browser exits at its start",
    outcome.replace(/^.* ended/, "ended"),
    "ended with code 1",
  );
});
