import { failure, failureCodes } from "@platen/contracts";
import { describe, expect, test } from "@jest/globals";
import { abortedError } from "./race-abort.ts";
import { classify, toFailure } from "./classify.ts";
import { RenderError } from "./render-error.ts";

describe("classify", () => {
  test("a render error stays as it is", () => {
    const error = new RenderError("data_invalid");
    expect(classify(error)).toBe(error);
  });

  test.each([new Error("password=hunter2"), "text", undefined, { message: "odd" }])(
    "any other error is unknown and retryable, and its text stays in the cause",
    (thrown) => {
      const error = classify(thrown);
      expect(error).toMatchObject({ code: "unknown", retryable: true, cause: thrown });
      expect(JSON.stringify(toFailure(error))).not.toContain("hunter2");
    },
  );
});

test("every failure code becomes a failure that the contract accepts", () => {
  for (const code of failureCodes) {
    const error = new RenderError(code, { stage: "load", details: [{ path: "line 1", message: "odd" }] });
    expect(failure.parse(toFailure(error))).toMatchObject({ code, message: expect.stringMatching(/\.$/) });
  }
});

test("an aborted signal gives cancelled, or render_timeout if the deadline aborted it", () => {
  expect(abortedError(AbortSignal.abort("withdrawn"), "load")).toMatchObject({ code: "cancelled", retryable: false });
  const deadline = AbortSignal.abort(new DOMException("late", "TimeoutError"));
  expect(abortedError(deadline, "print")).toMatchObject({ code: "render_timeout", stage: "print" });
});
