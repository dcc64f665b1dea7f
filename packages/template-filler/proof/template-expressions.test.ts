import { afterAll, describe, expect, test } from "@jest/globals";
import type { PdfMetadata } from "@platen/contracts";
import { outcomeReport } from "@platen/contracts/internal";
import { packMessages, type FillRequest } from "../src/fill-message.ts";
import { fillRequest } from "./fill-request.ts";
import { createTemplateFiller } from "../src/template-filler.ts";

const filler = createTemplateFiller({
  processes: 1,
  timeoutMs: 5_000,
  maxOutputBytes: 1_000_000,
  maxHeapBytes: 256_000_000,
});

afterAll(() => filler.close());

async function fill(html: string, data: unknown, changes: Partial<FillRequest> = {}) {
  return filler.fillTemplate(fillRequest(html, JSON.stringify(data), changes), new AbortController().signal);
}

test("formats write in the document's locale and currency, in the header too", async () => {
  const changes = { language: "de-DE", currency: "EUR", header: "{{ total | money }} {{@locale}}" };
  const { html, header } = await fill("<p>{{ total | money }} {{ total | money USD }}</p>", { total: 1240.1 }, changes);
  expect(html).toContain("<p>1.240,10\u00a0€ 1.240,10\u00a0$</p>");
  expect(header).toContain("1.240,10\u00a0€ de-DE");
});

test("numbers keep the digits that were sent, in every text of the document, and no name reaches into them", async () => {
  const json = '{"id":12345678901234567890,"rate":0.1234567890123456789,"huge":1e400,"list":[9007199254740993,1]}';
  const text = "{{id}} {{ id | number }} {{ rate }} {{huge}} {{ list | sum }} {{#huge}}{{text}}yes{{/huge}}";
  const request = fillRequest(`<p>${text}</p>`, json, { header: text, filename: "{{id}}-{{huge}}.pdf" });
  const { html, header, filename, warnings } = await filler.fillTemplate(request, new AbortController().signal);
  const printed = "12345678901234567890 12,345,678,901,234,567,890 0.1234567890123456789 1e400 9007199254740994 yes";
  expect(html).toContain(`<p>${printed}</p>`);
  expect(header).toContain(printed);
  expect(filename).toBe("12345678901234567890-1e400.pdf");
  expect(warnings.map((warning) => "path" in warning && warning.path)).toEqual(["text", "text"]);
});

test("a number that a format cannot use is printed as it was sent, and reported", async () => {
  const request = fillRequest("<p>{{ huge | money EUR }}</p>", '{"huge":1e400}');
  const { html, warnings } = await filler.fillTemplate(request, new AbortController().signal);
  expect(html).toContain("<p>1e400</p>");
  expect(warnings).toEqual([expect.objectContaining({ code: "data.unformattable", path: "huge" })]);
});

test("a template's language that Intl refuses counts as English", async () => {
  const { html } = await fill("<p>{{ total | money EUR }}</p>", { total: 5 }, { language: "en-x" });
  expect(html).toContain("<p>€5.00</p>");
});

test("a template of dialect 1 fills as before, also where its names look like formats", async () => {
  const data = { "a | b": "kept", a: "wrong", "@index": 7, "'q'": "quoted" };
  const text = "{{a | b}} {{@index}} {{'q'}}";
  const { html, footer } = await fill(`<p>${text}</p>`, data, { dialect: 1, footer: text });
  expect(html).toContain("<p>kept 7 quoted</p>");
  expect(footer).toContain("kept 7 quoted");
  expect((await fill("<p>x</p>", data, { footer: "{{a | upper}}" })).footer).toContain("WRONG");
});

test("an unknown format, which no check has seen, fails the document with its place", async () => {
  await expect(fill("<p>\n{{ a | monney }}</p>", {})).rejects.toMatchObject({
    code: "template_syntax",
    details: [{ path: "html", line: 2, column: 1 }],
  });
});

