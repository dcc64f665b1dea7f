import { Problem, type ProblemDetail } from "@platen/contracts";

/** Throws for a text with mistakes: the first one is the message. */
export function refuseMistakes(mistakes: readonly ProblemDetail[]): void {
  const [first] = mistakes;
  if (!first) return;
  const message = `${first.path}, line ${first.line}, column ${first.column}: ${first.message}`;
  throw new Problem("template.syntax_invalid", { message, details: [...mistakes] });
}
