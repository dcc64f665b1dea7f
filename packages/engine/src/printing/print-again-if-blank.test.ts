import { expect, test } from "@jest/globals";
import { hasText, printUnlessBlank } from "./print-again-if-blank.ts";

const blank = { pdf: Buffer.from("%PDF-1.4 /Type /Page") };
const shown = { pdf: Buffer.from("%PDF-1.4 /Type /Page /Font 4 0 R") };

/** Prints what is listed, one after the other, and notes how it was asked to. */
function printing(...prints: { pdf: Buffer }[]) {
  const asked: boolean[] = [];
  const print = async (isRepeated: boolean) => {
    asked.push(isRepeated);
    const printed = prints[asked.length - 1];
    if (!printed) throw new Error("printed too often");
    return printed;
  };
  return { print, asked };
}

test("a document with text whose PDF shows none is printed once more, loaded completely", async () => {
  const { print, asked } = printing(blank, shown);
  await expect(printUnlessBlank("<p>text", print)).resolves.toEqual({ ...shown, blankPrints: 1 });
  expect(asked).toEqual([false, true]);
});

test("a document that shows none of its text is answered as it is after the second print", async () => {
  const { print } = printing(blank, blank);
  await expect(printUnlessBlank("<p hidden>text", print)).resolves.toEqual({ ...blank, blankPrints: 1 });
});

test("a document is printed once where its PDF shows text, and where it has none", async () => {
  await expect(printUnlessBlank("<p>text", printing(shown).print)).resolves.toEqual({ ...shown, blankPrints: 0 });
  await expect(printUnlessBlank("<svg/>", printing(blank).print)).resolves.toEqual({ ...blank, blankPrints: 0 });
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
