import { expect, test } from "@jest/globals";
import { guideParts, searchParts } from "./guide-parts.ts";

const html = `<p>Above.</p><h2 id="logo">Your logo</h2><ol><li>Choose <strong>Picture</strong>.</li></ol><h3 id="size">Size</h3><p>Drag &amp; drop the logo.</p>`;

test("a document is read as its parts, with the text above its first heading", () => {
  expect(guideParts(html, "Design")).toEqual([
    { id: "", heading: "Design", level: 1, text: "Above." },
    { id: "logo", heading: "Your logo", level: 2, text: "Choose Picture." },
    { id: "size", heading: "Size", level: 3, text: "Drag & drop the logo." },
  ]);
});

test("a search finds the parts that have all words, those first whose headings have them", () => {
  const parts = guideParts(html, "Design");
  const found = (words: string) => searchParts(parts, words).map(({ id }) => id);
  expect(found("LOGO")).toEqual(["logo", "size"]);
  expect(found("logo drag")).toEqual(["size"]);
  expect(found("moon")).toEqual([]);
  expect(found(" ")).toEqual([]);
});
