import { formatCount, formatSize } from "../../../ui/format.ts";
import { textOf, type Line } from "../cell.ts";
import type { ChosenFile } from "../chosen-file.ts";
import { FileMistake } from "../file-mistake.ts";
import { kindOfColumn } from "./column-kind.ts";
import type { SheetContent } from "./read-workbook.ts";
import { lettersOf } from "./sheet-places.ts";
import { workbookLimits } from "./workbook-limits.ts";

/** What the page asks the worker. */
export type Question =
  | { kind: "open"; file: Blob; sheet: string | undefined; start: number }
  | { kind: "lines"; from: number; to: number };
/** What the worker answers. `mistake` is undefined if the file is not to blame. */
export type Answer =
  | ({ kind: "opened"; start: readonly Line[] } & Omit<SheetContent, "lines">)
  | { kind: "lines"; lines: readonly Line[] }
  | { kind: "failed"; mistake: string | undefined };

/** By so many lines the kinds of columns are proposed. */
const startLines = 1_000;
/** So many lines come at once, and fewer of a wide sheet. */
const pieceLines = 2_000;
const pieceCells = 200_000;
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

type OpenedWorkbook = Pick<
  ChosenFile,
  "headers" | "kinds" | "hiddenColumns" | "known" | "lines" | "countRows" | "placeOf" | "sheets" | "warning" | "close"
>;

/** Opens a sheet of a workbook: the named one, or else the first with rows. Throws {@link FileMistake}. */
export async function openWorkbook(file: File, sheet: string | undefined): Promise<OpenedWorkbook> {
  if (file.size > workbookLimits.bytes)
    throw new FileMistake(
      `The workbook has ${formatSize(file.size)}. The browser reads ${formatSize(workbookLimits.bytes)}. Save the sheet as “CSV UTF-8”, which may have any size, and choose that file.`,
    );
  const { ask, close } = startWorker();
  const opened = await ask({ kind: "open", file, sheet, start: startLines });
  if (opened.kind !== "opened") {
    close();
    throw opened.kind === "failed" && opened.mistake !== undefined ? new FileMistake(opened.mistake) : unreadable();
  }
  const { names, chosen, headers: head, start: known, lineCount, count, hiddenColumns, doubtful } = opened;
  const width = known.reduce((widest, { cells }) => Math.max(widest, cells.length), head.cells.length);
  const headers = Array.from({ length: width }, (_, column) => textOf(head.cells[column] ?? null).trim());

  async function* lines(): AsyncGenerator<Line> {
    const step = Math.min(pieceLines, Math.ceil(pieceCells / width));
    for (let from = 0; from < lineCount; from += step) {
      const answer = await ask({ kind: "lines", from, to: from + step });
      if (answer.kind !== "lines") throw unreadable();
      yield* answer.lines;
    }
  }
  const kinds = headers.map((_, column) => kindOfColumn(known, column));
  const placeOf = (row: number, column?: number) =>
    column === undefined
      ? `Row ${row.toLocaleString("en")} of the sheet “${chosen}”`
      : `Cell ${lettersOf(column + 1)}${row} of the sheet “${chosen}”`;
  const warning =
    doubtful.first === undefined
      ? undefined
      : `The workbook leaves ${formatCount(doubtful.count, "formula")} of the sheet to be calculated when it is opened, so the results in it may be old (the first is in ${doubtful.first}). Open it in your spreadsheet program and save it there, then choose it again.`;
  return {
    headers,
    kinds,
    hiddenColumns: new Set(hiddenColumns),
    known,
    lines,
    countRows: () => Promise.resolve(count),
    placeOf,
    sheets: { names, chosen },
    ...(warning !== undefined && { warning }),
    close,
  };
}
