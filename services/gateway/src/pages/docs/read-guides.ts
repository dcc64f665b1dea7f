import { readFileSync } from "node:fs";
import { join } from "node:path";
import { guideFile, guides, type Guide } from "./subjects.ts";

/** A part of a guide from one heading to the next. The first has no heading. */
export type GuidePart = { id?: string; heading: string; text: string };

export type WrittenGuide = Guide & { html: string; parts: readonly GuidePart[] };

const entities: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&amp;": "&" };

function textOf(markup: string): string {
  return markup
    .replaceAll(/<[^>]{0,1000}>/g, " ")
    .replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

function partsOf(title: string, markup: string): GuidePart[] {
  const [first = "", ...others] = markup.split(/(?=<h[23] id=")/);
  const named = others.map((part) => {
    const [whole = "", id = "", heading = ""] = /^<h[23] id="([^"]*)">(.*?)<\/h[23]>/s.exec(part) ?? [];
    return { id, heading: textOf(heading), text: textOf(part.slice(whole.length)) };
  });
  return [{ heading: title, text: textOf(first) }, ...named];
}

/** Reads the guides, which `npm run generate` writes as HTML. */
export function readGuides(): WrittenGuide[] {
  return guides.map(({ name, title }) => {
    const markup = readFileSync(join(import.meta.dirname, guideFile(name)), "utf8");
    return { name, title, html: markup, parts: partsOf(title, markup) };
  });
}
