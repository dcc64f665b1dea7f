import { setTimeout as delay } from "node:timers/promises";
import { askSteadily, countStatuses, createCaller, type Caller } from "../../load/caller.ts";
import { quantile, timesOf } from "../../load/times.ts";
import { exhaustingDocuments } from "../../harms/exhausting-documents.ts";
import { faultRow } from "../../runner/fault-row.ts";

/** The deadline of each exhausting document. */
const deadlineMs = 1_500;
const graceMs = 2_000;
/** The codes that blame the document, or name the stage that took too long. */
const refusals = new Set([
  "document.too_large",
  "document.memory_exceeded",
  "render.failed",
  "render.timeout",
  "template.syntax_invalid",
]);

faultRow("C1", "Documents try to exhaust time and memory", async (figures, stage) => {
  const platen = await stage.startPlaten({ workers: 2 });
  const quiet = await createCaller(platen, "Quiet", "<h1>{{marker}}</h1>");
  const attackers: { name: string; data: Record<string, unknown>; caller: Caller }[] = [];
  for (const { name, html, data = {}, settings } of exhaustingDocuments) {
    attackers.push({ name, data, caller: await createCaller(platen, name, html, settings) });
  }
  for (let again = 0; again < 20; again += 1) await quiet.ask(`warm ${again}`);
  const alone = askSteadily(4, (number) => quiet.ask(`before ${number}`));
  await delay(2_500);
  const before = await alone.stop();

  const load = askSteadily(1, (number) => quiet.ask(`beside ${number}`));
  const headers = { "platen-deadline-ms": String(deadlineMs) };
  for (const { name, data, caller } of attackers) {
    const { status, code = "", sentAt, answeredAt } = await caller.ask(name, { data, headers });
    const tookMs = answeredAt - sentAt;
    // Chromium prints some of them: it leaves out what is too large to draw.
    const isGood = status === 200 || refusals.has(code);
    figures.isTrue(
      `${name} ends with a document or a reason within ${(deadlineMs + graceMs) / 1_000} s`,
      isGood && tookMs <= deadlineMs + graceMs,
      `${status} ${code} after ${(tookMs / 1_000).toFixed(1)} s`,
    );
  }
  const beside = await load.stop();
  figures.exactly("answers to another project meanwhile", countStatuses(beside), `200: ${beside.length}`);
  const p95 = (answers: typeof beside) => quantile(timesOf(answers), 0.95);
  figures.atMost("p95 of its documents (bar: three times the p95 before)", p95(beside), 3 * p95(before), "ms");
});
