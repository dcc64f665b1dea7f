import { setTimeout as delay } from "node:timers/promises";
import { waitFor } from "@platen/testing";
import { openSlowSockets } from "../../harms/slow-sockets.ts";
import { askSteadily, countStatuses, createCaller, keepAsking, type Answer } from "../../load/caller.ts";
import { quantile, timesOf } from "../../load/times.ts";
import { faultRow } from "../../runner/fault-row.ts";

/** Turns with and without slow clients alternate, because the speed of a machine changes; the median decides. */
const turns = 3;
const quietMs = 1_500;
/** The time until all slow clients are connected, which is work for the gateway. */
const arrivingMs = 3_000;
/** Together with the arrival shorter than the time limits on slow heads and bodies. */
const besideMs = 3_500;

const p95 = (...answers: Answer[][]) => quantile(timesOf(answers.flat()), 0.95);

faultRow("L9", "Slow clients", async (figures, stage) => {
  const platen = await stage.startPlaten({ env: { gateway: { RATE_LIMIT_PER_MINUTE: "10000000" } } });
  const { baseUrl } = platen;
  const caller = await createCaller(platen, "Other");
  const ask = (number: number) => caller.ask(`document ${number}`);
  await keepAsking(1, 2_000, ask);

  function openSlowClients() {
    const post = "POST /api/v1/generate HTTP/1.1\r\nHost: platen\r\n";
    const head = `${post}Authorization: Bearer ${caller.apiKey}\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n\r\n`;
    const heads = openSlowSockets(baseUrl, 500, { begin: post, everySecond: "X-Slow: 1\r\n" });
    const idle = openSlowSockets(baseUrl, 200, { begin: "GET /api/v1/templates HTTP/1.1\r\nHost: platen\r\n\r\n" });
    const bodies = openSlowSockets(baseUrl, 50, { begin: head, everySecond: " " });
    const close = () => [heads, idle, bodies].forEach((sockets) => sockets.close());
    stage.onEnd(close);
    return { heads, bodies, close };
  }

  const quiet = [await keepAsking(1, quietMs, ask)];
  const besides: Answer[][] = [];
  const all: Answer[] = [];
  let stillOpen = Infinity;
  while (besides.length < turns) {
    const slowClients = openSlowClients();
    all.push(...(await keepAsking(1, arrivingMs, ask)));
    besides.push(await keepAsking(1, besideMs, ask));
    stillOpen = Math.min(stillOpen, slowClients.bodies.openCount());
    slowClients.close();
    quiet.push(await keepAsking(1, quietMs, ask));
  }
  all.push(...besides.flat());
  const ratios = besides.map((beside, turn) => p95(beside) / p95(...quiet.slice(turn, turn + 2)));
  figures.exactly("of 50 connections that send a byte of their body per second, still open", stillOpen, 50);
  figures.atMost("p95 of other documents, relative to that without slow clients", quantile(ratios, 0.5), 1.5, "×");
  figures.exactly("answers to other requests", countStatuses(all), `200: ${all.length}`);

  const { heads, bodies, close } = openSlowClients();
  const load = askSteadily(1, ask);
  const areClosed = () => heads.openCount() + bodies.openCount() === 0;
  await delay(arrivingMs);
  await waitFor(areClosed, { timeoutMs: 45_000, describe: "the end of the slow clients" }).catch(() => undefined);
  const after = await load.stop();
  close();
  figures.exactly(
    "of 500 connections that send a line of their head per second, closed",
    heads.endedAfterMs().length,
    500,
  );
  figures.atMost("the last of the 500 after", Math.max(...heads.endedAfterMs()) / 1_000, 15, "s");
  figures.exactly("of 50 that send a byte of their body per second, closed", bodies.endedAfterMs().length, 50);
  figures.atMost("the last of the 50 after", Math.max(...bodies.endedAfterMs()) / 1_000, 36, "s");
  figures.exactly("answers to other requests meanwhile", countStatuses(after), `200: ${after.length}`);
});
