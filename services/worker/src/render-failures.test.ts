import { expect, test } from "@jest/globals";
import { ApiProblem, TransportError } from "@platen/client";
import { RenderError } from "@platen/engine/failure";
import { isCatalogAway, nameOption } from "./render-failures.ts";

const requestId = "req_1";
const problem = (
  status: number,
  code: "dependency.unavailable" | "storage.unavailable" | "internal" | "auth.token_invalid",
) => new ApiProblem(status, { code, message: "It fails.", requestId });

test.each([
  ["a connection that breaks", new TransportError("it breaks", { failure: "connection" }), true],
  ["a call that takes too long", new TransportError("no answer", { failure: "timeout" }), true],
  ["an answer of another release", new TransportError("it does not match", { failure: "answer" }), false],
  ["a catalog without its database", problem(503, "dependency.unavailable"), true],
  ["a catalog without its storage", problem(503, "storage.unavailable"), false],
  ["a grant that it refuses, which the worker has checked", problem(401, "auth.token_invalid"), true],
  ["a mistake of the catalog", problem(500, "internal"), false],
  ["no cause", undefined, false],
])("a catalog is away after %s: only then does a failed try say nothing about its document", (_what, cause, isAway) => {
  expect(isCatalogAway(new RenderError("storage_unavailable", { cause }))).toBe(isAway);
});

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
  const inFormula = new RenderError("template_syntax", {
    details: [{ path: "settings.calculated.0.formula", message: "is wrong" }],
  });
  expect(nameOption(inFormula, { calculated: [] })).toMatchObject({
    details: [{ path: "options.calculated.0.formula" }],
  });
});
