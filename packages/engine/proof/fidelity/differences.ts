import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { toPng } from "./png.ts";
import type { ReadPdf } from "./read-pdf.ts";

export type Comparison = {
  engine: ReadPdf;
  plain: ReadPdf;
  /** The folder for the two pictures of each page that differs, and the start of their files' names. */
  pictureFolder: string;
  label: string;
};

/** The differences between the engine's PDF and the plain one, in words. */
export async function differences(comparison: Comparison): Promise<string[]> {
  const { engine, plain } = comparison;
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
    digest === engine.pictureDigests[index] ? [] : [index],
  );
  if (differing.length > 0) found.push(await writePictures(comparison, differing));
  return found;
}

const shownLength = 120;
const shownPages = 5;

/** Both values from their first difference. */
function describeDifference(what: string, engine: unknown, plain: unknown): string {
  const texts = [engine, plain].map((value) => JSON.stringify(value) ?? "nothing");
  const [own = "", other = ""] = texts;
  const parting = [...own].findIndex((character, index) => character !== other[index]);
  const start = Math.max(0, parting - shownLength / 4);
  const [shownOwn, shownOther] = texts.map((text) => text.slice(start, start + shownLength));
  return `${what}: …${shownOwn}… instead of …${shownOther}…`;
}

async function writePictures(comparison: Comparison, pages: readonly number[]): Promise<string> {
  const { pictureFolder, label } = comparison;
  const start = join(pictureFolder, label.replaceAll(/\W+/g, "-"));
  await mkdir(pictureFolder, { recursive: true });
  for (const by of ["engine", "plain"] as const) {
    const pictures = await comparison[by].drawPictures();
    for (const index of pages.slice(0, shownPages)) {
      const picture = pictures[index];
      if (picture) await writeFile(`${start}-page-${index + 1}-${by}.png`, toPng(picture));
    }
  }
  return `pictures of pages ${pages.map((index) => index + 1).join(", ")}: see ${start}-*.png`;
}
