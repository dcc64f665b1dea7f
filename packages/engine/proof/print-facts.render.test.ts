import { pdfInfo, pdfRuns, pdfTargets, pdfText, pdfXmp } from "@platen/testing";
import { describe, expect, test } from "@jest/globals";
import { engineForFile } from "./engine-for-file.ts";
import { filledSamples } from "./fidelity/documents/samples.ts";

const engine = engineForFile();

describe("the outline of a PDF", () => {
  test.each(filledSamples)("$name has its headings as bookmarks with the setting `outline` alone", async (sample) => {
    const { pdf } = await engine.printHtml(sample.html, { settings: { ...sample.settings, outline: true } });
    const written = [...sample.html.matchAll(/<h[1-6]\b[^>]*>([^]*?)<\/h[1-6]>/g)].map(([, content = ""]) =>
      content.replaceAll(/<[^>]*>|\s/g, ""),
    );
    const titles = (await pdfTargets(pdf)).outline.map(({ title }) => title.replaceAll(/\s/g, ""));
    expect(titles).toEqual(written);
    expect(pdf.includes("/StructTreeRoot")).toBe(true);
  });
});

describe("text that is a picture", () => {
  const textsOf = async (html: string, settings = {}) =>
    (await engine.printHtml(`<!doctype html><style>p { margin: 0 }</style>${html}`, { settings })).pictureTexts;

  test.each([
    ["by a shadow", '<div style="filter: drop-shadow(0 2px 3px #0006)">Total 1,240.50</div>', 1],
    ["by a blur, which the style sheet has", "<style>b { filter: blur(1px) }</style><p><b>a</b> c <b>d</b>", 2],
    ["around other elements with a filter", '<div style="filter: grayscale(1)"><p style="filter: sepia(1)">a</div>', 1],
    ["of a drawing", '<svg style="filter: blur(1px)"><text y="20">a</text></svg>', 1],
    ["above a reflection", '<p style="-webkit-box-reflect: below">a', 1],
    ["that a perspective tilts", '<p style="transform: perspective(99px) rotateX(20deg)">a', 1],
    [
      "that a perspective around it tilts",
      '<div style="perspective: 99px"><p style="transform: rotateX(20deg)">a</div>',
      1,
    ],
    ["of the whole document", '<html style="filter: invert(1)"><p>a', 1],
  ])("is counted: %s", async (_, html, count) => {
    expect(await textsOf(html)).toBe(count);
    expect(await textsOf(html, { javascript: true })).toBe(count);
  });

  test.each([
    ["a picture with a filter", '<p>a<img style="filter: sepia(1)" src="data:,">'],
    ["a filter that nothing has", "<style>.x { filter: blur(1px) } p { filter: none }</style><p>a"],
    ["a filter on what does not show", '<div style="display: none"><p style="filter: blur(1px)">a</div>b'],
    ["turns without a perspective", '<p style="transform: rotate(9deg) rotateX(20deg)">a'],
    ["a perspective without a turn", '<p style="transform: perspective(99px) rotateZ(9deg)">a'],
    ["a filter of what is behind", '<p style="backdrop-filter: blur(1px)">a'],
    ["the word filter", "<p>Oil filter"],
  ])("is not found in %s", async (_, html) => {
    expect(await textsOf(html)).toBe(0);
  });

  test("is what the browser makes of a filter, and of nothing else that is counted", async () => {
    const printed = await engine.printHtml('<p style="filter: blur(0.1px)">picture<p>text');
    expect((await pdfText(printed.pdf)).join("")).toBe("text");
  });
});

describe("what the meta elements of a document say", () => {
  const head = `<!doctype html><html><head><meta charset="utf-8"><title>t</title>
    <meta name="author" content="Zo&euml; &amp; (Söhne)"><meta content='A "year", \u4e2d\u{1f600}' name=Description>
    <META NAME='keywords' CONTENT="invoice, 2026">`;

  test.each([{}, { tagged: true }, { javascript: true }])("is in the PDF with the settings %j", async (settings) => {
    const { pdf } = await engine.printHtml(`${head}</head><p>x`, { settings });
    expect(await pdfInfo(pdf)).toMatchObject({
      title: "t",
      author: "Zoë & (Söhne)",
      subject: 'A "year", 中😀',
      keywords: "invoice, 2026",
    });
  });

  test("is replaced by what the page settings say, which is in the XMP too", async () => {
    const metadata = { author: "Müller & <Co>", keywords: ["a", "ü"], creator: "ERP" };
    const { pdf } = await engine.printHtml(`${head}</head><p>x`, { settings: { metadata } });
    expect(await pdfInfo(pdf)).toMatchObject({
      title: "t",
      author: metadata.author,
      subject: 'A "year", 中😀',
      keywords: "a, ü",
    });
    expect(await pdfXmp(pdf)).toMatchObject({
      "dc:title": "t",
      "dc:creator": [metadata.author],
      "dc:description": 'A "year", 中😀',
      "pdf:keywords": "a, ü",
      "xmp:creatortool": "ERP",
      "xmp:createdate": "2026-01-31T09:00:00+00:00",
    });
  });

  test("leaves equal documents with equal bytes, and other documents as they were", async () => {
    const print = async (html: string) => (await engine.printHtml(html)).pdf.toString("latin1");
    expect(await print(`${head}</head><p>x`)).toBe(await print(`${head}</head><p>x`));
    expect(await print("<title>t</title><meta name=viewport content=author><p>x")).not.toContain("/Author");
  });
});

