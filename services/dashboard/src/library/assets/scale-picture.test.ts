import { expect, test } from "@jest/globals";
import { scaledName, smallerSize } from "./scale-picture.ts";

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
  ["a.b/photo.webp", "a.b/photo.png"],
])("%s is %s after it was scaled", (name, scaled) => expect(scaledName(name)).toBe(scaled));
