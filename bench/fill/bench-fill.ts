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

const rows = Array.from({ length: values }, (_, index) => ({ total: 1_240.1 + index, name: `row ${index}` }));
const formatted = "{{#rows}}<td>{{ total | money EUR }}</td>{{/rows}}";
const plain = "{{#rows}}<td>{{total}}</td>{{/rows}}";

/** Compares filling with mustache.js, and measures what formats add. No document is printed. */
export const benchFill: Benchmark = () => {
  const data = invoice.data("2031");
  const parts = {
    invoice: parseMustache(invoice.html),
    plain: parseMustache(plain),
    formatted: parseMustache(formatted),
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
    { name: `${values} values without formats`, run: () => fill("plain", { rows }), durations: [] as number[] },
    { name: `${values} values with formats`, run: () => fill("formatted", { rows }), durations: [] as number[] },
  ];
  // In turn, so that a slow moment of the machine affects all of them.
  for (let round = 0; round < warmUpRounds + rounds; round += 1) {
    for (const { run, durations } of cases) {
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
      {
        name: `median ms of ${values} formatted values`,
        values: [median(durationsOf(`${values} values with formats`))],
        goal: { atMost: 0.2 },
      },
    ],
    failures: [],
  });
};
