import { setTimeout as delay } from "node:timers/promises";
import { waitFor } from "@platen/testing";
import type { Figures } from "../runner/figures.ts";
import { askAtOnce, askSteadily, countStatuses, slowest, type Answer, type Caller } from "./caller.ts";

const giveUpMs = 60_000;

export type Recovery = {
  figures: Figures;
  /** The name of the harm in the figures. */
  what: string;
  caller: Caller;
  deadlineMs: number;
  /** From the end of the harm to documents for four requests at once. */
  withinSeconds: number;
  harm: () => unknown;
};

/**
 * Measures the time from a harm to the next documents, under a steady load, and looks at every answer: a PDF, 503 or
 * 504, within the deadline and two seconds.
 */
export async function measureRecovery(recovery: Recovery): Promise<Answer[]> {
  const { figures, what, caller, deadlineMs, withinSeconds, harm } = recovery;
  const headers = { "platen-deadline-ms": String(deadlineMs) };
  const ask = (marker: string, number: number) => caller.ask(`${what}: ${marker} ${number}`, { headers });
  const load = askSteadily(5, (number) => ask("steady", number));
  await delay(1_000);
  await harm();
  const harmedAt = performance.now();
  // What the harmed server had accepted is answered within the deadline; this is about what is asked after it.
  await delay(1_000);
  let atOnce: Answer[] = [];
  const isBack = async () => {
    atOnce = await askAtOnce(4, (index) => ask(`after ${Math.round(performance.now() - harmedAt)} ms`, index));
    return atOnce.every(({ status }) => status === 200);
  };
  // The figure tells.
  await waitFor(isBack, { timeoutMs: giveUpMs, describe: "documents after the harm" }).catch(() => undefined);
  const backMs = performance.now() - harmedAt;
  await delay(1_000);
  const answers = [...(await load.stop()), ...atOnce];
  figures.exactly(
    `${what}: four requests at once, asked until all have their document`,
    countStatuses(atOnce),
    "200: 4",
  );
  figures.atMost(`${what}: time to these documents`, backMs / 1_000, withinSeconds, "s");
  const others = answers.filter(({ status }) => status !== 200 && status !== 503 && status !== 504);
  figures.exactly(
    `${what}: answers besides PDFs, 503 and 504 (of ${countStatuses(answers)})`,
    countStatuses(others) || "none",
    "none",
  );
  figures.atMost(`${what}: the slowest answer`, slowest(answers) / 1_000, deadlineMs / 1_000 + 2, "s");
  return answers;
}
