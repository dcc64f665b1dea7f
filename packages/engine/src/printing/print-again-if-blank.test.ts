import { expect, test } from "@jest/globals";
import { hasText, printAgainIfBlank } from "./print-again-if-blank.ts";

const blank = { pdf: Buffer.from("%PDF-1.4 /Type /Page") };
const shown = { pdf: Buffer.from("%PDF-1.4 /Type /Page /Font 4 0 R") };

/** A fake that gives these prints, one after the other, and records which were repeats. */
function printing(...prints: { pdf: Buffer }[]) {
  const repeats: boolean[] = [];
  const print = async (isRepeated: boolean) => {
    repeats.push(isRepeated);
    const printed = prints[repeats.length - 1];
    if (!printed) throw new Error("printed too often");
    return printed;
  };
  return { print, repeats };
}

test("a document with text whose PDF shows none is loaded completely and printed again", async () => {
  const { print, repeats } = printing(blank, shown);
  await expect(printAgainIfBlank(true, print)).resolves.toEqual({ ...shown, blankPrints: 1 });
  expect(repeats).toEqual([false, true]);
});

test("a document that hides its text is given as it is after the second print", async () => {
  const { print } = printing(blank, blank);
  await expect(printAgainIfBlank(true, print)).resolves.toEqual({ ...blank, blankPrints: 1 });
});

test("a document whose PDF shows text, or that has no text, is printed once", async () => {
  await expect(printAgainIfBlank(true, printing(shown).print)).resolves.toEqual({ ...shown, blankPrints: 0 });
  await expect(printAgainIfBlank(false, printing(blank).print)).resolves.toEqual({ ...blank, blankPrints: 0 });
});

test.each(["<p>text", "text", "<style>p{}</style> x", "<!-- a --><b>b", "a<title>b</title>", "<noscript>n</noscript>"])(
  "%s has text",
  (html) => expect(hasText(html)).toBe(true),
);

test.each([
  "",
  " \n<p> </p>",
  "<!-- text -->",
  "<!doctype html><title>text</title><STYLE>text</STYLE><script>text</script><img alt=text>",
  "<style>never closed",
  "<p ",
])("%s has no text", (html) => expect(hasText(html)).toBe(false));
