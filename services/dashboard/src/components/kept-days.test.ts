import { expect, test } from "@jest/globals";
import { keptChoices, keptDays } from "./kept-days.ts";

test("a project keeps PDFs no longer than the installation allows, whatever its settings say", () => {
  expect(keptDays({ contentDefaultDays: 7, contentMaxDays: null, contentLimitDays: 30 })).toEqual({
    byDefault: 7,
    most: 30,
  });
  expect(keptDays({ contentDefaultDays: 60, contentMaxDays: 90, contentLimitDays: 30 })).toEqual({
    byDefault: 30,
    most: 30,
  });
  expect(keptDays({ contentDefaultDays: 2, contentMaxDays: 3, contentLimitDays: 30 })).toEqual({
    byDefault: 2,
    most: 3,
  });
});

test("the choices begin with the default, and have no time that the project refuses", () => {
  const choices = (contentDefaultDays: number, contentMaxDays: number | null, contentLimitDays: number) =>
    keptChoices({ contentDefaultDays, contentMaxDays, contentLimitDays }).map(
      ({ value, label }) => `${label} ${value}`,
    );
  expect(choices(7, null, 30)).toEqual(["7 days ", "1 day 86400", "30 days 2592000"]);
  expect(choices(1, 45, 3_650)).toEqual(["1 day ", "7 days 604800", "30 days 2592000", "45 days 3888000"]);
  expect(choices(1, 1, 30)).toEqual(["1 day "]);
  expect(choices(7, null, 365)).toEqual([
    "7 days ",
    "1 day 86400",
    "30 days 2592000",
    "90 days 7776000",
    "1 year 31536000",
  ]);
});
