import { ExactNumber } from "@platen/contracts/exact-json";
import type { EvaluationIssue, Evaluator, ExpressionTag, TagScope } from "@platen/mustache";
import type { WrittenExpression } from "./written-expression.ts";

/** The result up to one format, or of the subject alone. */
export type StepResult = {
  value: unknown;
  /** The value as the panel shows it. */
  words: string;
  /** What the report of a document would say about this format, in plain words. */
  problem?: string;
};

const mostShown = 120;
const nothing = "nothing";

/** The results of the subject and after each format, for one place in the data. */
export function resultsOf(
  { expression, calls, subject }: WrittenExpression,
  scope: TagScope,
  evaluator: Evaluator,
  use: ExpressionTag["use"],
): StepResult[] {
  const tag: ExpressionTag = { start: 0, end: 0, use };
  let lastKind: EvaluationIssue["kind"] | undefined;
  const steps: StepResult[] = [];
  for (let count = 0; count <= calls.length; count += 1) {
    const call = calls[count - 1];
    try {
      const formats = expression.formats.slice(0, count);
      const { value, isMarkup, issue } = evaluator.evaluate({ ...expression, formats }, scope, tag);
      const isNew = issue !== undefined && issue.kind !== lastKind;
      lastKind = issue?.kind;
      const words = isMarkup ? `Drawn as ${call?.call.name ?? "markup"}` : wordsOf(value);
      const problem = isNew ? problemOf(issue, { format: call?.call.name, subject, use, words }) : undefined;
      steps.push({ value: isMarkup ? undefined : value, words, ...(problem !== undefined && { problem }) });
    } catch (error) {
      const problem = `${error instanceof Error ? error.message : "It cannot be printed."} No document is made.`;
      steps.push({ value: undefined, words: "", problem });
      break;
    }
  }
  return steps;
}

function problemOf(
  issue: EvaluationIssue,
  {
    format,
    subject,
    use,
    words,
  }: { format: string | undefined; subject: string; use: ExpressionTag["use"]; words: string },
): string | undefined {
  if (issue.kind === "lacking") {
    const what = "field" in issue ? `No item has “${issue.field}”` : `The data has no “${issue.name}”`;
    return `${what}, which “${format ?? subject}” reads. The report says so.`;
  }
  if (issue.kind === "missing") {
    // A section asks whether something is there.
    if (use === "section") return undefined;
    return format === undefined
      ? `The data has no “${subject}”: nothing is printed, and the report says so.`
      : "Nothing is printed here, and the report says so.";
  }
  const outcome = words === nothing ? "so nothing is printed" : "so it stays as it is";
  return `The value does not fit “${format ?? subject}”, ${outcome}. The report says so.`;
}

/** A value in words: the text that is printed, or what a list or an object consists of. */
export function wordsOf(value: unknown): string {
  if (value === undefined || value === null || value === "") return nothing;
  if (Array.isArray(value)) return value.length === 1 ? "a list of 1 item" : `a list of ${value.length} items`;
  if (value instanceof ExactNumber) return shortened(value.toString());
  if (typeof value === "object") return shortened(`an object with ${Object.keys(value).join(", ") || "no values"}`);
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" || typeof value === "number" ? shortened(String(value)) : nothing;
}

function shortened(text: string): string {
  return text.length > mostShown ? `${text.slice(0, mostShown - 1)}…` : text;
}
