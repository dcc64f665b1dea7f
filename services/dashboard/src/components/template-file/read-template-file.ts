import { findJsonObjectMistake, issueMessage, lineAndColumn } from "@platen/contracts";
import { z } from "zod";
import { formatSize } from "../../ui/format.ts";
import { templateFile, templateFormat, templateFormatVersion, type TemplateFile } from "./template-file.ts";

/** The default limit for a request to the gateway, and thus for a new template. */
export const maxFileBytes = 5 * 1024 * 1024;

/** A mistake in a file. The path is empty if the mistake concerns the whole file. */
export type FileMistake = { path: string; message: string };

export type ReadFile = { template: TemplateFile } | { mistakes: readonly FileMistake[] };

const heading = z.looseObject({ format: z.literal(templateFormat), formatVersion: z.int().min(1) });

function withMistake(message: string): ReadFile {
  return { mistakes: [{ path: "", message }] };
}

function formatPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === "number") return `${text}[${part}]`;
    return text === "" ? String(part) : `${text}.${String(part)}`;
  }, "");
}

function mistakesOf(issue: z.core.$ZodIssue): FileMistake[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ path: formatPath([...issue.path, key]), message: "is not a known field" }));
  }
  const isMissing = issue.code === "invalid_type" && issue.input === undefined;
  return [{ path: formatPath(issue.path), message: isMissing ? "is missing" : issue.message }];
}

/** Reads the text of a file that `writeTemplateFile` wrote on any installation. */
function readTemplateFile(text: string): ReadFile {
  const mistake = findJsonObjectMistake(text);
  if (mistake) {
    const { line, column } = lineAndColumn(text, mistake.offset);
    return withMistake(`The file is not a JSON object. Line ${line}, column ${column}: it ${mistake.message}.`);
  }
  const content: unknown = JSON.parse(text);
  const head = heading.safeParse(content);
  if (!head.success) {
    return withMistake(`The file is not a template exported from Platen: its “format” is not “${templateFormat}”.`);
  }
  if (head.data.formatVersion > templateFormatVersion) {
    return withMistake(
      `The file was exported by a newer Platen (format ${head.data.formatVersion}; this one reads ` +
        `${templateFormatVersion}). Update Platen, then import it again.`,
    );
  }
  const parsed = templateFile.safeParse(content, { error: issueMessage, reportInput: true });
  if (!parsed.success) return { mistakes: parsed.error.issues.flatMap(mistakesOf) };
  return { template: parsed.data };
}

/** Reads a file that the user chose, with any content. */
export async function readChosenFile(file: Blob): Promise<ReadFile> {
  if (file.size > maxFileBytes) {
    return withMistake(`The file is larger than ${formatSize(maxFileBytes)}, the limit for a template.`);
  }
  const bytes = await file.arrayBuffer();
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return withMistake("The file is not UTF-8 text.");
  }
  return readTemplateFile(text);
}
