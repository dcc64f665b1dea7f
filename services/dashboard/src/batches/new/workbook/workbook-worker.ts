import { mistakeIn } from "../file-mistake.ts";
import type { Answer, Question } from "./open-workbook.ts";
import { readWorkbook, type SheetContent } from "./read-workbook.ts";

// Reads a workbook beside the page, which stays responsive, and gives its lines in pieces.

let content: SheetContent | undefined;

async function answerTo(question: Question): Promise<Answer> {
  if (question.kind === "lines") return { kind: "lines", lines: content?.lines(question.from, question.to) ?? [] };
  const { file, sheet } = question;
  content = readWorkbook(new Uint8Array(await file.arrayBuffer()), { sheet, language: navigator.language });
  const { lines, ...told } = content;
  return { kind: "opened", start: lines(0, question.start), ...told };
}

addEventListener("message", ({ data: { id, question } }: MessageEvent<{ id: number; question: Question }>) => {
  answerTo(question).then(
    (answer) => postMessage({ id, answer }),
    (error: unknown) => postMessage({ id, answer: { kind: "failed", mistake: mistakeIn(error) } satisfies Answer }),
  );
});
