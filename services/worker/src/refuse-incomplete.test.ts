import { expect, test } from "@jest/globals";
import { warningSeverityOf, type Warning } from "@platen/contracts";
import { refuseIncomplete } from "./refuse-incomplete.ts";

const warnings = Object.entries(warningSeverityOf).map(([code, severity]): Warning => ({
  code,
  severity,
  message: "m",
}));

/** The code of the failure, or undefined for a document that is given. */
function failureOf(strict: boolean | string[] | undefined, ...given: Warning[]): unknown {
  try {
    refuseIncomplete({ strict }, given, "print");
    return undefined;
  } catch (error) {
    return error instanceof Error && "code" in error ? error.code : error;
  }
}

test.each(warnings)("strict refuses $code where its severity or its code says so, and nowhere else", (warning) => {
  const failure = /^(?:data|translation)\./.test(warning.code) ? "data_invalid" : "render_failed";
  const other = warnings.find(({ code }) => code !== warning.code)?.code ?? "";
  expect(failureOf(true, warning)).toBe(warning.severity === "error" ? failure : undefined);
  expect(failureOf([warning.code], warning)).toBe(failure);
  expect(failureOf([other, warning.code], ...warnings.filter((each) => each !== warning))).toBeDefined();
  for (const strict of [false, undefined, [], [other]]) expect(failureOf(strict, warning)).toBeUndefined();
  expect(failureOf(true)).toBeUndefined();
});
