import jsTokens from "js-tokens";

/** A piece of prose and its offset in the file. Code inside it is blanked out, so offsets stay right. */
export type Passage = { start: number; text: string };

const codeFence = /^( *)(```+|~~~+)[^]*?^ *\2[^\n]*$/gm;
const inlineCode = /(`+)(?!`)[^]*?[^`]\1(?!`)/g;
const htmlComment = /<!--[^]*?-->/g;

function blank(text: string): string {
  return text.replaceAll(/\S/g, "_");
}

function ofMarkdown(source: string): Passage[] {
  const text = source.replaceAll(htmlComment, blank).replaceAll(codeFence, blank).replaceAll(inlineCode, blank);
  return [{ start: 0, text }];
}

/** Comments that begin with `#`, for shell scripts and YAML. Lines that follow one another are one passage. */
function ofHashComments(source: string): Passage[] {
  return [...source.matchAll(/^[ \t]*#(?!!).*(?:\n[ \t]*#.*)*/gm)].map(({ index, 0: text }) => ({
    start: index,
    text: text.replaceAll(/^[ \t]*#+/gm, (leader) => " ".repeat(leader.length)),
  }));
}

/** Comments and string literals of TypeScript and JavaScript. Text between JSX tags is not found. */
function ofScript(source: string): Passage[] {
  const passages: Passage[] = [];
  let start = 0;
  /** Comments in lines that follow one another are one passage. */
  let comments: Passage | undefined;
  for (const { type, value } of jsTokens(source, { jsx: false })) {
    if (type === "SingleLineComment" && comments) comments.text = source.slice(comments.start, start + value.length);
    else if (type === "SingleLineComment" || type === "MultiLineComment")
      passages.push((comments = { start, text: value }));
    else if (type === "StringLiteral") passages.push({ start: start + 1, text: value.slice(1, -1) });
    else if (/^NoSubstitutionTemplate|^TemplateHead/.test(type))
      passages.push({ start: start + 1, text: value.slice(1).replace(templateEnd, "") });
    // The first character is kept as a mark: text after a `${…}` does not count as the start of a sentence.
    else if (/^Template(Middle|Tail)/.test(type))
      passages.push({ start, text: `_${value.slice(1).replace(templateEnd, "")}` });
    if (type !== "SingleLineComment" && type !== "WhiteSpace" && !type.startsWith("LineTerminator"))
      comments = undefined;
    start += value.length;
  }
  return passages
    .map(({ start: at, text }) => ({ start: at, text: withoutMarks(text).replaceAll(inlineCode, blank) }))
    .filter(({ text }) => /\w\s+\w/.test(text));
}

const templateEnd = /(?:`|\$\{)$/;

/** Blanks out the marks of a comment. */
function withoutMarks(text: string): string {
  if (!/^\/[/*]/.test(text)) return text;
  return text.replaceAll(/^[ \t]*(?:\/\/+|\/?\*+\/?)|\*\/$/gm, (mark) => " ".repeat(mark.length));
}

const readers: Readonly<Record<string, (source: string) => Passage[]>> = {
  ".md": ofMarkdown,
  ".sh": ofHashComments,
  ".yaml": ofHashComments,
  ".yml": ofHashComments,
  ".ts": ofScript,
  ".tsx": ofScript,
  ".js": ofScript,
  ".mjs": ofScript,
};

/** The prose of a file, or undefined for a file of another kind. */
export function passagesOf(path: string, source: string): Passage[] | undefined {
  const extension = /\.\w+$/.exec(path)?.[0] ?? "";
  return readers[extension]?.(source);
}
