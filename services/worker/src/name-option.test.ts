import { expect, test } from "@jest/globals";
import { RenderError } from "@platen/engine/failure";
import { nameOption } from "./name-option.ts";

test("a failure names the option of the request where the request gave the setting, and else the setting", () => {
  const details = [{ path: "settings.pageRanges", message: "names no page" }];
  const error = new RenderError("render_failed", {
    stage: "print",
    detail: "settings.pageRanges names no page.",
    details,
  });
  expect(nameOption(error, { pageRanges: "9" })).toMatchObject({
    code: "render_failed",
    stage: "print",
    retryable: false,
    message: "options.pageRanges names no page.",
    details: [{ path: "options.pageRanges", message: "names no page" }],
  });
  expect(nameOption(error, { scale: 2 })).toBe(error);
});
