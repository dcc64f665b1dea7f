import { describe, expect, test } from "@jest/globals";
import { ApiProblem } from "@platen/client";
import { problems, type ProblemCode } from "@platen/contracts";
import { fieldMessages, problemMessage } from "./problem-message.ts";

function problem(code: ProblemCode, more: Partial<ApiProblem> = {}): ApiProblem {
  const { status, meaning } = problems[code];
  const { message = meaning, details = [], retryAfterSeconds } = more;
  return new ApiProblem(status, { code, message, requestId: "req_1", details: [...details] }, retryAfterSeconds);
}

// The table is closed; its keys are the codes.
test.each(Object.keys(problems) as ProblemCode[])("%s has a message of whole sentences, without code", (code) => {
  expect(problemMessage(problem(code))).toMatch(/^[A-Z][^`]*\.$/);
  expect(problemMessage(problem(code))).not.toContain("Retry-After");
});

describe("a problem", () => {
  test("has the operation's own message if that is more specific than the code's", () => {
    const message = "The current password is wrong.";
    expect(problemMessage(problem("auth.credentials_invalid", { message }))).toBe(message);
    expect(problemMessage(problem("auth.credentials_invalid"))).toBe("The e-mail address or the password is wrong.");
  });

  test("of the server itself names the request ID to look for", () => {
    expect(problemMessage(problem("internal"))).toContain("req_1");
  });

  test("that asks to wait names no header, whatever the operation says", () => {
    const message = "The queue is full. Wait the seconds in `Retry-After`.";
    expect(problemMessage(problem("queue.full", { message, retryAfterSeconds: 3 }))).toBe(
      "Platen has too many documents to make right now. Wait a few seconds, then try again.",
    );
  });

  test("of the network hides its technical cause", () => {
    expect(problemMessage(new TypeError("fetch failed: ECONNREFUSED"))).toBe(
      "Platen did not answer. Check your connection and try again.",
    );
  });

  test("of a form's field appears at the field, and only the first of several", () => {
    const details = [
      { path: "name", message: "must not be empty" },
      { path: "name", message: "must be one line" },
    ];
    expect(fieldMessages(problem("request.invalid", { details }), ["name"])).toEqual({ name: "Must not be empty." });
    expect(fieldMessages(problem("request.invalid", { details }), ["email"])).toBeUndefined();
    expect(fieldMessages(problem("template.name_taken"), ["name"])).toEqual({
      name: "Another template of the project has this name.",
    });
    expect(fieldMessages(problem("project.not_empty"), ["name"])).toBeUndefined();
  });
});

test.each([
  [1, "a few seconds"],
  [11, "a minute"],
  [61, "2 minutes"],
  [900, "15 minutes"],
  [7_200, "2 hours"],
])("a rate limit of %d s says to wait %s", (retryAfterSeconds, text) => {
  expect(problemMessage(problem("rate.limited", { retryAfterSeconds }))).toContain(` Wait ${text}, then `);
});