describe("headers and footers", () => {
  const sizesOf = async (header: string) => {
    const settings = { header, margin: { top: "30mm" }, footer: "<div>Foot</div>" };
    const { pdf } = await engine.printHtml("<p>x", { settings });
    const runs = (await pdfRuns(pdf)).flat();
    return Object.fromEntries(runs.map(({ text, size }) => [text, Math.round(size * 10) / 10]));
  };

  test("are 10 px high where they have no size of their own", async () => {
    expect(await sizesOf("<div>Head</div>")).toMatchObject({ Head: 10, Foot: 10 });
    expect(await sizesOf("Head")).toMatchObject({ Head: 10 });
  });

  test.each([
    '<div style="font-size: 7px">Head</div>',
    "<style>div { font-size: 7px }</style><div>Head</div>",
    "<style>body { font-size: 7px }</style><div>Head</div>",
    "<style>#header { font-size: 7px }</style><div>Head</div>",
    "<style>html { font-size: 7px }</style><div>Head</div>",
  ])("have the size that they set: %s", async (header) => {
    expect(await sizesOf(header)).toMatchObject({ Head: 7 });
  });

  test("may hold a logo of 300 kB", async () => {
    const comment = "x".repeat(300_000);
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><!--${comment}--><text y="20">Logo</text></svg>`;
    const header = `<img style="height: 20mm" src="data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}">`;
    const { pdf } = await engine.printHtml("<p>x", { settings: { header, margin: { top: "30mm" } } });
    expect((await pdfText(pdf)).join("\n")).toContain("Logo");
  });
});

describe("the size of a page", () => {
  const sizeOf = async (css: string, settings = {}) => {
    const printed = await engine.printHtml(`<!doctype html><style>${css}</style><p>x`, { settings });
    const [size] = (await pdfInfo(printed.pdf)).pageSizesPt;
    return [Math.round(size?.width ?? 0), Math.round(size?.height ?? 0), printed.hasUnknownPageSize];
  };

  test.each([
    ["A6", [298, 420]],
    ["tabloid", [792, 1224]],
    ["landscape A6", [420, 298]],
  ])("%s is that of the paper with this name", async (size, expected) => {
    expect(await sizeOf(`@page { size: ${size} }`)).toEqual([...expected, false]);
  });

  test("is reported where CSS does not know it, unless the settings have the last word", async () => {
    expect(await sizeOf("@page { size: 80mm auto }", { format: "A5" })).toEqual([420, 596, true]);
    expect(await sizeOf("@page { size: 80mm auto }", { preferCssPageSize: false })).toEqual([596, 842, false]);
    expect(await sizeOf("@page { size: 80mm 100mm }")).toEqual([227, 283, false]);
  });

  test("is as the browser prints it for each name that CSS has", async () => {
    const sizes = ["a3", "a4", "a5", "b4", "b5", "jis-b4", "jis-b5", "letter", "legal", "ledger", "4in", "3cm 3in"];
    const other = await sizeOf("@page { size: nothing }", { format: "A6" });
    for (const size of sizes) {
      const [width, height, isUnknown] = await sizeOf(`@page { size: ${size} }`, { format: "A6" });
      expect([size, isUnknown]).toEqual([size, false]);
      expect([width, height]).not.toEqual(other.slice(0, 2));
    }
  });
});

test("a range of pages may have no end", async () => {
  const html = [1, 2, 3, 4].map((page) => `<p style="break-after: page">${page}`).join("");
  const { pdf } = await engine.printHtml(`${html}<p>5`, { settings: { pageRanges: "1, 4-" } });
  expect((await pdfText(pdf)).join(" ")).toBe("1 4 5");
});
