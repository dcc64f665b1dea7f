import { formatSize } from "../../../ui/format.ts";
import { isFaulty, textOf, type Line } from "../cell.ts";
import type { ChosenFile } from "../chosen-file.ts";
import { FileMistake } from "../file-mistake.ts";
import type { ValueKind } from "../template-fields.ts";
import { workbookLimits } from "./workbook-limits.ts";

/** What the page asks the worker. */
export type Question =
  | { kind: "open"; file: Blob; sheet: string | undefined; start: number }
  | { kind: "lines"; from: number; to: number };
/** What the worker answers. `mistake` is undefined if the file is not to blame. */
export type Answer =
  | { kind: "opened"; names: string[]; chosen: string; start: readonly Line[]; lineCount: number }
  | { kind: "lines"; lines: readonly Line[] }
  | { kind: "failed"; mistake: string | undefined };

/** By so many lines the kinds of columns are proposed. */
const startLines = 1_000;
const pieceLines = 2_000;
const longestAnswerMs = 60_000;

const unreadable = () =>
  new FileMistake(
    "The browser could not read the workbook. Reload the page and choose it again. If that fails too, save the sheet as “CSV UTF-8” and choose that file.",
  );

/** A worker that has a workbook, until it is closed. */
function startWorker() {
  const worker = new Worker(new URL("workbook-worker.ts", import.meta.url), { type: "module", name: "workbook" });
  let asked = 0;
  let isOver = false;
  const ask = (question: Question) =>
    new Promise<Answer>((resolve, reject) => {
      if (isOver) return reject(unreadable());
      asked += 1;
      const id = asked;
      const ended = new AbortController();
      const { signal } = ended;
      // It has no memory left, does not answer, or was never loaded.
      const fail = () => {
        isOver = true;
        ended.abort();
        worker.terminate();
        reject(unreadable());
      };
      const timer = setTimeout(fail, longestAnswerMs);
      signal.addEventListener("abort", () => clearTimeout(timer));
      worker.addEventListener("error", fail, { signal });
      worker.addEventListener(
        "message",
        ({ data }: MessageEvent<{ id: number; answer: Answer }>) => {
          if (data.id !== id) return;
          ended.abort();
          resolve(data.answer);
        },
        { signal },
      );
      return worker.postMessage({ id, question }, []);
    });
  return { ask, close: () => worker.terminate() };
}

/** What the cells of a column are; undefined if they are empty or differ. */
function kindOfColumn(lines: readonly Line[], column: number): ValueKind | undefined {
  const kinds = new Set<string>();
  for (const { cells } of lines) {
    const cell = cells[column] ?? null;
    if (cell !== null && !isFaulty(cell)) kinds.add(typeof cell);
  }
  const [kind] = kinds;
  if (kinds.size !== 1 || (kind !== "number" && kind !== "boolean")) return undefined;
  return kind;
}

/** Opens a sheet of a workbook: the named one, or else the first with rows. Throws {@link FileMistake}. */
export async function openWorkbook(
  file: File,
  sheet: string | undefined,
): Promise<Pick<ChosenFile, "headers" | "kinds" | "first" | "lines" | "sheets" | "close">> {
  if (file.size > workbookLimits.bytes)
    throw new FileMistake(
      `The workbook has ${formatSize(file.size)}. The browser reads ${formatSize(workbookLimits.bytes)}. Save the sheet as “CSV UTF-8”, which may have any size, and choose that file.`,
    );
  const { ask, close } = startWorker();
  const opened = await ask({ kind: "open", file, sheet, start: startLines });
  const [head, first, ...others] = opened.kind === "opened" ? opened.start : [];
  if (opened.kind !== "opened" || !head || !first) {
    close();
    throw opened.kind === "failed" && opened.mistake !== undefined ? new FileMistake(opened.mistake) : unreadable();
  }
  const { names, chosen, lineCount } = opened;
  const known = [first, ...others];
  const width = known.reduce((widest, { cells }) => Math.max(widest, cells.length), head.cells.length);
  const headers = Array.from({ length: width }, (_, column) => textOf(head.cells[column] ?? null).trim());

  async function* lines(): AsyncGenerator<Line> {
    for (let from = 1; from < lineCount; from += pieceLines) {
      const answer = await ask({ kind: "lines", from, to: from + pieceLines });
      if (answer.kind !== "lines") throw unreadable();
      yield* answer.lines;
    }
  }
  const kinds = headers.map((_, column) => kindOfColumn(known, column));
  return { headers, kinds, first, lines, sheets: { names, chosen }, close };
}
