import { expect, test } from "@jest/globals";
import { failureCodes, operations, problems, problemsOf } from "@platen/contracts";
import { failureProblems } from "../refusals/failure-problems.ts";
import { problemOfFailure } from "./outcomes.ts";

test.each(failureCodes)("the failure %s is answered with a problem that its operations declare", (code) => {
  const problem = problemOfFailure({ code, message: "what happened", retryable: false });
  expect(problem.code).toBe(failureProblems[code]);
  expect(problemsOf(operations.generateDocument)).toContain(problem.code);
  expect(problemsOf(operations.previewTemplate)).toContain(problem.code);
});

test("a failure of the document is answered with its details; a failure of ours is not", () => {
  const details = [{ path: "html", line: 3, column: 7, message: "unclosed section" }];
  const theirs = problemOfFailure({
    code: "template_syntax",
    message: "The template is broken.",
    retryable: false,
    details,
  });
  expect(theirs).toMatchObject({ status: 422, message: "The template is broken.", details });
  const ours = problemOfFailure({ code: "unknown", message: "EACCES /srv/worker", retryable: true, details });
  expect(ours).toMatchObject({ status: 500, message: problems.internal.meaning, details: undefined });
});

test("a timeout names its stage, and an outage says when to retry", () => {
  const timeout = problemOfFailure({ code: "render_timeout", message: "too long", retryable: true, stage: "load" });
  expect(timeout.status).toBe(504);
  expect(timeout.message).toContain("load");
  const away = problemOfFailure({ code: "browser_unavailable", message: "no browser", retryable: true });
  expect(away).toMatchObject({ status: 503, retryAfterSeconds: 1 });
});
