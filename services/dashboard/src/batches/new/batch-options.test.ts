import { expect, test } from "@jest/globals";
import { noOptions, readOptions } from "./batch-options.ts";

const now = Date.parse("2026-11-25T12:00:00Z");

test("options of a batch are left out while they are empty, and are fields of the request otherwise", () => {
  expect(readOptions(noOptions, now)).toEqual({ fields: {}, mistakes: {} });
  const options = {
    expiresIn: "86400",
    notBefore: "2026-12-01T02:30",
    stopAfterFailures: " 20 ",
    locale: "de-CH",
    timeZone: "Europe/Zurich",
  };
  expect(readOptions(options, now)).toEqual({
    fields: {
      expiresIn: 86_400,
      notBefore: new Date(2026, 11, 1, 2, 30).toISOString(),
      stopAfterFailures: 20,
      locale: "de-CH",
      timeZone: "Europe/Zurich",
    },
    mistakes: {},
  });
});

test.each([
  ["notBefore", "2026-11-24T12:00"],
  ["notBefore", "2027-01-24T12:00"],
  ["stopAfterFailures", "0"],
  ["stopAfterFailures", "many"],
  ["stopAfterFailures", "1000001"],
  ["locale", "de_CH"],
] as const)("the option %s with the value %s gets a message at its field, and is not sent", (name, value) => {
  const { fields, mistakes } = readOptions({ ...noOptions, [name]: value }, now);
  expect(fields).toEqual({});
  expect(Object.keys(mistakes)).toEqual([name]);
});
