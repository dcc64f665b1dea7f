import { expect, test } from "@jest/globals";
import { randomFrom } from "../random-from.ts";
import { findGrowth, type Read } from "./find-growth.ts";
import { wordsIn } from "./searches.ts";
import { shapesOf } from "./test-growth.ts";

/** Code that was quadratic once, with the expression or the search that made it so. */
const quadratic: [source: string, Read][] = [
  [String.raw`/url\(\s*["']?\s*(?:data:|#)/`, (text) => /url\(\s*["']?\s*(?:data:|#)/.test(text)],
  [
    `text.indexOf("<style"); text.indexOf("</style")`,
    (text) => {
      let ends = 0;
      for (let at = text.indexOf("<style"); at !== -1; at = text.indexOf("<style", at + 1)) {
        ends += text.indexOf("</style", at);
      }
      return ends;
    },
  ],
  [String.raw`/<(script|style)\b[\s\S]*?<\/\1/`, (text) => /<(script|style)\b[\s\S]*?<\/\1/.test(text)],
  ["", (text) => text.includes(`${text.slice(0, text.length / 4)}b${text.slice(0, text.length / 4)}`)],
];

test.each(quadratic)("the words of %s make texts whose time grows faster than they do", (source, reads) => {
  const shapes = shapesOf(wordsIn(source), 100, randomFrom(1));
  expect(shapes.some((shape) => findGrowth(reads, shape, 16_384).growth !== undefined)).toBe(true);
});
