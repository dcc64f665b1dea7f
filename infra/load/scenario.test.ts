import { describe, expect, test } from "@jest/globals";
import { isWholePdf, scenarioOf } from "./k6/scenario.ts";
import { openShapes, phasesOf } from "./shapes.ts";

const load = { rate: 7.5, seconds: 60, customers: 16 };

/** How many requests k6 begins: the area below the line that its stages draw. */
function requestsOf(scenario: ReturnType<typeof scenarioOf>): number {
  if (scenario.executor !== "ramping-arrival-rate") throw new Error("has no stages");
  let rate = scenario.startRate / 60;
  let total = 0;
  for (const { target, duration } of scenario.stages) {
    total += ((rate + target / 60) / 2) * Number(duration.replace("s", ""));
    rate = target / 60;
  }
  return total;
}

describe("a scenario of k6", () => {
  test.each(openShapes)("%s begins as many requests as the same shape of `pnpm bench load`", (shape) => {
    const expected = phasesOf(shape, load).reduce(
      (sum, { seconds, fromRate, toRate }) => sum + (seconds * (fromRate + toRate)) / 2,
      0,
    );
    expect(requestsOf(scenarioOf(shape, load))).toBeCloseTo(expected, 5);
  });

  test("steady has customers instead of a rate", () => {
    expect(scenarioOf("steady", load)).toMatchObject({ executor: "constant-vus", vus: 16, duration: "60s" });
  });

  test("a shape that there is not is refused with those that there are", () => {
    expect(() => scenarioOf("storm", load)).toThrow("SHAPE must be steady or one of ramp, spike, soak");
  });
});

test("an answer counts as a PDF only from its first mark to its last", () => {
  const bytes = (text: string) => new TextEncoder().encode(text).buffer;
  expect(isWholePdf(bytes(`%PDF-1.4${" ".repeat(5_000)}%%EOF\n`))).toBe(true);
  expect(isWholePdf(bytes(`%PDF-1.4${" ".repeat(5_000)}`))).toBe(false);
  expect(isWholePdf(bytes('{"success":false}%%EOF'))).toBe(false);
  expect(isWholePdf(bytes(""))).toBe(false);
});
