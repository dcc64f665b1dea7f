import { findJsonObjectMistake, issueMessage, lineAndColumn } from "@platen/contracts";
import { z } from "zod";
import { formatSize } from "../../ui/format.ts";
import { templateFile, templateFormat, templateFormatVersion, type TemplateFile } from "./template-file.ts";

/** What a request to the gateway may be by default, and with it the largest template that can be created. */
export const maxFileBytes = 5 * 1024 * 1024;

/** What is wrong with a file, each with its place in it where there is one. */
export type FileMistake = { path: string; message: string };

export type ReadFile = { template: TemplateFile } | { mistakes: readonly FileMistake[] };

const heading = z.looseObject({ format: z.literal(templateFormat), formatVersion: z.int().min(1) });

function mistaken(message: string): ReadFile {
  return { mistakes: [{ path: "", message }] };
}

function placeOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === "number") return `${text}[${part}]`;
    return text === "" ? String(part) : `${text}.${String(part)}`;
  }, "");
}

function mistakesOf(issue: z.core.$ZodIssue): FileMistake[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ path: placeOf([...issue.path, key]), message: "is not known" }));
  }
  const isMissing = issue.code === "invalid_type" && issue.input === undefined;
  return [{ path: placeOf(issue.path), message: isMissing ? "is missing" : issue.message }];
}

/** Reads the text of a file that `writeTemplateFile` wrote, on whatever installation. */
export function readTemplateFile(text: string): ReadFile {
  const mistake = findJsonObjectMistake(text);
  if (mistake) {
    const { line, column } = lineAndColumn(text, mistake.offset);
    return mistaken(`The file is not JSON of a template: line ${line}, column ${column}: it ${mistake.message}.`);
  }
  const content: unknown = JSON.parse(text);
  const head = heading.safeParse(content);
  if (!head.success) {
    return mistaken(`The file is JSON, but no template exported from Platen: its “format” is not “${templateFormat}”.`);
  }
  if (head.data.formatVersion > templateFormatVersion) {
    return mistaken(
      `The file was exported by a newer Platen (format ${head.data.formatVersion}; this one reads ` +
        `${templateFormatVersion}). Update Platen, then import it again.`,
    );
  }
  const parsed = templateFile.safeParse(content, { error: issueMessage, reportInput: true });
  if (!parsed.success) return { mistakes: parsed.error.issues.flatMap(mistakesOf) };
  return { template: parsed.data };
}

/** Reads the bytes of a file, which somebody chose and which may be anything. */
export async function readChosenFile(file: Blob): Promise<ReadFile> {
  if (file.size > maxFileBytes) {
    return mistaken(`The file has ${formatSize(file.size)}; a template has at most ${formatSize(maxFileBytes)}.`);
  }
  const bytes = await file.arrayBuffer();
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return mistaken("The file is not text in UTF-8.");
  }
  return readTemplateFile(text);
}
