import { expect, test } from "@jest/globals";
import { areaOf, drawnName, smallerSize } from "./scale-picture.ts";

test.each([
  ["photo.jpg", 900_000, { width: 3999, height: 3000 }, undefined],
  ["photo.jpg", 900_000, { width: 4000, height: 3000 }, { width: 3508, height: 2631 }],
  ["photo.png", 5_000_001, { width: 3000, height: 2000 }, { width: 3000, height: 2000 }],
  ["tall.webp", 9_000_000, { width: 1000, height: 20_000 }, { width: 175, height: 3508 }],
  ["animation.gif", 9_000_000, { width: 5000, height: 5000 }, undefined],
  ["drawing.svg", 9_000_000, { width: 5000, height: 5000 }, undefined],
])("%s of %i bytes and %o is offered as %o", (name, sizeBytes, pixels, size) =>
  expect(smallerSize(name, sizeBytes, pixels)).toEqual(size),
);

test.each([
  ["photo.jpeg", "photo.jpeg"],
  ["Photo.JPG", "Photo.JPG"],
  ["a.b/photo.webp", "a.b/photo.png"],
])("%s is %s after the browser drew it", (name, scaled) => expect(drawnName(name)).toBe(scaled));

test.each([
  [
    { x: 0, y: 0, width: 100, height: 100 },
    { x: 0, y: 0, width: 300, height: 200 },
  ],
  [
    { x: 10, y: 25, width: 50, height: 50 },
    { x: 30, y: 50, width: 150, height: 100 },
  ],
  [
    { x: 99.9, y: 99.9, width: 0.1, height: 0 },
    { x: 299, y: 199, width: 1, height: 1 },
  ],
  [
    { x: 33.4, y: 0, width: 66.7, height: 100 },
    { x: 100, y: 0, width: 200, height: 200 },
  ],
])("%o percent of a picture are %o of its pixels, and never beyond it", (percent, area) =>
  expect(areaOf(percent, { width: 300, height: 200 })).toEqual(area),
);
