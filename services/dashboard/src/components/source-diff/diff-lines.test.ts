import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { diffLines, foldUnchanged, type DiffLine } from "./diff-lines.ts";

function sideOf(lines: readonly DiffLine[], side: "before" | "after"): string {
  const ofSide = lines.filter((line) => line[side] !== undefined);
  expect(ofSide.map((line) => line[side])).toEqual(ofSide.map((_line, index) => index + 1));
  return ofSide.map(({ segments }) => segments.map(({ text }) => text).join("")).join("");
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

test("a comparison contains both texts completely and in order", () => {
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

test("the differing words of a slightly changed line are marked", () => {
  const changed = diffLines("<h1>Invoice</h1>\n", "<h1>Receipt</h1>\n").map(({ kind, segments }) => [
    kind,
    segments.filter(({ isChanged }) => isChanged).map(({ text }) => text),
  ]);
  expect(changed).toEqual([
    ["removed", ["Invoice"]],
    ["added", ["Receipt"]],
  ]);
});

describe("unchanged text", () => {
  const text = Array.from({ length: 30 }, (_, line) => `line ${line}\n`);

  test("is folded away, except three lines around a change", () => {
    const lines = diffLines(text.join(""), text.with(15, "other\n").join(""));
    expect(foldUnchanged(lines).map(({ kind, lines: ofPart }) => [kind, ofPart.length])).toEqual([
      ["gap", 12],
      ["lines", 8],
      ["gap", 11],
    ]);
  });

  test("is shown if folding would hide a single line", () => {
    const lines = diffLines(text.join(""), text.with(4, "other\n").with(12, "other\n").join(""));
    expect(foldUnchanged(lines).map(({ kind, lines: ofPart }) => [kind, ofPart.length])).toEqual([
      ["lines", 18],
      ["gap", 14],
    ]);
  });
});

describe("very different texts", () => {
  const linesOf = (word: string, count: number) => Array.from({ length: count }, (_, line) => `${word} ${line}\n`);

  test("are shown as replaced as a whole once they differ by more than 1,500 lines", () => {
    const kinds = (count: number) => {
      const lines = diffLines(["same\n", ...linesOf("a", count)].join(""), ["same\n", ...linesOf("b", count)].join(""));
      return new Set(lines.map(({ kind }) => kind));
    };
    expect([kinds(750), kinds(751)]).toEqual([new Set(["same", "removed", "added"]), new Set(["removed", "added"])]);
  });

  // Without that limit, this takes minutes.
  test("can have 40,000 lines each", () => {
    expect(diffLines(linesOf("a", 40_000).join(""), linesOf("b", 40_000).join(""))).toHaveLength(80_000);
  });
});
