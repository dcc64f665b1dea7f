import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { diffLines, foldUnchanged, type DiffLine } from "./diff-lines.ts";

function sideOf(lines: readonly DiffLine[], side: "before" | "after"): string {
  const ofSide = lines.filter((line) => line[side] !== undefined);
  expect(ofSide.map((line) => line[side])).toEqual(ofSide.map((_line, index) => index + 1));
  return ofSide.map(({ pieces }) => pieces.map(({ text }) => text).join("")).join("");
}

const anyLine = fc.constantFrom(
  "<p>one</p>\n",
  "<p>two</p>\n",
  "\n",
  "a b c\r\n",
  "a x c\n",
  "  \n",
  "{{#items}}\n",
  "é",
);

test("a comparison holds both texts whole, in their order, whatever they are", () => {
  const anyText = fc.array(anyLine, { maxLength: 30 }).map((lines) => lines.join(""));
  fc.assert(
    fc.property(anyText, anyText, (before, after) => {
      const lines = diffLines(before, after);
      expect(sideOf(lines, "before")).toBe(before);
      expect(sideOf(lines, "after")).toBe(after);
      expect(foldUnchanged(lines).flatMap((part) => part.lines)).toEqual(lines);
      if (before === after) expect(lines.every(({ kind }) => kind === "same")).toBe(true);
    }),
  );
});

test("of a line that was changed a little the words that differ are marked", () => {
  const changed = diffLines("<h1>Invoice</h1>\n", "<h1>Receipt</h1>\n").map(({ kind, pieces }) => [
    kind,
    pieces.filter(({ isChanged }) => isChanged).map(({ text }) => text),
  ]);
  expect(changed).toEqual([
    ["removed", ["Invoice"]],
    ["added", ["Receipt"]],
  ]);
});

describe("what did not change", () => {
  const text = Array.from({ length: 30 }, (_, line) => `line ${line}\n`);

  test("is folded away but for three lines around a change", () => {
    const lines = diffLines(text.join(""), text.with(15, "other\n").join(""));
    expect(foldUnchanged(lines).map(({ kind, lines: ofPart }) => [kind, ofPart.length])).toEqual([
      ["gap", 12],
      ["lines", 8],
      ["gap", 11],
    ]);
  });

  test("is shown where folding would hide a single line", () => {
    const lines = diffLines(text.join(""), text.with(4, "other\n").with(12, "other\n").join(""));
    expect(foldUnchanged(lines).map(({ kind, lines: ofPart }) => [kind, ofPart.length])).toEqual([
      ["lines", 18],
      ["gap", 14],
    ]);
  });
});

test("texts with nothing in common are compared at once, however long", () => {
  const long = (word: string) => Array.from({ length: 40_000 }, (_, line) => `${word} ${line}\n`).join("");
  const startedAt = performance.now();
  expect(diffLines(long("a"), long("b"))).toHaveLength(80_000);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});
