import { expect, test } from "@jest/globals";
import { toolsThatFit } from "./tools-that-fit.ts";

test("the tools have words where at least three of them fit, and the most used ones come first", () => {
  const at = (width: number) => {
    const { shown, hasWords } = toolsThatFit(width);
    return `${shown.size} ${hasWords ? "words" : "icons"}, last ${[...shown].at(-1)}`;
  };
  expect([1_080, 600, 370, 330, 150].map(at)).toEqual([
    "10 words, last Brand",
    "5 words, last Columns",
    "3 words, last Heading",
    "6 icons, last Divider",
    "1 icons, last Text",
  ]);
});