test("texts of translations follow the request, the template, then the project, and say so in the document", async () => {
  const messages = packMessages({
    defaultLocale: "de",
    languages: { de: { hi: "Hallo {name}" }, fr: { hi: "Bonjour <b>{name}</b>" }, "fr-CH": { hi: "Salut" } },
  });
  const html = "<html><body><p>{{{@t.hi}}} {{@locale}}</p></body></html>";
  const data = { name: "<Ann>" };
  const german = await fill(html, data, { messages });
  expect(german.html).toContain("<p>Hallo &lt;Ann&gt; de</p>");
  expect(german.html).toContain('<html lang="de">');
  const french = await fill(html, data, { messages, language: "fr-CA", footer: "{{@t.hi}}" });
  expect(french.html).toContain("<p>Bonjour <b>&lt;Ann&gt;</b> fr-CA</p>");
  expect(french.footer).toContain("Bonjour &lt;b&gt;&lt;Ann&gt;");
  expect(french.warnings).toEqual([]);
  expect((await fill('<html lang="fr"><p>{{@t.hi}}</p></html>', data, { messages })).html).toContain("Bonjour");

  // Languages are the same in any case of their letters.
  expect((await fill(html, data, { messages, language: "fr-ch" })).html).toContain("<p>Salut fr-CH</p>");
  expect((await fill('<html lang="FR-ch"><p>{{@t.hi}}</p></html>', data, { messages })).html).toContain("Salut");

  const spanish = await fill("<p>x</p>\n<p>{{@t.hi}}{{@t.no}}</p>", {}, { messages, language: "es" });
  expect(spanish.html).toContain("<p>Hallo </p>");
  const at = { part: "html", line: 2, count: 1 };
  expect(spanish.warnings).toMatchObject([
    { code: "translation.missing", severity: "warning", key: "hi", locale: "es", fallback: "de", column: 4, ...at },
    { code: "data.missing", path: "name", column: 4, ...at },
    { code: "translation.missing", severity: "error", key: "no", locale: "es", column: 13, ...at },
  ]);
});

describe("the metadata of a PDF", () => {
  const filledWith = (metadata: PdfMetadata, data: unknown, changes: Partial<FillRequest> = {}) =>
    fill("<p>", data, { metadata, ...changes });

  test("are filled as texts on one line, and left out where nothing is left", async () => {
    const keywords = ["invoice", "{{ due | date 'yyyy' }}", "{{none}}"];
    const given = { author: "{{name}}", subject: "{{x}}", creator: "{{#lines}}{{.}}{{/lines}}", keywords };
    const data = { name: "Müller &\n<Söhne>", x: " ", due: "2026-11-25", none: "", lines: ["y".repeat(3_000)] };
    const { metadata, html } = await filledWith(given, data);
    expect(metadata).toEqual({
      author: "Müller & <Söhne>",
      creator: "y".repeat(2_000),
      keywords: ["invoice", "2026"],
    });
    expect(html).not.toContain("Söhne");
  });

  test("tell what their data lack, by its place", async () => {
    const { metadata, warnings } = await filledWith({ keywords: ["a", "{{number}}"] }, {});
    expect(metadata).toEqual({ keywords: ["a"] });
    expect(warnings).toMatchObject([{ code: "data.missing", path: "number", part: "settings.metadata.keywords.1" }]);
  });

  test("stay as written for HTML that is printed as it is", async () => {
    expect((await filledWith({ author: "{{name}}" }, {}, { dialect: "none" })).metadata).toEqual({
      author: "{{name}}",
    });
  });
});

describe("a file name", () => {
  const named = async (filename: string, data: unknown) => (await fill("<p>", data, { filename })).filename;

  test.each<[string, unknown, string | undefined]>([
    ["payslip-{{employee.number}}.pdf", { employee: { number: "17" } }, "payslip-17.pdf"],
    [
      "{{ due | date 'yyyy-MM' }} {{name}}",
      { due: "2026-11-25", name: "Müller & <Söhne>" },
      "2026-11 Müller & <Söhne>",
    ],
    ["{{#lines}}{{.}}-{{/lines}}end.pdf", { lines: [1, 2] }, "1-2-end.pdf"],
    ["{{x}}.pdf", { x: "../../etc/passwd" }, "_.._etc_passwd.pdf"],
    ["a{{x}}b", { x: "\\\r\n\u0000\u0085" }, "a_____b"],
    ["{{x}}.pdf", { x: "\ud800" }, "\ufffd.pdf"],
    ["{{x}}", { x: "n".repeat(5_000) }, "n".repeat(196)],
    ["{{x}}.PDF", { x: "n".repeat(300) }, `${"n".repeat(196)}.pdf`],
    ["{{x}}.pdf", { x: " " }, undefined],
    ["{{x}}", { x: ".." }, undefined],
  ])("%s is filled as a text and made safe", async (filename, data, name) => {
    expect(await named(filename, data)).toBe(name);
    if (name !== undefined) expect(outcomeReport.options[1].shape.filename.parse(name)).toBe(name);
  });

  test("tells what its data lack, by its place", async () => {
    const filled = await fill("<p>", {}, { filename: "payslip-{{number}}.pdf" });
    expect(filled.filename).toBe("payslip-.pdf");
    expect(filled.warnings).toMatchObject([
      { code: "data.missing", path: "number", part: "filename", line: 1, column: 9 },
    ]);
  });
});
