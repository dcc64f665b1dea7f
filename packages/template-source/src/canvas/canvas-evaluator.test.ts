import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { canvasHtml } from "./canvas-html.ts";
import { readTemplate } from "../model/read-template.ts";

// A browser has no library of barcodes.
beforeEach(() => {
  jest.spyOn(process, "getBuiltinModule").mockReturnValue(undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
});

const shown = (html: string, data: unknown) => canvasHtml(readTemplate(html), data, { emptySections: "none" });

test("a QR code is drawn, and a barcode is a box of its size with its name", () => {
  const html = shown("<p>{{ sku | qr 20mm }}{{ sku | barcode code128 height=9mm }}</p>", { sku: "PL-2031" });
  expect(html).toMatch(/<svg [^>]*class="code code-qr"[^>]*width="20mm"/);
  expect(html).toContain('<platen-box style="min-height: 9mm">barcode code128</platen-box>');
});

test("a code that no document can have is a box that says why, and the rest of the template stays", () => {
  const html = shown("<p>{{ sku | epc }}{{ sku | barcode ean8 }}{{ name }}</p>", { sku: "a<b", name: "Ada" });
  expect(html).toMatch(/<platen-box data-problem="">epc: [^<]+<\/platen-box>/);
  expect(html).toMatch(/<platen-box data-problem="">barcode ean8: The barcode ean8 holds [^<]+<\/platen-box>/);
  expect(html).toContain(">Ada<");
  expect(html).not.toContain("a<b");
});

test("a code in an attribute is a picture with its name", () => {
  const html = shown('<img src="{{ sku | barcode ean8 }}">', { sku: "12345670" });
  expect(decodeURIComponent(html)).toMatch(/<img [^>]*src="data:image\/svg\+xml,<svg[^]*>barcode ean8<\/text><\/svg>"/);
});

test("the canvas shows texts of translations in the language, and a chip with the key for a missing text", () => {
  const html = "<p>{{@t.title}} {{ status | t 'status' }} {{@t.gone}} {{{@t.lost}}}</p>";
  const languages = {
    en: { title: "Invoice", "status.paid": "Paid" },
    de: { title: "Rechnung <b>{no}</b>", "status.paid": "Bezahlt" },
  };
  const settings = { language: "de", messages: { defaultLocale: "en", languages } };
  const filled = canvasHtml(readTemplate(html), { status: "paid", no: 7 }, { emptySections: "none", settings });
  expect(filled).toContain(">Rechnung &lt;b&gt;7&lt;/b&gt;<");
  expect(filled).toContain(">Bezahlt<");
  expect(filled).toMatch(/data-name="@t\.gone" data-label="Text “gone”"><\/platen-variable>/);
  expect(filled).toContain("<platen-box>Text “lost”</platen-box>");
});
