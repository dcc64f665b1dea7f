import { expect, test } from "@jest/globals";
import { createPrintedFamilies } from "./printed-families.ts";

const { printed } = createPrintedFamilies({
  genericFamilies: ["sans-serif", "serif"],
  fallbackFamilies: ["Tinos", "Noto Sans Thai"],
});
const fallback = '"Tinos", "Noto Sans Thai"';

test.each([
  ["Inter, Arial, sans-serif", `Inter, Arial, "sans-serif", ${fallback}`],
  ["SERIF", `"serif", ${fallback}`],
  // A family of this name, not the generic one.
  ['"serif", \'a, serif\', "b\\", serif"', `"serif", 'a, serif', "b\\", serif", ${fallback}`],
  ["var(--f, Inter, serif), serif", `var(--f, Inter, serif), "serif", ${fallback}`],
  ["-apple-system, cursive, ui-serif", fallback],
  ["initial", fallback],
  ["inherit", "inherit"],
  ["revert-layer", "revert-layer"],
])("the families %s are printed as %s", (list, expected) => {
  expect(printed(list)).toBe(expected);
});

test("a style keeps its priority, and its variables and a short form with variables are rewritten too", () => {
  const values: Record<string, string> = {
    "--f": "Inter, sans-serif",
    "--other": "1px solid",
    font: "12px var(--f)",
  };
  const style = {
    *[Symbol.iterator]() {
      yield* ["--f", "--other", "font-family"];
    },
    getPropertyValue: (name: string) => values[name] ?? "",
    getPropertyPriority: (name: string) => (name === "font" ? "important" : ""),
    setProperty: (name: string, value: string, priority: string) => {
      values[name] = `${value} ${priority}`.trim();
    },
  };
  createPrintedFamilies({ genericFamilies: ["sans-serif"], fallbackFamilies: ["Tinos"] }).apply(style);
  expect(values).toEqual({
    "--f": 'Inter, "sans-serif"',
    "--other": "1px solid",
    font: '12px var(--f), "Tinos" important',
  });
});
