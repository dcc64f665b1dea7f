/* oxlint-disable node/no-process-env -- a run passes its options to the rows in the environment. */
import { randomInt } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { isRunning } from "@platen/testing";
import { z } from "zod";
import { watchGrowth } from "../../facts/growth-watch.ts";
import { watchProcesses } from "../../facts/process-watch.ts";
import { watchRest } from "../../facts/rest-watch.ts";
import { hostileRequest, hostileRequests, type HostileRequest } from "../../harms/hostile-requests.ts";
import { createPrepareHostile } from "../../harms/send-hostile.ts";
import { oneRenderMs } from "../../harms/tenant-requests.ts";
import { countStatuses, type Answer } from "../../load/caller.ts";
import { startHostileAccounts } from "../../load/hostile-accounts.ts";
import { startTenants } from "../../load/tenants.ts";
import { p95, timesOf } from "../../load/times.ts";
import { hostileMinutes, hostileSeed } from "../../runner/row-result.ts";
import { faultRow } from "../../runner/fault-row.ts";

/** What earlier runs found. A run begins with it, and adds what it finds. */
const corpusFile = new URL("../../harms/hostile-corpus.json", import.meta.url);
const minutes = Number(process.env[hostileMinutes] ?? 5);
const seed = Number(process.env[hostileSeed] ?? randomInt(2 ** 31));
const attackers = 6;
const requestsInTurn = 60;
const times = 3;
const growthMegabytes = 250;

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
    // With a worker beside one whose browser a document keeps busy.
    const tenants = await startTenants(stage, unlimited, { workers: 2, reportsMemory: true });
    const prepareHostile = createPrepareHostile(tenants, await startHostileAccounts(tenants));
    const { processes } = tenants.platen;
    const watch = watchProcesses(tenants.platen);
    const areRunning = () =>
      [processes.catalog, ...processes.gateways, ...processes.workers].every(({ pid }) => isRunning(pid));
    const corpus = z.array(hostileRequest).parse(JSON.parse(await readFile(corpusFile, "utf8")));

    const sent: Sent[] = [];
    const quiet = await tenants.peace(3_000);
    const rest = await watchRest(tenants);
    const growth = await watchGrowth(tenants.platen);
    const beside: Answer[] = [];
    /** Sends requests while the victim asks. They are prepared before, which takes this process a while. */
    async function turn(requests: readonly HostileRequest[], until = Infinity): Promise<void> {
      const prepared = requests.map((request) => ({ request, send: prepareHostile(request) }));
      const victim = tenants.victimAsks();
      const attack = async () => {
        while (performance.now() < until && areRunning()) {
          const next = prepared.shift();
          if (!next) return;
          const { request, send } = next;
          // Without the documents, which nothing reads.
          sent.push({ request, answer: { ...(await send()), pdf: undefined } });
        }
      };
      await Promise.all(Array.from({ length: attackers }, attack));
      beside.push(...(await victim.stop()));
    }
    await turn(corpus);
    const endsAt = performance.now() + minutes * 60_000;
    const requests = hostileRequests(seed);
    while (performance.now() < endsAt && areRunning()) {
      const some = Array.from({ length: requestsInTurn }, () => requests.next().value);
      await turn(some, endsAt);
    }

    const inPeace = p95(quiet);
    const longest = times * inPeace + oneRenderMs;
    const answers = sent.map(({ answer }) => answer);
    figures.exactly(`answers to the victim, seed ${seed}`, countStatuses(beside), `200: ${beside.length}`);
    for (const { marker, status, code, sentAt, answeredAt } of beside.filter((answer) => answer.status !== 200))
      process.stderr.write(`F1 · victim: ${marker}, ${status} ${code} after ${Math.round(answeredAt - sentAt)} ms\n`);
    const bar = `${times} × its ${Math.round(inPeace)} ms in peace, and one render`;
    figures.atMost(`p95 of the victim (bar: ${bar})`, p95(beside), longest, "ms");
    await growth.report(figures, growthMegabytes);
    await rest.report(figures);
    const after = await tenants.peace(3_000);
    figures.atMost("p95 of the victim then", p95(after), longest, "ms");
    figures.exactly(
      `of ${sent.length} hostile requests, answered with 500 or not at all`,
      sent.filter(isOurFault).length,
      0,
    );
    figures.isTrue("the answers to the attacker", true, countStatuses(answers));
    const found = areRunning() ? await findHarmful() : sent.slice(-2 * attackers).map(({ request }) => request);
    for (const request of found) process.stderr.write(`F1 · seed ${seed} · harmful: ${JSON.stringify(request)}\n`);
    const fresh = found.filter((request) => !corpus.some((known) => JSON.stringify(known) === JSON.stringify(request)));
    if (fresh.length > 0) await writeFile(corpusFile, `${JSON.stringify([...corpus, ...fresh], null, 1)}\n`);
    figures.exactly("harmful requests that this run added to the corpus", fresh.length, 0);
    await watch.report(figures, [...beside, ...quiet, ...after]);

    /** Sends suspects once more, alone, those beside most harm first, and keeps those that do harm again. */
    async function findHarmful(): Promise<HostileRequest[]> {
      const harmedAt = beside.filter(
        (answer) => answer.status !== 200 || timesOf([answer]).some((ms) => ms > 10 * inPeace),
      );
      const harmBeside = (each: Sent): number => {
        if (isOurFault(each)) return Number.MAX_VALUE;
        const { sentAt, answeredAt } = each.answer;
        return harmedAt.filter((answer) => sentAt < answer.answeredAt && answeredAt > answer.sentAt).length;
      };
      const suspects = sent
        .map((each) => ({ ...each, harm: harmBeside(each) }))
        .filter(({ harm }) => harm > 0)
        .toSorted((a, b) => b.harm - a.harm);
      const harmful: HostileRequest[] = [];
      for (const { request } of suspects.slice(0, 30)) {
        const send = prepareHostile(request);
        const victim = tenants.victimAsks();
        const [answer] = await Promise.all([send(), delay(500)]);
        const harmed = await victim.stop();
        const isSlow = timesOf(harmed).some((ms) => ms > 10 * inPeace);
        if (isOurFault({ request, answer }) || isSlow || harmed.some(({ status }) => status !== 200))
          harmful.push(request);
      }
      return harmful;
    }
  },
  (minutes + 5) * 60_000,
);

/** A connection that breaks while a refused body is sent is an answer. */
function isOurFault({ request, answer: { status } }: Sent): boolean {
  return status === 500 || (status === "no answer" && request.kind !== "shaped");
}
