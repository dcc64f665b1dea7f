import { createEvaluator } from "@platen/formats";
import { fillParts, parseMustache } from "@platen/mustache";
import Mustache from "mustache";
import type { Benchmark } from "../bench-context.ts";
import { invoice } from "../documents/invoice.ts";
import { describeMachine } from "../measure/report-results.ts";
import { median, percentile } from "../measure/statistics.ts";

const warmUpRounds = 500;
const rounds = 3_000;
const values = 60;
const maxOutputLength = 1_000_000;

const rows = Array.from({ length: values }, (_, index) => ({
  total: 1_240.1 + index,
  name: `row ${index}`,
  due: `2026-03-${10 + (index % 20)}`,
}));
/** Rows with six formats each. */
const mixedRows = rows.slice(0, values / 6);
const formatted = "{{#rows}}<td>{{ total | money EUR }}</td>{{/rows}}";
const mixed =
  "{{#rows}}<td>{{ total | times 3 | money EUR }}{{ total | number 2 }}{{ due | date long }}{{ due | date 'd. MMM yyyy' }}{{ total | plural 'one' '# pieces' }}{{# name | is 'row 1' }}x{{/name}}</td>{{/rows}}";
const plain = "{{#rows}}<td>{{total}}</td>{{/rows}}";

/** Compares filling with mustache.js, and measures what formats add. No document is printed. */
export const benchFill: Benchmark = () => {
  const data = invoice.data("2031");
  const parts = {
    invoice: parseMustache(invoice.html),
    plain: parseMustache(plain),
    formatted: parseMustache(formatted),
    mixed: parseMustache(mixed),
    invoiceDialect1: parseMustache(invoice.html, { dialect: 1 }),
  };
  Mustache.parse(invoice.html);
  const fill = (of: keyof typeof parts, from: unknown) =>
    fillParts(parts[of], from, {
      maxOutputLength,
      evaluator: createEvaluator({ locale: "nl-NL", timeZone: "Europe/Amsterdam", currency: "EUR" }),
    });
  const cases = [
    { name: "invoice, by mustache.js", run: () => Mustache.render(invoice.html, data), durations: [] as number[] },
    { name: "invoice", run: () => fill("invoice", data), durations: [] as number[] },
    {
      name: "invoice, in dialect 1",
      run: () => fill("invoiceDialect1", data),
      durations: [] as number[],
    },
    { name: `${values} values without formats`, run: () => fill("plain", { rows }), durations: [] as number[] },
    { name: `${values} values with formats`, run: () => fill("formatted", { rows }), durations: [] as number[] },
    {
      name: `${values} values with six kinds of formats`,
      run: () => fill("mixed", { rows: mixedRows }),
      durations: [] as number[],
    },
  ];
  // In turn and in either order, so that a slow moment of the machine affects all of them.
  for (let round = 0; round < warmUpRounds + rounds; round += 1) {
    for (const { run, durations } of round % 2 === 0 ? cases : cases.toReversed()) {
      const startedAt = performance.now();
      run();
      const durationMs = performance.now() - startedAt;
      if (round >= warmUpRounds) durations.push(durationMs);
    }
  }
  const durationsOf = (name: string) => cases.find((one) => one.name === name)?.durations ?? [];
  return Promise.resolve({
    machine: describeMachine("no browser"),
    tables: [
      {
        columns: ["Filled", "median ms", "p95 ms"],
        rows: cases.map(({ name, durations }) => [
          name,
          median(durations).toFixed(4),
          percentile(durations, 0.95).toFixed(4),
        ]),
      },
    ],
    figures: [
      ...[`${values} values with formats`, `${values} values with six kinds of formats`].map((name) => ({
        name: `median ms of ${name}`,
        values: [median(durationsOf(name))],
        goal: { atMost: 0.2 },
      })),
      {
        name: "the invoice, compared with dialect 1",
        values: [median(ratios(durationsOf("invoice"), durationsOf("invoice, in dialect 1")))],
        goal: { atMost: 1.05 },
      },
    ],
    failures: [],
  });
};

const ratios = (ours: readonly number[], theirs: readonly number[]) =>
  ours.map((duration, round) => duration / (theirs[round] ?? duration));
