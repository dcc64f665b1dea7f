import { pdfFonts, pdfInfo, pdfPictures, pdfTargets, pdfText } from "@platen/testing";
import { samples } from "@platen/samples";
import { flatSample } from "@platen/samples/testing";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { accountHolder } from "@platen/contracts/holder";
import { startTestEngine, type TestEngine } from "@platen/engine/proof";
import { packMessages, type PackedMessages } from "../src/fill-message.ts";
import { createTemplateFiller, type TemplateFiller } from "../src/template-filler.ts";

let engine: TestEngine;
let filler: TemplateFiller;

beforeAll(async () => {
  engine = await startTestEngine();
  const limits = { timeoutMs: 60_000, maxOutputBytes: 1_000_000, maxHeapBytes: 256_000_000 };
  filler = createTemplateFiller({ processes: 1, ...limits });
});

afterAll(() => Promise.all([engine?.close(), filler?.close()]));

async function fill(
  template: {
    html: string;
    css: string;
    title: string;
    language?: string | undefined;
    currency?: string | undefined;
    messages?: PackedMessages;
  },
  data: unknown,
) {
  const source = {
    holder: accountHolder("acc_1"),
    sourceId: template.html,
    header: undefined,
    footer: undefined,
    language: undefined,
    dialect: 2 as const,
    timeZone: "UTC",
    currency: undefined,
    ...template,
  };
  const { signal } = new AbortController();
  return (await filler.fillTemplate({ ...source, dataJson: JSON.stringify(data) }, signal)).html;
}

const pageSizes: Record<string, [width: number, height: number]> = {
  certificate: [842, 595],
  "shipping-label": [288, 432],
  ticket: [595, 281],
};
const a4: [number, number] = [595, 842];

test.each(samples.map((sample) => [sample.slug, flatSample(sample)] as const))(
  "sample %s has its size, text on every page, page numbers and embedded fonts, and requests nothing",
  async (slug, { html, css, name, settings, translations, sampleData }) => {
    const messages = packMessages({ defaultLocale: "en", languages: translations });
    const filled = await fill(
      { html, css, title: name, language: settings.language, currency: settings.currency, messages },
      sampleData,
    );
    const { pdf, pageCount, refused } = await engine.printHtml(filled, { settings });
    expect(refused).toEqual([]);
    const info = await pdfInfo(pdf);
    expect(info.pageCount).toBe(pageCount);
    expect(info.title).toBeDefined();
    expect(info.language).toBeDefined();
    const [width, height] = pageSizes[slug] ?? a4;
    for (const size of info.pageSizesPt) {
      expect(Math.abs(size.width - width)).toBeLessThan(1);
      expect(Math.abs(size.height - height)).toBeLessThan(1);
    }
    for (const [index, text] of (await pdfText(pdf)).entries()) {
      expect(text.length).toBeGreaterThan(20);
      const numbered = /Page (\d+) of (\d+)/.exec(text);
      if (numbered) expect(numbered.slice(1)).toEqual([String(index + 1), String(pageCount)]);
      expect(text).not.toMatch(/\{\{|\}\}|undefined|\[object/);
    }
    for (const font of await pdfFonts(pdf)) expect(font.isEmbedded).toBe(true);
  },
);

const link = (text: string) => `<p><a href="https://example.com">${text}</a></p>`;

test.each([
  ["its Arabic text", '<html dir="auto"><head></head>', "مرحبا بالعالم", "right"],
  ["its Hebrew text", '<html dir="auto"><head></head>', "שלום עולם", "right"],
  ["its Latin text", '<html dir="auto"><head></head>', "Hello", "left"],
  ["its data", '<html dir="{{dir}}">', "مرحبا بالعالم", "right"],
])(
  "the added title does not change the direction of a document that takes it from %s",
  async (_, start, text, side) => {
    const css = "@page { size: 400pt 400pt; margin: 0 }";
    const html = `<!doctype html>${start}<body>${link("{{text}}")}`;
    const { pdf } = await engine.printHtml(await fill({ html, css, title: "Invoice" }, { dir: "auto", text }));
    const [first] = (await pdfTargets(pdf)).links;
    expect((await pdfInfo(pdf)).title).toBe("Invoice");
    expect((first?.rectangle[0] ?? 0) < 200 ? "left" : "right").toBe(side);
  },
);

const families = ["Inter", "Source Serif 4", "JetBrains Mono", "Arimo", "Tinos", "Cousine"];

test("an amount in French, which has narrow no-break blanks, prints no missing glyph in any built-in family", async () => {
  const filled = await fill(
    { html: "{{ total | money EUR }}", css: "", title: "T", language: "fr-FR" },
    { total: "1234567.8" },
  );
  const amount = /1\u202F234\u202F567,80\u00A0€/.exec(filled)?.[0] ?? "";
  expect(amount).not.toBe("");
  // No font has a glyph for U+0378: it shows that the comparison sees a box.
  const texts = [amount, amount.replaceAll(/[\u202F\u00A0]/g, " "), amount.replaceAll("\u202F", "\u0378")];
  const sections = families.flatMap((family) =>
    texts.map((text) => `<section style="font: 32px '${family}'; break-after: page">${text}</section>`),
  );
  const { pdf } = await engine.printHtml(`<style>@page { size: 120mm 30mm; margin: 5mm }</style>${sections.join("")}`);
  const ink = (await pdfPictures(pdf, { dpi: 96 })).map(({ rgba }) =>
    rgba.reduce((sum, value, index) => (index % 4 === 0 ? sum + 255 - value : sum), 0),
  );
  for (const [index, family] of families.entries()) {
    const [narrow = 0, blank = 0, boxes = 0] = ink.slice(index * 3, index * 3 + 3);
    expect([family, blank > 1_000, narrow / blank < 1.02, boxes / blank > 1.05]).toEqual([family, true, true, true]);
  }
});

test("a chart is printed with its texts, and read by its label in a tagged PDF", async () => {
  const html = "{{ a | chart bars x=month y=net title='Revenue' }}";
  const a = [
    { month: "January", net: 1200 },
    { month: "February", net: 900 },
  ];
  const filled = await fill({ html, css: ".series-1 { color: teal }", title: "T", language: "de-DE" }, { a });
  const { pdf } = await engine.printHtml(filled, { settings: { tagged: true } });
  const [text = ""] = await pdfText(pdf);
  for (const part of ["January", "February", "1.000"]) expect(text).toContain(part);
  expect(Buffer.from(pdf).toString("latin1")).toContain("/Alt (Revenue: January 1.200; February 900)");
});
