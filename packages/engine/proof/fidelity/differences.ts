import { isDeepStrictEqual } from "node:util";
import type { ReadPdf } from "./read-pdf.ts";

/** The differences between the engine's PDF and the plain one, in words. */
export function differences({ engine, plain }: { engine: ReadPdf; plain: ReadPdf }): string[] {
  const found: string[] = [];
  // The language is left out: Chromium writes it into tagged documents only, and the engine into all.
  for (const key of ["pageCount", "pageSizesPt", "title", "isTagged", "links"] as const) {
    if (!isDeepStrictEqual(engine.info[key], plain.info[key]))
      found.push(describeDifference(key, engine.info[key], plain.info[key]));
  }
  for (const key of ["fonts", "targets"] as const) {
    if (!isDeepStrictEqual(engine[key], plain[key])) found.push(describeDifference(key, engine[key], plain[key]));
  }
  for (const [index, text] of plain.text.entries()) {
    if (engine.text[index] !== text) {
      found.push(describeDifference(`text of page ${index + 1}`, engine.text[index], text));
    }
  }
  const differing = plain.pictureDigests.flatMap((digest, index) =>
    digest === engine.pictureDigests[index] ? [] : [index + 1],
  );
  if (differing.length > 0) found.push(`pictures of pages ${differing.join(", ")}`);
  return found;
}

const shownLength = 120;

/** Both values from their first difference. */
function describeDifference(what: string, engine: unknown, plain: unknown): string {
  const texts = [engine, plain].map((value) => JSON.stringify(value) ?? "nothing");
  const [own = "", other = ""] = texts;
  const parting = [...own].findIndex((character, index) => character !== other[index]);
  const start = Math.max(0, parting - shownLength / 4);
  const [shownOwn, shownOther] = texts.map((text) => text.slice(start, start + shownLength));
  return `${what}: …${shownOwn}… instead of …${shownOther}…`;
}
