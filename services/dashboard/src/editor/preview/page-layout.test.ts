import { expect, test } from "@jest/globals";
import { actualSize, fitScale, layOutPages, pageAt, pagesBetween, sameHeight } from "./page-layout.ts";

const a4 = { width: 595, height: 842 };
const pages = [a4, { width: 842, height: 595 }, a4, a4];

test("pages stand one below the other and do not touch", () => {
  const { boxes, height } = layOutPages(pages, 1);
  expect(boxes.map(({ top }) => top)).toEqual([16, 874, 1_485, 2_343]);
  expect(height).toBe(2_343 + 842 + 16);
});

test("the widest page fills the width, and small paper is at most doubled", () => {
  const scale = fitScale(pages, 600);
  expect(layOutPages(pages, scale).width).toBe(600);
  expect(fitScale([{ width: 100, height: 100 }], 1_000)).toBe(2 * actualSize);
  expect(fitScale(pages, 0)).toBeGreaterThan(0);
});

test("a height belongs to the page whose top is above it", () => {
  const layout = layOutPages(pages, 1);
  expect([0, 16, 873, 874, 2_342, 99_999].map((y) => pageAt(layout, y))).toEqual([0, 0, 0, 1, 2, 3]);
});

test("pages between two heights are listed from the middle outwards", () => {
  const layout = layOutPages(
    Array.from({ length: 300 }, () => a4),
    1,
  );
  expect(pagesBetween(layout, 858 * 100, 858 * 104)).toEqual([101, 100, 102, 99, 103]);
});

test("content under the pointer stays in place when the scale changes", () => {
  const before = layOutPages(pages, 1);
  const after = layOutPages(pages, 2.5);
  const [first, second] = [before.boxes[1], after.boxes[1]];
  // A third down the second page, 200 pixels below the top of the window.
  const scrollTop = (first?.top ?? 0) + (first?.height ?? 0) / 3 - 200;
  const moved = sameHeight(before, after, scrollTop, 200);
  expect(moved + 200).toBeCloseTo((second?.top ?? 0) + (second?.height ?? 0) / 3, 5);
  expect(sameHeight(after, before, moved, 200)).toBeCloseTo(scrollTop, 5);
  expect(sameHeight(before, after, 0, 0)).toBe(0);
});
