import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { createPlaceReader, replaceIn, type ComposedText, type Place } from "./composed-text.ts";
import { composeSnippets } from "./snippets/compose-snippets.ts";
import type { SnippetText } from "./snippets/snippet-parts.ts";

/** Texts in which each word is at one place of one part. */
const word = fc.constantFrom("\u0001", "\n", "\n  ", "\n      ", " ", "  ", "{{a}}");
const plain = fc.array(word, { maxLength: 6 }).map((pieces) => pieces.join(""));

function tagsOf(names: readonly string[]): fc.Arbitrary<string> {
  if (names.length === 0) return plain;
  const name = fc.constantFrom(...names);
  const block = fc.tuple(fc.constantFrom("x", "y"), plain).map(([id, text]) => `{{$${id}}}${text}{{/${id}}}`);
  const piece = fc.oneof(
    plain,
    name.map((one) => `{{> ${one} }}`),
    block,
    fc
      .tuple(name, fc.array(block, { maxLength: 2 }))
      .map(([one, blocks]) => `{{<${one}}}${blocks.join("")}{{/${one}}}`),
  );
  return fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(""));
}

/** Writes a number of its own for each mark, so that a word tells where it stands. */
function numbered(texts: readonly string[]): string[] {
  let count = 0;
  return texts.map((text) => text.replaceAll("\u0001", () => `w${(count += 1)}.`));
}

const library = fc.tuple(tagsOf(["b", "c"]), tagsOf(["c"]), plain, tagsOf(["a", "b", "c"])).map((texts) => {
  const [a = "", b = "", c = "", html = ""] = numbered(texts);
  return { html, snippets: Object.entries({ a, b, c }).map(([name, text]) => ({ name, html: text, css: "" })) };
});

function textAt({ path, line, column }: Place, html: string, snippets: readonly SnippetText[]): string {
  const written = path === "html" ? html : snippets.find(({ name }) => path === `snippets.${name}.html`)?.html;
  return written?.split("\n")[line - 1]?.slice(column - 1) ?? "";
}

function expectPlaces(composed: ComposedText, html: string, snippets: readonly SnippetText[]): number {
  const placeOf = createPlaceReader(composed);
  const words = [...composed.text.matchAll(/w\d+\.|\{\{a\}\}/g)];
  for (const { index, 0: found } of words) {
    expect(textAt(placeOf(index), html, snippets).startsWith(found)).toBe(true);
  }
  return words.length;
}

test("each word of a composed text is where its place says, however snippets, blocks and indentation nest", () => {
  let compared = 0;
  fc.assert(
    fc.property(library, ({ html, snippets }) => {
      const { texts, mistakes } = composeSnippets({ html, css: "" }, { snippets });
      expect(mistakes).toEqual([]);
      expect(texts.html.text).not.toMatch(/\{\{[<>$]/);
      compared += expectPlaces(texts.html, html, snippets);
    }),
    { numRuns: 750 },
  );
  expect(compared).toBeGreaterThan(750);
});

test("after replacements, all other words keep their places, and a replacement has that of what it replaces", () => {
  let compared = 0;
  fc.assert(
    fc.property(library, fc.array(fc.nat(), { maxLength: 4 }), ({ html, snippets }, picks) => {
      const { texts } = composeSnippets({ html, css: "" }, { snippets });
      const placeOf = createPlaceReader(texts.html);
      const words = [...texts.html.text.matchAll(/w\d+\./g)].filter((_word, index) => picks.includes(index));
      const replaced = replaceIn(
        texts.html,
        words.map(({ index, 0: found }) => ({ start: index, end: index + found.length, text: "new\nline" })),
      );
      compared += expectPlaces(replaced, html, snippets);
      const newPlaceOf = createPlaceReader(replaced);
      const places = [...replaced.text.matchAll(/new\nline/g)].map(({ index }) => newPlaceOf(index + 4));
      expect(places).toEqual(words.map(({ index }) => placeOf(index)));
    }),
    { numRuns: 500 },
  );
  expect(compared).toBeGreaterThan(250);
});
