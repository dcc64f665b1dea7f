import { expect, test } from "@jest/globals";
import type { Cell, SheetValue } from "../cell.ts";
import { kindOfColumn } from "./column-kind.ts";

const number = (shown: string): SheetValue => ({ kind: "number", held: 1, shown });
const date: SheetValue = { kind: "date", held: 46_356, shown: "30.11.2026", date: "2026-11-30" };
const time: SheetValue = { kind: "time", held: 1.5, shown: "36:00" };
const truth: SheetValue = { kind: "boolean", held: true, shown: "TRUE" };
const fault: Cell = { fault: "error", shown: "#N/A" };

test.each<[string, Cell[], string | undefined]>([
  ["amounts", [number("1,234.50 EUR"), number("-S/ 5"), number("19.5%"), number("1 234,50"), number("0.5")], "number"],
  ["numbers with faults and gaps", [number("1"), fault, null], "number"],
  ["names that begin with zeros", [number("01067"), number("99999")], undefined],
  ["names that all begin with zeros", [number("007"), number("00")], "text"],
  ["telephone numbers", [number("(555) 123-4567"), number("555-1234")], "text"],
  ["fractions", [number("1 1/2")], "text"],
  ["dates", [date, null], "date"],
  ["durations", [time], "text"],
  ["truth values", [truth], "boolean"],
  ["values of two kinds", [truth, number("1")], undefined],
  ["texts", ["Ada"], "text"],
  ["nothing", [null, fault], undefined],
])(
  "a column is proposed as what its cells are, and numbers as texts that would lose their look: %s",
  (_what, cells, kind) => {
    const lines = cells.map((cell, index) => ({ row: index + 2, cells: [cell] }));
    expect(kindOfColumn([...lines, { row: 99, cells: ["all"], omission: "total" }], 0)).toBe(kind);
  },
);
