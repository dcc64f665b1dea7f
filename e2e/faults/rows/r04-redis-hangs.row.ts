import { setTimeout as delay } from "node:timers/promises";
import { waitFor } from "@platen/testing";
import { documentStates } from "../facts/document-records.ts";
import { probesOfAll } from "../facts/probes.ts";
import { watchProcesses } from "../facts/process-watch.ts";
import { untilWaiting } from "../facts/queue-view.ts";
import { addQuickRefusals } from "../facts/quick-refusals.ts";
import { countRenderedInVain } from "../facts/worker-attempts.ts";
import { askAtOnce, askSteadily, countStatuses, createCaller, untilAnswered, type Answer } from "../load/caller.ts";
import { faultRow } from "../runner/fault-row.ts";

/** Longer than a worker's lock lasts. */
const hangsMs = 11_000;
/** Requests at once just before: half of the callers wait, half hang up while Redis hangs. */
const burst = 60;
/** Enough that documents still wait at the harm. */
const data = { lines: Array.from({ length: 800 }, (_, index) => `Widget ${index}`) };
const html = "<p>{{marker}}</p>{{#lines}}<p>{{.}}</p>{{/lines}}";
const patienceMs = 5_000;
const waitingAtLeast = 12;
const fullMs = 4_000;

faultRow("R4", "Redis is full, and hangs", async (figures, stage) => {
  const { platen, server, redis } = await stage.startPlatenOnOwnRedis({
    workers: 2,
    env: { worker: { RENDER_CONCURRENCY: "2" } },
  });
  const processes = watchProcesses(platen);
  const { gateways, workers } = platen.processes;
  const caller = await createCaller(platen, "Redis hangs", html);
  const other = await createCaller(platen, "Others");
  await Promise.all([caller.ask("warm"), other.ask("warm")]);

  let made = 0;
  const accepted = askAtOnce(burst, async (number) => {
    const answer = await caller.ask(`full ${number}`, { data });
    if (answer.status === 200) made += 1;
    return answer;
  });
  const inFlight = new Set(await untilWaiting(redis, waitingAtLeast));
  await redis.config("SET", "maxmemory", "1mb");
  const [fullAt, madeBefore] = [performance.now(), made];
  const refused = askSteadily(5, (number) => other.ask(`refused ${number}`));
  await delay(fullMs);
  const areMade = () => made - madeBefore >= waitingAtLeast;
  await waitFor(areMade, { timeoutMs: 15_000, describe: "documents made while Redis is full" }).catch(() => undefined);
  const whileFull = await refused.stop();
  await redis.config("SET", "maxmemory", "0");
  const roomAt = performance.now();
  const goodAt = await untilAnswered(() => other.ask("with room again"), 30_000);
  const taken = (await accepted).filter(({ documentId }) => inFlight.has(documentId ?? ""));
  figures.exactly("full: answers to the documents in flight", countStatuses(taken), `200: ${inFlight.size}`);
  const meanwhile = taken.filter(({ answeredAt }) => answeredAt > fullAt && answeredAt < roomAt).length;
  figures.atLeast("full: of these, answered while it was full", meanwhile, waitingAtLeast);
  addQuickRefusals(figures, "full", whileFull, 2.5);
  figures.atMost("full: first document when it has room again", (goodAt - roomAt) / 1_000, 2, "s");

  await untilAnswered(() => caller.ask("with room again", { data }), 30_000);
  const steady = askSteadily(5, (number) => other.ask(`steady ${number}`));
  const waiting: Promise<Answer[]>[] = [];
  const askForMany = async () => {
    const first = waiting.length * burst;
    const ask = (number: number) =>
      caller.ask(`hangs ${first + number}`, { data, ...(number % 2 === 0 && { patienceMs }) });
    waiting.push(askAtOnce(burst, ask));
    return await untilWaiting(redis, waitingAtLeast);
  };
  // For ten seconds the gateways still know the small memory and the rate, and may refuse a burst.
  await waitFor(askForMany, { describe: "documents that wait when Redis hangs" });
  await server.freeze();
  const wentAt = performance.now();
  await delay(hangsMs);
  const probes = await Promise.all([probesOfAll(gateways), probesOfAll(workers)]);
  figures.exactly("hangs: probes of the gateway and the workers", probes.join(" and "), "200 200 200 and 200 200 503");
  const backAt = performance.now();
  server.thaw();
  await untilAnswered(() => other.ask("after it is back"), 30_000);
  await delay(2_000);
  const asked = await steady.stop();
  const answers = [...asked, ...(await Promise.all(waiting)).flat()];
  // The last requests may get their answer after the outage.
  const duringIt = asked.filter(({ sentAt }) => sentAt > wentAt && sentAt < backAt - 2_500);
  addQuickRefusals(figures, "hangs", duringIt, 2.5);
  const failed = asked.filter(({ sentAt, status }) => sentAt > backAt && status !== 200);
  const fullAfterMs = Math.max(0, ...failed.map(({ answeredAt }) => answeredAt - backAt));
  figures.atMost("hangs: from its return until every request gets its document", fullAfterMs / 1_000, 10, "s");
  // More than the four documents that the bar below allows.
  figures.atLeast("hangs: callers that hung up", answers.filter(({ status }) => status === "hung up").length, 5);
  const last = (await waiting.at(-1)) ?? [];
  const unclear = [...asked, ...last].filter(({ status }) => ![200, 503, "hung up"].includes(status));
  figures.exactly("hangs: other callers without a document or 503", countStatuses(unclear), "");
  await documentStates(platen.baseUrl, caller.apiKey);
  const { unanswered, repeated } = countRenderedInVain(workers, answers, backAt);
  // At its return each of the four slots may take a document before the withdrawal arrives, or one in progress whose
  // lock has expired.
  figures.atMost("hangs: documents rendered after their caller hung up", unanswered, 4);
  figures.atMost("hangs: documents rendered again after their answer", repeated, 4);
  await processes.report(figures, [...answers, ...taken]);
});
