import { randomUUID } from "node:crypto";
import type { Part } from "@platen/mustache";
import { parseTemplate } from "./mustache-template.ts";

export type CompiledTemplate = {
  parts: Part[];
  hasTitle: boolean;
  /** Whether the document may take its direction from its text, as `dir="auto"` does. */
  mayFollowText: boolean;
};

// Unknown to authors, so text equal to one can only be the marker that was put there.
const headMark = `head-${randomUUID()}`;
const languageMark = `language-${randomUUID()}`;

/**
 * Compiles a template's HTML, with slots where title and styles go (`head`, at the end of the head) and where the
 * language goes (`language`, in the tag of `<html>`).
 * The places are found in the template itself, before it is filled, so that data cannot move them. HTML without a
 * document around it gets one.
 */
export function compileDocument(html: string): CompiledTemplate {
  // Positions in syntax errors must be those of the author's text, so that is parsed first.
  parseTemplate(html, "html");
  const landmarks = findLandmarks(html);
  const { htmlTag, headEnd, bodyStart, headStart, doctypeEnd } = landmarks;
  const isDocument = [htmlTag, headEnd, bodyStart, headStart, doctypeEnd].some((landmark) => landmark !== undefined);
  const hasTitle = landmarks.hasTitle;
  const mayFollowText = landmarks.takesAnyAttribute || openDirection.test(html);
  if (!isDocument) {
    const parts: Part[] = [
      ownText("<!doctype html><html"),
      { kind: "slot", name: "language" },
      ownText('><head><meta charset="utf-8">'),
      { kind: "slot", name: "head" },
      ownText("</head><body>"),
      ...parseTemplate(html, "html"),
      ownText("</body></html>"),
    ];
    return { parts, hasTitle, mayFollowText };
  }
  const headPosition = headEnd ?? bodyStart ?? headStart ?? htmlTag?.end ?? doctypeEnd ?? 0;
  const insertions = [{ position: headPosition, text: headMark }];
  if (htmlTag && !htmlTag.hasLanguage)
    insertions.push({ position: htmlTag.start + "<html".length, text: languageMark });
  let marked = html;
  for (const { position, text } of insertions.toSorted((a, b) => b.position - a.position)) {
    marked = marked.slice(0, position) + text + marked.slice(position);
  }
  return { parts: replaceMarks(parseTemplate(marked, "html")), hasTitle, mayFollowText };
}

type Landmarks = {
  doctypeEnd?: number;
  htmlTag?: { start: number; end: number; hasLanguage: boolean };
  headStart?: number;
  headEnd?: number;
  bodyStart?: number;
  hasTitle: boolean;
  /** The tag of `<html>` or `<head>` holds unescaped data, which can be an attribute. */
  takesAnyAttribute: boolean;
};

/**
 * The word `dir`, unless it is given one of the two fixed directions. Looked for in the whole text, as scripts and tags
 * further down can set the direction of `<html>` too. To find it where it means nothing costs nothing.
 */
const openDirection = /\bdir\b(?!\s*=\s*["']?(?:ltr|rtl)\b)/i;
const unescapedTag = /\{\{\s*[{&]/;

// Comments and elements whose content is text are matched whole, so that tags written inside them do not count.
const markup =
  /\{\{![\s\S]*?\}\}|<!--[\s\S]*?(?:-->|$)|<(script|style|title|textarea|svg)\b[\s\S]*?<\/\1\s*>|<(!doctype|html|head|body|\/head)\b(?:"[^"]*"|'[^']*'|[^>"'])*>/gi;

function findLandmarks(html: string): Landmarks {
  const found: Landmarks = { hasTitle: false, takesAnyAttribute: false };
  for (const match of html.matchAll(markup)) {
    const end = match.index + match[0].length;
    if (match[1]?.toLowerCase() === "title") found.hasTitle = true;
    const tag = match[2]?.toLowerCase();
    if ((tag === "html" || tag === "head") && unescapedTag.test(match[0])) found.takesAnyAttribute = true;
    if (tag === "!doctype") found.doctypeEnd ??= end;
    if (tag === "html") found.htmlTag ??= { start: match.index, end, hasLanguage: /\slang\s*=/i.test(match[0]) };
    if (tag === "head") found.headStart ??= end;
    if (tag === "/head") found.headEnd ??= match.index;
    if (tag === "body") found.bodyStart ??= match.index;
    // Nothing of interest comes after the head.
    if (found.headEnd !== undefined || found.bodyStart !== undefined) break;
  }
  return found;
}

/** Text with which no mistake is ever shown, so its place does not matter. */
function ownText(text: string): Part {
  return { kind: "text", text, start: 0 };
}

function replaceMarks(parts: Part[]): Part[] {
  return parts.flatMap((part): Part[] => {
    if (part.kind === "section") return [{ ...part, parts: replaceMarks(part.parts) }];
    if (part.kind !== "text") return [part];
    return part.text.split(new RegExp(`(${headMark}|${languageMark})`)).flatMap((text): Part[] => {
      if (text === headMark) return [{ kind: "slot", name: "head" }];
      if (text === languageMark) return [{ kind: "slot", name: "language" }];
      return text === "" ? [] : [ownText(text)];
    });
  });
}
