import { randomUUID } from "node:crypto";
import Mustache from "mustache";
import { RenderError } from "../failure/render-error.ts";

/** A parsed template. `head` and `language` mark where the worker's own text goes; no tag an author writes becomes one. */
export type Part =
  | { kind: "text"; text: string }
  | { kind: "value"; name: string; escaped: boolean }
  | { kind: "section"; name: string; inverted: boolean; parts: Part[] }
  | { kind: "head" }
  | { kind: "language" };

export type CompiledTemplate = {
  parts: Part[];
  hasTitle: boolean;
};

// Mustache's own cache is keyed by source and never forgets.
Mustache.templateCache = undefined;

// Unknown to authors, so text equal to one can only be the marker that was put there.
const headMark = `head-${randomUUID()}`;
const languageMark = `language-${randomUUID()}`;

/** Parses a Mustache template; throws `template_syntax` with line and column. */
export function parseTemplate(source: string, path: string): Part[] {
  try {
    return toParts(Mustache.parse(source));
  } catch (error) {
    throw syntaxError(error, source, path);
  }
}

/**
 * Compiles a template's HTML, marking where title and styles go (the end of the head) and where the language goes.
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
  if (!isDocument) {
    const parts: Part[] = [
      { kind: "text", text: "<!doctype html><html" },
      { kind: "language" },
      { kind: "text", text: '><head><meta charset="utf-8">' },
      { kind: "head" },
      { kind: "text", text: "</head><body>" },
      ...parseTemplate(html, "html"),
      { kind: "text", text: "</body></html>" },
    ];
    return { parts, hasTitle };
  }
  const headPosition = headEnd ?? bodyStart ?? headStart ?? htmlTag?.end ?? doctypeEnd ?? 0;
  const insertions = [{ position: headPosition, text: headMark }];
  if (htmlTag && !htmlTag.hasLanguage)
    insertions.push({ position: htmlTag.start + "<html".length, text: languageMark });
  let marked = html;
  for (const { position, text } of insertions.toSorted((a, b) => b.position - a.position)) {
    marked = marked.slice(0, position) + text + marked.slice(position);
  }
  return { parts: replaceMarks(parseTemplate(marked, "html")), hasTitle };
}

type Landmarks = {
  doctypeEnd?: number;
  htmlTag?: { start: number; end: number; hasLanguage: boolean };
  headStart?: number;
  headEnd?: number;
  bodyStart?: number;
  hasTitle: boolean;
};

// Comments and elements whose content is text are matched whole, so that tags written inside them do not count.
const markup =
  /\{\{![\s\S]*?\}\}|<!--[\s\S]*?(?:-->|$)|<(script|style|title|textarea|svg)\b[\s\S]*?<\/\1\s*>|<(!doctype|html|head|body|\/head)\b(?:"[^"]*"|'[^']*'|[^>"'])*>/gi;

function findLandmarks(html: string): Landmarks {
  const found: Landmarks = { hasTitle: false };
  for (const match of html.matchAll(markup)) {
    const end = match.index + match[0].length;
    if (match[1]?.toLowerCase() === "title") found.hasTitle = true;
    const tag = match[2]?.toLowerCase();
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

function toParts(spans: unknown): Part[] {
  if (!Array.isArray(spans)) return [];
  const parts: Part[] = [];
  for (const span of spans) {
    // The form of Mustache's parse tree, documented in its README: [type, value, start, end, children].
    const [type, value, , , children] = span as [string, string, number, number, unknown];
    switch (type) {
      case "text":
        parts.push({ kind: "text", text: value });
        break;
      case "name":
        parts.push({ kind: "value", name: value, escaped: true });
        break;
      case "&":
        parts.push({ kind: "value", name: value, escaped: false });
        break;
      case "#":
      case "^":
        parts.push({ kind: "section", name: value, inverted: type === "^", parts: toParts(children) });
        break;
      default:
        // Comments and changes of delimiters print nothing; there are no partials to include.
        break;
    }
  }
  return parts;
}

function replaceMarks(parts: Part[]): Part[] {
  return parts.flatMap((part): Part[] => {
    if (part.kind === "section") return [{ ...part, parts: replaceMarks(part.parts) }];
    if (part.kind !== "text") return [part];
    return part.text.split(new RegExp(`(${headMark}|${languageMark})`)).flatMap((text): Part[] => {
      if (text === headMark) return [{ kind: "head" }];
      if (text === languageMark) return [{ kind: "language" }];
      return text === "" ? [] : [{ kind: "text", text }];
    });
  });
}

/** What is said when sections nest deeper than the stack. */
export const tooDeep = "The template nests sections too deeply.";

function syntaxError(error: unknown, source: string, path: string): RenderError {
  if (error instanceof RangeError) return new RenderError("template_syntax", { stage: "template", detail: tooDeep });
  const message = error instanceof Error ? error.message : "";
  const position = / at (\d+)$/.exec(message);
  if (!position) return new RenderError("template_syntax", { stage: "template", cause: error });
  const before = source.slice(0, Number(position[1])).split("\n");
  const column = (before.at(-1)?.length ?? 0) + 1;
  const problem = `${message.slice(0, position.index)} at line ${before.length}, column ${column}`;
  return new RenderError("template_syntax", {
    stage: "template",
    detail: `The template is not valid Mustache: ${problem}.`,
    details: [{ path, message: problem }],
    cause: error,
  });
}
