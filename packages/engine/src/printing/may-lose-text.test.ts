import { expect, test } from "@jest/globals";
import { mayHideText, mayLeaveLeft } from "./may-lose-text.ts";

const word = "x".repeat(30);

test.each([
  ["a box of fixed height", "<style>p { height: 40px; overflow: hidden }</style><p>a", true],
  ["a box of limited height", '<p style="overflow:clip;max-height:2em">a', true],
  ["lines that do not break", "<style>td { overflow: hidden; white-space: nowrap }</style>", true],
  ["a box that scrolls", "<style>.wide { overflow-x: auto }</style>", true],
  [
    "round corners",
    "<style>p { overflow: hidden; border-radius: 8px; min-height: 9px; line-height: 2 }</style><p>a",
    false,
  ],
  ["a height in another rule", "<style>p { overflow: hidden } td { height: 9px }</style><p>a", false],
  ["round corners and a long word", `<style>p { overflow: hidden }</style><p>${word}`, true],
  ["a long word alone", `<p>${word}`, false],
  ["a visible overflow", "<style>p { height: 9px; overflow: visible }</style><p>a", false],
])("a document with %s may hide text: %#", (_what, html, may) => {
  expect(mayHideText(html)).toBe(may);
});

test.each([
  ["text from right to left", '<html dir="rtl"><p>a', true],
  ["a direction that its text decides", "<html dir=auto><p>a", true],
  ["a box on the right", '<p style="float: right">a', false],
  ["a long word in a box on the right", `<p style="float:right">${word}`, true],
  ["a long word at the right edge", `<p style="position: absolute; right: 0">${word}`, true],
  ["a long word beside a padding on the right", `<p style="padding-right: 0">${word}`, false],
])("a document with %s may leave its page on the left: %#", (_what, html, may) => {
  expect(mayLeaveLeft(html)).toBe(may);
});
