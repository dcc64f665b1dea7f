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

const token =
  /(?<comment>\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*|\/\*[^]*?\*\/)|(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(?<template>`)|(?<regExp>\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*)|(?<word>[\w$]+)|(?<space>\s+)|(?<other>[^])/gy;
const templateChunk = /(?<chunk>(?:[^`\\$]|\\[^]|\$(?!\{))*)(?<end>`|\$\{)/gy;
/** After one of these a slash begins a regular expression; after any other word it divides. */
const keywords = new Set(["return", "typeof", "case", "of", "in", "await", "yield", "throw"]);

/** Comments and string literals of TypeScript and JavaScript. Text between JSX tags is not found. */
function ofScript(source: string): Passage[] {
  const passages: Passage[] = [];
  /** The open braces in each template literal around the position. */
  const openTemplates: number[] = [];
  let position = 0;
  let before = "";

  function readTemplateChunk(prefix: string): void {
    templateChunk.lastIndex = position;
    const { chunk = "", end = "" } = templateChunk.exec(source)?.groups ?? {};
    // The prefix keeps text after a `${…}` from counting as the start of a sentence.
    passages.push({ start: position - prefix.length, text: prefix + chunk.replaceAll(inlineCode, blank) });
    position += chunk.length + Math.max(1, end.length);
    if (end === "${") openTemplates.push(0);
  }

  while (position < source.length) {
    token.lastIndex = position;
    const groups = token.exec(source)?.groups ?? {};
    const { comment, string, template, regExp, word, space, other } = groups;
    if (comment !== undefined) {
      const text = comment
        .replaceAll(/^[ \t]*(?:\/\/+|\/?\*+\/?)|\*\/$/gm, (leader) => " ".repeat(leader.length))
        .replaceAll(inlineCode, blank);
      passages.push({ start: position, text });
      position += comment.length;
      continue;
    }
    if (regExp !== undefined && (/^[)\]}<"'`]$/.test(before) || (/^[\w$]/.test(before) && !keywords.has(before)))) {
      before = "/";
      position += 1;
      continue;
    }
    if (template !== undefined) {
      position += 1;
      readTemplateChunk("");
      before = "`";
      continue;
    }
    if (string !== undefined) passages.push({ start: position + 1, text: string.slice(1, -1) });
    position += (string ?? regExp ?? word ?? space ?? other ?? "_").length;
    if (space === undefined) before = word ?? string?.slice(-1) ?? other ?? "/";
    const depth = openTemplates.at(-1);
    if (depth === undefined || (other !== "{" && other !== "}")) continue;
    if (other === "}" && depth === 0) {
      openTemplates.pop();
      readTemplateChunk("_");
      before = "`";
    } else openTemplates[openTemplates.length - 1] = depth + (other === "{" ? 1 : -1);
  }
  return passages.filter(({ text }) => /\w\s+\w/.test(text));
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
