import { setTimeout as delay } from "node:timers/promises";
import { afterAll } from "@jest/globals";
import { isRunning } from "@platen/testing";
import { watchGrowth } from "../facts/growth-watch.ts";
import { workOf } from "../facts/process-facts.ts";
import { watchProcesses } from "../facts/process-watch.ts";
import { countStatuses, type Answer } from "../load/caller.ts";
import { startTenants, type AttackerRequest, type Tenants } from "../load/tenants.ts";
import { p95 } from "../load/times.ts";
import { faultRow } from "./fault-row.ts";
import type { Figures } from "./figures.ts";
import { createStage } from "./stage.ts";

/** An attack of one tenant on another. */
export type TenantAttack = {
  /** The bar of the victim's p95, as a multiple of its p95 in peace; 3 unless given. */
  times?: number;
  /** The time of one document that the attacker may put before the victim's, which the bar adds. */
  oneRenderMs?: number;
  /** The statuses and codes that answer the attacker. */
  answers: RegExp;
  /** Rounds repeat for so long; 0 for a single round. */
  forMs?: number;
  /** The victim's time in peace is taken for so long before and after. A bar near 1 needs more answers. */
  peaceMs?: number;
  /** The most megabytes by which a process may grow, and the most of its time that the gateway works afterwards, in percent. */
  bounds?: { growthMegabytes: number; workAfterwards: number };
  /** Prepares what the rounds send, before the victim's time is taken, and returns a round. */
  prepare(tenants: Tenants): Round | Promise<Round>;
  /** Adds figures after the attack. */
  check?(figures: Figures, tenants: Tenants, answers: readonly Answer[]): unknown;
};
export type Round = (
  send: (path: string, request: AttackerRequest) => Promise<Answer>,
  /** Fires when the attacker hangs up. */
  hangUp: AbortSignal,
) => Promise<unknown>;

/** The attacker hangs up after this time, so that a row without its defence ends too. */
const longestMs = 9_000;
/** The victim asks for at least so long, so that its p95 says something. */
const shortestMs = 1_500;

/** Declares the rows of a file that share one Platen. `common` holds for each of them that says nothing else. */
export function tenantRows(
  gateway: Record<string, string> = {},
  common: Partial<TenantAttack> = {},
  catalog: Record<string, string> = {},
) {
  const stage = createStage();
  let started: Promise<Tenants> | undefined;
  /** The peace after one row is that before the next. */
  let quiet: Answer[] = [];
  afterAll(() => stage.end(), 30_000);

  return function tenantRow(id: string, title: string, own: TenantAttack): void {
    const attack = { ...common, ...own };
    faultRow(id, title, async (figures) => {
      started ??= startTenants(stage, gateway, { catalog });
      const tenants = await started;
      const processes = watchProcesses(tenants.platen);
      const round = await attack.prepare(tenants);
      const { peaceMs = 1_000 } = attack;
      const before = quiet.length === 0 || attack.peaceMs ? await tenants.peace(peaceMs) : quiet;

      const hangUp = AbortSignal.timeout(longestMs);
      const answers: Answer[] = [];
      const send: Parameters<Round>[0] = async (path, request) => {
        const signal = request.signal ? AbortSignal.any([request.signal, hangUp]) : hangUp;
        const answer = await tenants.send(path, { ...request, signal });
        answers.push(answer);
        return answer;
      };
      const growth = await watchGrowth(tenants.platen);
      const load = tenants.victimAsks();
      const startedAt = performance.now();
      const { gateway: attacked } = tenants.platen.processes;
      const lasting = (ms: number) => performance.now() - startedAt < ms && !hangUp.aborted && isRunning(attacked.pid);
      do await round(send, hangUp);
      while (lasting(attack.forMs ?? 2_000));
      if (lasting(shortestMs)) await delay(shortestMs - (performance.now() - startedAt));
      const beside = await load.stop();
      quiet = await tenants.peace(peaceMs);
      const { times = 3, oneRenderMs = 0 } = attack;
      // What an attack leaves behind is no peace.
      const inPeace = p95(attack.bounds ? before : [...before, ...quiet]);
      const bar = `${times} × its ${Math.round(inPeace)} ms in peace${oneRenderMs === 0 ? "" : ", and one render"}`;
      figures.exactly("answers to the victim", countStatuses(beside), `200: ${beside.length}`);
      figures.atMost(`p95 of the victim (bar: ${bar})`, p95(beside), times * inPeace + oneRenderMs, "ms");
      const wrong = answers.filter(({ status, code = "" }) => !attack.answers.test(`${status} ${code}`));
      figures.isTrue(`the attacker's ${answers.length} answers`, wrong.length === 0, countStatuses(answers));
      if (attack.bounds) {
        const { growthMegabytes, workAfterwards } = attack.bounds;
        figures.atMost("p95 of the victim when the attacker has left", p95(quiet), times * inPeace + oneRenderMs, "ms");
        const work = await workOf(attacked.pid, 1_000);
        figures.atMost("then the time that the gateway works", work, workAfterwards, "%");
        await growth.report(figures, growthMegabytes);
      }
      await attack.check?.(figures, tenants, answers);
      await processes.report(figures, [...beside, ...quiet]);
    });
  };
}
