import { afterAll, beforeAll } from "@jest/globals";
import { startPlaten, type Platen } from "@platen/testing";
import { z } from "zod";
import { exhaustingDocuments } from "../harms/exhausting-documents.ts";
import { createCustomer } from "../load/create-customer.ts";
import { faultRow } from "../runner/fault-row.ts";
import { documentsOf, generate, offer, quantile, type Answer, type Customer } from "../load/send-load.ts";

/** The deadline of each exhausting document. */
const budgetMs = 3_000;
const graceMs = 2_000;
/** The codes that blame the document, or name the stage that took too long. */
const refusals = new Set(["document.too_large", "render.failed", "render.timeout", "template.syntax_invalid"]);
const problem = z.object({ error: z.object({ code: z.string() }) });

let platen: Platen;
let quiet: Customer;
const attackers: { name: string; customer: Customer }[] = [];

beforeAll(async () => {
  platen = await startPlaten({ workers: 2 });
  quiet = await createCustomer(platen, "Quiet", "<h1>Invoice {{number}}</h1>", { number: 1 });
  for (const { name, html, data, settings } of exhaustingDocuments) {
    const customer = await createCustomer(platen, name, html, data ?? {}, settings);
    attackers.push({ name, customer: { ...customer, deadlineMs: budgetMs } });
  }
  for (let again = 0; again < 20; again += 1) await generate(quiet);
}, 180_000);

afterAll(() => platen?.stop());

/** The end of an exhausting document. A refusal with its reason is good, and so is a document. */
function endOf({ status, body }: Answer): { end: string; isGood: boolean } {
  // Chromium prints some of them: it leaves out what is too large to draw.
  if (status === 200) return { end: "a document", isGood: true };
  const code = problem.safeParse(JSON.parse(body.toString())).data?.error.code ?? "an unknown problem";
  return { end: `${status} ${code}`, isGood: refusals.has(code) };
}

const p95 = (answers: readonly Answer[]) =>
  quantile(
    answers.map(({ tookMs }) => tookMs),
    0.95,
  );

faultRow("C1", { timeoutMs: 180_000 }, async (figures) => {
  const inQuiet = await offer(quiet, 2, 5_000);
  const asked: Promise<Answer>[] = [];
  const timer = setInterval(() => asked.push(generate(quiet)), 1_000);
  for (const { name, customer } of attackers) {
    const answer = await generate(customer);
    const { end, isGood } = endOf(answer);
    const isInTime = answer.tookMs <= budgetMs + graceMs;
    const seconds = (answer.tookMs / 1_000).toFixed(1);
    figures.isTrue(
      `${name} ends with a reason within ${(budgetMs + graceMs) / 1_000} s`,
      isGood && isInTime,
      `${end} after ${seconds} s`,
    );
  }
  clearInterval(timer);
  const beside = await Promise.all(asked);
  figures.exactly("answers to another project without a document", beside.length - documentsOf(beside).length, 0);
  figures.atMost(
    `p95 of its ${beside.length} documents (bar: three times the p95 before)`,
    p95(beside),
    3 * p95(inQuiet),
    "ms",
  );
});
