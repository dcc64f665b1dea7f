import { expect, test } from "@jest/globals";
import { metricsTable, platenMetrics } from "./src/index.ts";

test("a label whose values have no known bound is refused", async () => {
  const [metric] = await platenMetrics();
  if (!metric) throw new Error("there are no metrics");
  const named = { ...metric, name: "platen_tries_total", labels: ["email"] };
  expect(() => metricsTable([named])).toThrow("platen_tries_total{email}");
});

test("metrics are named as Prometheus asks: units at the end, counters with _total, nothing else with it", async () => {
  const own = (await platenMetrics()).filter(({ name }) => name.startsWith("platen_"));
  expect(own.length).toBeGreaterThan(20);
  for (const { name, type } of own) {
    expect(name).toMatch(/^platen(_[a-z]+)+$/);
    expect({ name, isTotal: name.endsWith("_total") }).toEqual({ name, isTotal: type === "counter" });
    expect(name).not.toMatch(/_(ms|milliseconds|kb|mb)$/);
    if (type === "histogram") expect(name).toMatch(/_seconds$/);
  }
});
