import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { publicOperations } from "@platen/contracts";
import { internalOperations } from "@platen/contracts/internal";
import { z } from "zod";
import { queryFaults, readAlerts, readPromql } from "./src/index.ts";

const read = (path: string) => readFileSync(join(import.meta.dirname, path), "utf8");

const panel = z.object({
  title: z.string(),
  type: z.string(),
  targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })).default([]),
});
const dashboard = z.object({ panels: z.array(panel) }).parse(JSON.parse(read("dashboard.json")));
const runbook = read("../../docs/runbook.md");
const alerts = readAlerts().groups.flatMap(({ rules }) => rules);

const expressions = [
  ...alerts.map(({ alert, expr }) => [alert, expr, ""] as const),
  ...dashboard.panels.flatMap(({ title, targets }) =>
    targets.map(({ expr, legendFormat }) => [title, expr, legendFormat] as const),
  ),
];

const operationIds: readonly string[] = [...publicOperations(), ...Object.values(internalOperations)].map(
  ({ operationId }) => operationId,
);

test("there are alerts and panels to look at", () => {
  expect(alerts.length).toBeGreaterThanOrEqual(6);
  expect(expressions.length).toBeGreaterThan(30);
});

test.each(expressions)(
  "%s: %s is PromQL over metrics, labels and operations that the code has",
  (_, expression, legend) => {
    const shown = [...legend.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = ""]) => name);
    expect(queryFaults(expression, shown)).toEqual([]);
    const asked = readPromql(expression).equals.filter(({ label }) => label === "operation");
    expect(asked.filter(({ value }) => !operationIds.includes(value))).toEqual([]);
  },
);

test.each([
  ["an unknown series", "sum(platen_documents)", []],
  ["a histogram without its suffix", "platen_queue_wait_seconds", []],
  ["a label that it does not have", 'platen_queue_jobs{queue="a"}', []],
  ["a label to group by that it does not have", "sum by (queue) (platen_queue_jobs)", []],
  ["a label in the legend that it does not have", "platen_queue_jobs", ["stage"]],
  ["the rate of a gauge", "rate(platen_queue_jobs[5m])", []],
  ["a bracket that is missing", "sum(platen_queue_jobs", []],
  ["a number", "1 > 0", []],
])("%s is found", (_, expression, shown) => {
  expect(queryFaults(expression, shown)).toHaveLength(1);
});

test("a panel shows the chosen installations, and an alert belongs to one", () => {
  for (const { title, targets } of dashboard.panels)
    for (const { expr } of targets) {
      const chosen = expr.split('{namespace=~"$namespace"').length - 1;
      expect([title, chosen]).toEqual([title, expr.match(/\b(platen|process|nodejs)_\w+\b/g)?.length]);
    }
  for (const { alert, expr } of alerts)
    for (const [aggregation] of expr.matchAll(/\b(sum|max|min|group)\b[^(]*\(\w*/g))
      expect([alert, aggregation]).toEqual([alert, expect.stringMatching(/ by \(namespace$/)]);
});

describe("the runbook", () => {
  const sections = [...runbook.matchAll(/^## (\w+)$/gm)].map(([, name = ""]) => name);

  test("has a section for each alert, to which it leads, and none without", () => {
    expect(sections).toEqual(alerts.map(({ alert }) => alert));
    for (const { alert, annotations } of alerts)
      expect(annotations.runbook_url).toBe(`https://platen.example/docs/runbook.md#${alert.toLowerCase()}`);
  });

  test("says of each what it means, what users see, what to look at and what to do", () => {
    for (const section of runbook.split(/^## /m).slice(1)) {
      const said = [...section.matchAll(/^\*\*([\w ]+?)\.?\*\*/gm)].map(([, words]) => words);
      expect([section.split("\n")[0], said]).toEqual([section.split("\n")[0], ["Means", "Users see", "Look at", "Do"]]);
    }
  });

  test("names panels that the dashboard has", () => {
    const titles = dashboard.panels.map(({ title }) => title);
    const named = [...runbook.replaceAll(/\s+/g, " ").matchAll(/(?<=[ (])_([A-Z][^_]+)_/g)].map(
      ([, title = ""]) => title,
    );
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((title) => !titles.includes(title))).toEqual([]);
  });
});
