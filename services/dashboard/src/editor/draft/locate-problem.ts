import { ApiProblem } from "@platen/client";
import { sentence } from "../../api/problem-message.ts";
import type { Place, TemplateSource } from "../editor-context.ts";

/** A mistake in the source and where it is; `dataSetIndex` where it is in one of the data sets. */
export type LocatedProblem = { message: string; place: Place; dataSetIndex?: number };

/** The character at a line and column, both from 1; the end of a text that does not reach so far. */
function offsetAt(text: string, line: number, column: number): number {
  let start = 0;
  for (let before = 1; before < line; before += 1) {
    const end = text.indexOf("\n", start);
    if (end === -1) return text.length;
    start = end + 1;
  }
  return Math.min(start + column - 1, text.length);
}

type Part = { name: string; part: Place["part"]; text: string; dataSetIndex?: number };

function findPart(path: string, { html, css, settings, dataSets }: TemplateSource): Part | undefined {
  const parts: Readonly<Record<string, Part>> = {
    html: { name: "HTML", part: "html", text: html },
    css: { name: "CSS", part: "css", text: css },
    "settings.header": { name: "Header", part: "header", text: settings.header ?? "" },
    "settings.footer": { name: "Footer", part: "footer", text: settings.footer ?? "" },
  };
  const index = Number(/^dataSets\.(\d+)\b/.exec(path)?.[1] ?? Number.NaN);
  const set = dataSets[index];
  return set ? { name: `Data set “${set.name}”`, part: "data", text: set.json, dataSetIndex: index } : parts[path];
}

/** The first thing that a problem says about a place in the source; undefined where it is about something else. */
export function locateProblem(error: unknown, source: TemplateSource): LocatedProblem | undefined {
  if (!(error instanceof ApiProblem)) return undefined;
  for (const { path, line, column, message } of error.details) {
    const found = findPart(path, source);
    if (!found) continue;
    const { name, part, text, dataSetIndex } = found;
    const where = line === undefined ? name : `${name}, line ${line}`;
    return {
      message: `${where}: ${sentence(message)}`,
      place: { part, offset: line === undefined ? 0 : offsetAt(text, line, column ?? 1) },
      ...(dataSetIndex === undefined ? {} : { dataSetIndex }),
    };
  }
  return undefined;
}
