/* oxlint-disable node/no-process-env -- a run passes its options to the rows in the environment. */
import { randomInt } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { isRunning } from "@platen/testing";
import { z } from "zod";
import { watchProcesses } from "../../facts/process-watch.ts";
import { hostileRequest, hostileRequests, type HostileRequest } from "../../harms/hostile-requests.ts";
import { sendHostile } from "../../harms/send-hostile.ts";
import { oneRenderMs } from "../../harms/tenant-requests.ts";
import { countStatuses, type Answer } from "../../load/caller.ts";
import { perSecond, startTenants } from "../../load/tenants.ts";
import { p95, timesOf } from "../../load/times.ts";
import { hostileMinutes, hostileSeed } from "../../runner/row-result.ts";
import { faultRow } from "../../runner/fault-row.ts";

/** What earlier runs found. A run begins with it, and adds what it finds. */
const corpusFile = new URL("../../harms/hostile-corpus.json", import.meta.url);
const minutes = Number(process.env[hostileMinutes] ?? 5);
const seed = Number(process.env[hostileSeed] ?? randomInt(2 ** 31));
const attackers = 3;
/** Each time the attackers send for so long, the victim is then alone for a moment. */
const turnMs = 15_000;
const times = 3;
/** While a document keeps the only browser busy, which takes two seconds and happens once a minute. */
const refusedInMinute = 2 * perSecond;

type Sent = { request: HostileRequest; answer: Answer };

faultRow(
  "F1",
  `Hostile requests by grammar for ${minutes} min`,
  async (figures, stage) => {
    process.stderr.write(`F1 · seed ${seed}\n`);
    // Without the limits of rates, which would answer most of the requests.
    const unlimited = {
      RATE_LIMIT_PER_MINUTE: "10000000",
      SIGN_IN_TRIES_PER_ADDRESS: "100000",
      FAILED_REQUESTS_PER_ADDRESS: "100000",
    };
    const tenants = await startTenants(stage, unlimited);
    const { processes } = tenants.platen;
    const watch = watchProcesses(tenants.platen);
    const areRunning = () =>
      [processes.catalog, ...processes.gateways, ...processes.workers].every(({ pid }) => isRunning(pid));
    const corpus = z.array(hostileRequest).parse(JSON.parse(await readFile(corpusFile, "utf8")));

    const sent: Sent[] = [];
    const quiet = [...(await tenants.peace(1_000)), ...(await tenants.peace(1_000))];
    const beside: Answer[] = [];
    /** Sends requests until a time, while the victim asks. */
    async function turn(requests: Iterator<HostileRequest>, until: number): Promise<void> {
      const victim = tenants.victimAsks();
      const attack = async () => {
        while (performance.now() < until && areRunning()) {
          const { value: request, done = false } = requests.next();
          if (done) return;
          const answer = await sendHostile(tenants, request);
          // Without the documents, which nothing reads.
          sent.push({ request, answer: { ...answer, pdf: undefined } });
        }
      };
      await Promise.all(Array.from({ length: attackers }, attack));
      beside.push(...(await victim.stop()));
      quiet.push(...(await tenants.peace(1_000)));
    }
    await turn(corpus.values(), Infinity);
    const endsAt = performance.now() + minutes * 60_000;
    const requests = hostileRequests(seed);
    while (performance.now() < endsAt && areRunning()) {
      await turn(requests, Math.min(endsAt, performance.now() + turnMs));
    }

    const inPeace = p95(quiet);
    const answers = sent.map(({ answer }) => answer);
    const refused = beside.filter(({ code }) => code === "queue.full");
    const others = beside.filter((answer) => !refused.includes(answer));
    figures.exactly(`other answers to the victim, seed ${seed}`, countStatuses(others), `200: ${others.length}`);
    figures.atMost("503 queue.full to the victim, in a minute", refused.length / minutes, refusedInMinute, "");
    figures.atMost(
      `p95 of the victim (bar: ${times} × its ${Math.round(inPeace)} ms in peace, and one render)`,
      p95(beside),
      times * inPeace + oneRenderMs,
      "ms",
    );
    figures.exactly(`of ${sent.length} hostile requests, answered with 500`, answers.filter(isOurFault).length, 0);
    figures.isTrue("the answers to the attacker", true, countStatuses(answers));
    const found = areRunning() ? await findHarmful() : sent.slice(-attackers).map(({ request }) => request);
    const fresh = found.filter((request) => !corpus.some((known) => JSON.stringify(known) === JSON.stringify(request)));
    if (fresh.length > 0) await writeFile(corpusFile, `${JSON.stringify([...corpus, ...fresh], null, 1)}\n`);
    figures.exactly("harmful requests that this run added to the corpus", fresh.length, 0);
    await watch.report(figures, [...beside, ...quiet]);

    /** Sends each suspect once more, alone, and keeps those that do harm again. */
    async function findHarmful(): Promise<HostileRequest[]> {
      const harmedAt = beside.filter(
        (answer) => answer.status !== 200 || timesOf([answer]).some((ms) => ms > 10 * inPeace),
      );
      const suspects = sent.filter(
        ({ answer }) =>
          isOurFault(answer) ||
          harmedAt.some(({ sentAt, answeredAt }) => answer.sentAt < answeredAt && answer.answeredAt > sentAt),
      );
      const harmful: HostileRequest[] = [];
      for (const { request } of suspects.slice(0, 30)) {
        const victim = tenants.victimAsks();
        const [answer] = await Promise.all([sendHostile(tenants, request), delay(500)]);
        const harmed = await victim.stop();
        const isSlow = timesOf(harmed).some((ms) => ms > 10 * inPeace);
        if (isOurFault(answer) || isSlow || harmed.some(({ status }) => status !== 200)) harmful.push(request);
      }
      return harmful;
    }
  },
  (minutes + 5) * 60_000,
);

function isOurFault({ status }: Answer): boolean {
  return status === 500 || status === "no answer";
}
