import type { Places } from "@platen/library/composed-text";
import type { Part } from "@platen/mustache";
import type { SourceDialect } from "./fill-message.ts";
import { parseTemplate } from "./mustache-template.ts";

export type CompiledTemplate = {
  parts: Part[];
  hasTitle: boolean;
  /** The language that the tag of `<html>` names. */
  language: string | undefined;
  /** Whether the document may take its direction from its text, as `dir="auto"` does. */
  mayFollowText: boolean;
};

/**
 * Compiles a template's HTML. It adds a placeholder for title and styles (`head`, at the end of the head) and one for the
 * language (`language`, in the tag of `<html>`). It finds their positions in the template before it is filled, so that
 * data cannot move them. HTML without a document around it gets one.
 */
export function compileDocument(html: string, dialect: SourceDialect = 2, places?: Places): CompiledTemplate {
  const parts = parseTemplate({ path: "html", source: html, places }, dialect);
  const landmarks = findLandmarks(html, dialect === "none" ? markup : mustacheMarkup);
  const { htmlTag, headEnd, bodyStart, headStart, doctypeEnd } = landmarks;
  const isDocument = [htmlTag, headEnd, bodyStart, headStart, doctypeEnd].some((landmark) => landmark !== undefined);
  const hasTitle = landmarks.hasTitle;
  const mayFollowText = landmarks.takesAnyAttribute || openDirection.test(html);
  if (!isDocument) {
    const around: Part[] = [
      ownText("<!doctype html><html"),
      { kind: "placeholder", name: "language" },
      ownText('><head><meta charset="utf-8">'),
      { kind: "placeholder", name: "head" },
      ownText("</head><body>"),
      ...parts,
      ownText("</body></html>"),
    ];
    return { parts: around, hasTitle, language: undefined, mayFollowText };
  }
  insertPlaceholder(parts, headEnd ?? bodyStart ?? headStart ?? htmlTag?.end ?? doctypeEnd ?? 0, "head");
  if (htmlTag && !htmlTag.hasLanguage) insertPlaceholder(parts, htmlTag.start + "<html".length, "language");
  return { parts, hasTitle, language: htmlTag?.language, mayFollowText };
}

/** Inserts a placeholder at a position of the text: inside the section, or before the value, at that position. */
function insertPlaceholder(parts: Part[], position: number, name: string): void {
  const placeholder: Part = { kind: "placeholder", name };
  let list = parts;
  for (;;) {
    const index = list.findIndex((part) => endOf(part) > position);
    const part = list[index];
    if (part?.kind === "section" && part.start < position) {
      list = part.parts;
    } else if (part?.kind === "text" && part.start < position) {
      const length = position - part.start;
      const before: Part = { ...part, text: part.text.slice(0, length) };
      const after: Part = { ...part, text: part.text.slice(length), start: position };
      list.splice(index, 1, before, placeholder, after);
      return;
    } else {
      list.splice(index === -1 ? list.length : index, 0, placeholder);
      return;
    }
  }
}

/** The first position after a part. The end of a section's content belongs to the section. */
function endOf(part: Part): number {
  if (part.kind === "text") return part.start + part.text.length;
  if (part.kind === "value") return part.end;
  return part.kind === "section" ? part.contentEnd + 1 : 0;
}

type Landmarks = {
  doctypeEnd?: number;
  htmlTag?: { start: number; end: number; hasLanguage: boolean; language: string | undefined };
  headStart?: number;
  headEnd?: number;
  bodyStart?: number;
  hasTitle: boolean;
  /** Whether the tag of `<html>` or `<head>` has unescaped data, which can be an attribute. */
  takesAnyAttribute: boolean;
};

/**
 * The word `dir` without one of the two fixed directions. It counts anywhere in the text, because scripts and later
 * tags can set the direction of `<html>` too. A match that means nothing does no harm.
 */
const openDirection = /\bdir\b(?!\s*=\s*["']?(?:ltr|rtl)\b)/i;
/** A language tag without data. */
const writtenLanguage = /\slang\s*=\s*["']?([a-z]{2,3}(?:-[a-z0-9]{1,8}){0,4})["'\s>]/i;
const unescapedTag = /\{\{\s*[{&]/;

// Comments, and elements with text content, match as a whole, so that tags inside them do not count. The end of the text
// closes all of them: otherwise the search would read the rest of the text again for each one that is never closed.
const markup =
  /<!--.*?(?:-->|$)|<(script|style|title|textarea|svg)\b.*?(?:<\/\1\s*>|$)|<(!doctype|html|head|body|\/head)\b(?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^>"'])*(?:>|$)/gis;
const mustacheMarkup = new RegExp(`\\{\\{!.*?(?:\\}\\}|$)|${markup.source}`, "gis");

function findLandmarks(html: string, pattern: RegExp): Landmarks {
  const found: Landmarks = { hasTitle: false, takesAnyAttribute: false };
  for (const match of html.matchAll(pattern)) {
    const end = match.index + match[0].length;
    if (match[1]?.toLowerCase() === "title") found.hasTitle = true;
    const tag = match[2]?.toLowerCase();
    if ((tag === "html" || tag === "head") && unescapedTag.test(match[0])) found.takesAnyAttribute = true;
    if (tag === "!doctype") found.doctypeEnd ??= end;
    if (tag === "html") {
      const hasLanguage = /\slang\s*=/i.test(match[0]);
      const language = hasLanguage ? writtenLanguage.exec(match[0])?.[1] : undefined;
      found.htmlTag ??= { start: match.index, end, hasLanguage, language };
    }
    if (tag === "head") found.headStart ??= end;
    if (tag === "/head") found.headEnd ??= match.index;
    if (tag === "body") found.bodyStart ??= match.index;
    // No landmark comes after the head.
    if (found.headEnd !== undefined || found.bodyStart !== undefined) break;
  }
  return found;
}

/** Text of the worker itself. No error ever points to it, so its position does not matter. */
function ownText(text: string): Part {
  return { kind: "text", text, start: 0 };
}
