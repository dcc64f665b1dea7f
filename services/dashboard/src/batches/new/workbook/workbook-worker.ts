import type { Line } from "../cell.ts";
import { mistakeIn } from "../file-mistake.ts";
import type { Answer, Question } from "./open-workbook.ts";
import { readWorkbook } from "./read-workbook.ts";

// Reads a workbook beside the page, which stays responsive, and gives its lines in pieces.

let lines: readonly Line[] = [];

async function answerTo(question: Question): Promise<Answer> {
  if (question.kind === "lines") return { kind: "lines", lines: lines.slice(question.from, question.to) };
  const { file, sheet } = question;
  const content = await readWorkbook(new Uint8Array(await file.arrayBuffer()), sheet);
  ({ lines } = content);
  const { names, chosen } = content;
  return { kind: "opened", names, chosen, start: lines.slice(0, question.start), lineCount: lines.length };
}

addEventListener("message", ({ data: { id, question } }: MessageEvent<{ id: number; question: Question }>) => {
  answerTo(question).then(
    (answer) => postMessage({ id, answer }),
    (error: unknown) => postMessage({ id, answer: { kind: "failed", mistake: mistakeIn(error) } satisfies Answer }),
  );
});
