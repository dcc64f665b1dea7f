import { ApiProblem } from "@platen/client";
import { sentence } from "../../api/problem-message.ts";
import { languageName } from "../../translations/model/languages.ts";
import type { SourcePartId, SourcePosition, TemplateSource } from "../template-source.ts";

/** A mistake in the source with its position; `dataSetIndex` says which data set, if the mistake is in one. */
export type LocatedProblem = { message: string; position: SourcePosition; dataSetIndex?: number };

/** The offset of a line and column, both counted from 1. A position after the end of the text is its end. */
function offsetAt(text: string, line: number, column: number): number {
  let start = 0;
  for (let before = 1; before < line; before += 1) {
    const end = text.indexOf("\n", start);
    if (end === -1) return text.length;
    start = end + 1;
  }
  return Math.min(start + column - 1, text.length);
}

/** The place of a tag that a warning names; undefined for a warning without a place. */
export function locateWarning(
  { part, line, column }: { part?: string | undefined; line?: number | undefined; column?: number | undefined },
  source: TemplateSource,
): { name: string; position: SourcePosition } | undefined {
  const found = part === undefined ? undefined : findPart(part, source);
  if (!found || line === undefined) return undefined;
  const offset = offsetAt(found.text, line, column ?? 1);
  return { name: `${found.name}, line ${line}`, position: { part: found.part, offset } };
}

type SourcePart = { name: string; part: SourcePartId; text: string; dataSetIndex?: number };

function findPart(path: string, { html, css, settings, dataSets }: TemplateSource): SourcePart | undefined {
  const parts: Readonly<Record<string, SourcePart>> = {
    html: { name: "HTML", part: "html", text: html },
    css: { name: "CSS", part: "css", text: css },
    "settings.header": { name: "Header", part: "header", text: settings.header ?? "" },
    "settings.footer": { name: "Footer", part: "footer", text: settings.footer ?? "" },
  };
  const index = Number(/^dataSets\.(\d+)\b/.exec(path)?.[1] ?? Number.NaN);
  const set = dataSets[index];
  return set ? { name: `Data set “${set.name}”`, part: "data", text: set.json, dataSetIndex: index } : parts[path];
}

/** The message of a problem about the template's own texts, which names the text; undefined for another problem. */
export function textProblemMessage(error: unknown): string | undefined {
  if (!(error instanceof ApiProblem)) return undefined;
  const [detail] = error.details.filter(({ path }) => path.startsWith("translations."));
  if (!detail) return undefined;
  const { path, line, column, message } = detail;
  const [, locale = "", ...steps] = path.split(".");
  const place = line === undefined ? "" : `, line ${line}, character ${column ?? 1}`;
  return `Text ${steps.join(".")} in ${languageName(locale)}${place}: ${sentence(message)}`;
}

/** The message of a problem about a calculated field, which names the field; undefined for another problem. */
export function fieldProblemMessage(error: unknown, { settings }: TemplateSource): string | undefined {
  if (!(error instanceof ApiProblem)) return undefined;
  for (const { path, column, message } of error.details) {
    const [, index] = /^settings\.calculated\.(\d+)\./.exec(path) ?? [];
    const field = settings.calculated?.[Number(index)];
    const place = column === undefined ? "" : `, character ${column}`;
    if (field) return `Calculated field “${field.name}”${place}: ${sentence(message)}`;
  }
  return undefined;
}

/** The first detail of a problem that is about the source; undefined if the problem is about something else. */
export function locateProblem(error: unknown, source: TemplateSource): LocatedProblem | undefined {
  if (!(error instanceof ApiProblem)) return undefined;
  for (const { path, line, column, message } of error.details) {
    const found = findPart(path, source);
    if (!found) continue;
    const { name, part, text, dataSetIndex } = found;
    const where = line === undefined ? name : `${name}, line ${line}`;
    return {
      message: `${where}: ${sentence(message)}`,
      position: { part, offset: line === undefined ? 0 : offsetAt(text, line, column ?? 1) },
      ...(dataSetIndex === undefined ? {} : { dataSetIndex }),
    };
  }
  return undefined;
}
