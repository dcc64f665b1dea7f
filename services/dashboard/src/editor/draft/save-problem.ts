import { ApiProblem } from "@platen/client";
import { problemMessage } from "../../api/problem-message.ts";
import type { TemplateSource } from "../template-source.ts";
import { fieldProblemMessage, locateProblem, textProblemMessage } from "./locate-problem.ts";
import type { SaveProblem } from "./saving-state.ts";

/** Tells from an error why a save of a source failed. */
export function saveProblemOf(error: unknown, source: TemplateSource): SaveProblem {
  if (!(error instanceof ApiProblem) || error.status >= 500 || error.status === 429) {
    const seconds = error instanceof ApiProblem ? (error.retryAfterSeconds ?? 0) : 0;
    return { kind: "transient", message: problemMessage(error), retryAfterMs: seconds * 1_000 };
  }
  const kind = [401, 403, 404].includes(error.status) ? "shut" : "refused";
  const located = locateProblem(error, source);
  const named = textProblemMessage(error) ?? fieldProblemMessage(error, source);
  return { kind, failure: located ?? { message: named ?? problemMessage(error) } };
}
