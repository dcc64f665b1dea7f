import { isProblem, Problem, type ErrorEnvelope } from "@platen/contracts";
import { describeError, type Logger } from "@platen/telemetry";
import type { Express, NextFunction, Request, Response } from "express";
import { closeAfterAnswer } from "./close-after-answer.ts";
import { refusalOfBody } from "./incoming-body.ts";
import { contextOf, noteProblem } from "./request-context.ts";

function toProblem(error: unknown): Problem {
  if (isProblem(error)) return error;
  // Express itself throws for paths with broken percent-encoding.
  if (error instanceof URIError)
    return new Problem("route.not_found", { message: "The path has invalid percent-encoding.", cause: error });
  return new Problem("internal", { cause: error });
}

function setProblemHeaders(problem: Problem, response: Response): void {
  response.status(problem.status);
  if (problem.retryAfterSeconds !== undefined)
    response.setHeader("Retry-After", String(Math.max(1, Math.ceil(problem.retryAfterSeconds))));
  if (problem.status === 401 && problem.code.startsWith("auth.key")) response.setHeader("WWW-Authenticate", "Bearer");
  response.set(problem.headers);
}

function sendEnvelope(problem: Problem, requestId: string, response: Response): void {
  const envelope: ErrorEnvelope = {
    success: false,
    error: {
      code: problem.code,
      message: problem.message,
      requestId,
      ...(problem.details && problem.details.length > 0 ? { details: [...problem.details] } : {}),
    },
  };
  response.json(envelope);
}

/** A page for a person in place of the envelope, with its Content-Security-Policy. */
export type ProblemPage = { html: string; policy: string };

/**
 * The last step of every app: refuses unknown paths, and turns every thrown error into an answer. `pageOf` gives the page
 * for a person who has followed a link here, and nothing for all other callers.
 */
export function setUpProblems(
  app: Express,
  options: { logger: Logger; pageOf?: (request: Request, problem: Problem) => ProblemPage | undefined },
): void {
  app.use((request) => {
    throw new Problem("route.not_found", { message: `No operation has the path ${request.path.slice(0, 200)}.` });
  });
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
    const problem = toProblem(error);
    const { requestId } = contextOf(request);
    noteProblem(request, problem);
    if (problem.code === "internal") {
      options.logger.error("request failed unexpectedly", { requestId, ...describeError(problem.cause) });
    } else if (problem.status >= 500 && problem.cause !== undefined) {
      options.logger.warn("dependency failed", { requestId, ...describeError(problem) });
    }
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (!request.complete || refusalOfBody(request)) closeAfterAnswer(request, response);
    setProblemHeaders(problem, response);
    const page = options.pageOf?.(request, problem);
    if (!page) return sendEnvelope(problem, requestId, response);
    response.setHeader("Content-Security-Policy", page.policy);
    response.type("html").send(page.html);
  });
}
