import { execFile } from "node:child_process";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "@jest/globals";
import { unprivilegedUser } from "@platen/provisioning";
import { pdfFonts, pdfInfo, pdfPageText, pdfText, testChromiumPath, testFolder } from "./index.ts";

const html = `<!doctype html><html lang="el"><title>Two pages</title>
<style>@page { size: 4in 6in } p { font-family: sans-serif }</style>
<p>First line<br>second line, <a href="https://example.com/terms">terms</a></p>
<p style="break-before: page">Ελληνικά</p>`;

let pdf: Uint8Array;

beforeAll(async () => {
  const folder = await mkdtemp(join(testFolder(), "pdf-"));
  const page = join(folder, "page.html");
  await writeFile(page, html);
  await promisify(execFile)(
    await testChromiumPath(),
    [
      // Our own page, so no sandbox is needed; it would refuse to run as root.
      ...(unprivilegedUser() === undefined ? [] : ["--no-sandbox"]),
      `--user-data-dir=${join(folder, "profile")}`,
      "--headless",
      "--no-pdf-header-footer",
      `--print-to-pdf=${join(folder, "page.pdf")}`,
      `file://${page}`,
    ],
    { timeout: 25_000 },
  );
  pdf = await readFile(join(folder, "page.pdf"));
});

test("the text comes page by page, line by line", async () => {
  expect(await pdfText(pdf)).toEqual(["First line\nsecond line, terms", "Ελληνικά"]);
});

test("the text of one page comes without that of the others", async () => {
  expect(await pdfPageText(pdf, 2)).toBe("Ελληνικά");
});

test("page count, sizes, title, language and links are those of the document", async () => {
  expect(await pdfInfo(pdf)).toEqual({
    pageCount: 2,
    title: "Two pages",
    language: "el",
    pageSizesPt: [
      { width: 288, height: 432 },
      { width: 288, height: 432 },
    ],
    links: [{ pageNumber: 1, url: "https://example.com/terms" }],
    isTagged: expect.any(Boolean),
  });
});

test("fonts are named, and embedded", async () => {
  const fonts = await pdfFonts(pdf);
  expect(fonts).not.toHaveLength(0);
  expect(fonts.filter(({ isEmbedded }) => !isEmbedded)).toEqual([]);
});

test("reading leaves the bytes to their owner", async () => {
  const copy = Uint8Array.from(pdf);
  await pdfText(copy);
  expect(copy).toEqual(Uint8Array.from(pdf));
});
