import { expect, test } from "@jest/globals";
import { ApiProblem, TransportError } from "@platen/client";
import { RenderError } from "@platen/engine/failure";
import { isCatalogAway } from "./catalog-away.ts";

const requestId = "req_1";
const problem = (status: number, code: "dependency.unavailable" | "storage.unavailable" | "internal") =>
  new ApiProblem(status, { code, message: "It fails.", requestId });

test.each([
  ["a connection that breaks", new TransportError("it breaks", { failure: "connection" }), true],
  ["a call that takes too long", new TransportError("no answer", { failure: "timeout" }), false],
  ["an answer of another release", new TransportError("it does not match", { failure: "answer" }), false],
  ["a catalog without its database", problem(503, "dependency.unavailable"), true],
  ["a catalog without its storage", problem(503, "storage.unavailable"), false],
  ["a mistake of the catalog", problem(500, "internal"), false],
  ["no cause", undefined, false],
])("a catalog is away after %s: only then does a failed try say nothing about its document", (_what, cause, isAway) => {
  expect(isCatalogAway(new RenderError("storage_unavailable", { cause }))).toBe(isAway);
});
