import { expect, test } from "@jest/globals";
import { dayOf, instantOf } from "./day.ts";

test.each(["2026-03-28", "2026-03-29", "2026-10-25", "2024-02-29", "2026-12-31"])(
  "%s survives the conversion to instants and back, even when clocks change",
  (day) => {
    for (const edge of ["start", "end"] as const) expect(dayOf(instantOf(day, edge) ?? "", edge)).toBe(day);
    expect(Date.parse(instantOf(day, "end") ?? "")).toBeGreaterThan(Date.parse(instantOf(day, "start") ?? ""));
  },
);

test.each(["", "soon", "2026-13-01", "19999-01-01"])("%j is not a day", (text) => {
  expect(instantOf(text, "start")).toBeUndefined();
});
