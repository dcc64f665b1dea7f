import { pdfText } from "@platen/testing";
import { describe, expect, test } from "@jest/globals";
import { engineForFile } from "./engine-for-file.ts";

const engine = engineForFile();

/** Prints in a font that draws ’ and ʼ with one glyph, and reads back by ToUnicode alone, as some readers do. */
async function readBack(html: string, settings = {}): Promise<string> {
  const { pdf } = await engine.printHtml(
    `<!doctype html><meta charset="utf-8"><body style="font-family: Inter">${html}`,
    { settings },
  );
  return (await pdfText(pdf)).join("\n");
}

describe("a character reads back as it was written", () => {
  test.each([
    ["as it is", "it’s “so”", "it’s “so”"],
    ["by its name", "it&rsquo;s &ldquo;so&rdquo;", "it’s “so”"],
    ["by its number", "it&#8217;s &#x201c;so&#X201D;", "it’s “so”"],
    ["by a number without an end", "it&#8217 s", "it’ s"],
    ["by a style sheet", `<style>p::after { content: "it\\2019 s" }</style><p>`, "it’s"],
    ["from an attribute", `<style>p::after { content: attr(title) }</style><p title="it&rsquo;s">`, "it’s"],
    ["as the browser's quotation mark", "<q>a <q>b</q></q>", "“a ‘b’”"],
    ["as a list's marker", `<ol style="list-style: lower-greek inside" start="9"><li>x</ol>`, "ι. x"],
    ["a letter that looks like it, as that letter", "it&#x2bc;s it&#x2bc;s", "itʼs itʼs"],
    ["beside figures of one width", `<p style="font-variant-numeric: tabular-nums">it’s 1,234.50`, "it’s 1,234.50"],
    ["beside a colon that the font raises", "it’s 12:30", "it’s 12:30"],
  ])("%s", async (_way, html, text) => {
    expect(await readBack(html)).toBe(text);
  });

  test("by a script", async () => {
    const html = `<p><script>document.querySelector("p").textContent = "it\\u2019s";</script>`;
    expect(await readBack(html, { javascript: true })).toBe("it’s");
  });

  test("in a header", async () => {
    const header = `<p style="font: 12px Inter">it&rsquo;s</p>`;
    expect(await readBack("", { header, margin: { top: "30mm" } })).toBe("it’s");
  });

  test("in a tagged document, in a group that is drawn as a whole", async () => {
    expect(await readBack(`<p style="opacity: 0.5">it&rsquo;s`, { tagged: true })).toBe("it’s");
  });

  test("in Arabic, whose letters have several forms", async () => {
    expect(await readBack(`<p dir="rtl">محمد`)).toBe("محمد");
  });
});

test("two characters with one glyph read back apart", async () => {
  expect(await readBack("&rsquo;&#x2bc;&#x2bc;")).toBe("’ʼʼ");
});
