import { expect, test } from "@jest/globals";
import type { Warning } from "@platen/contracts";
import { accountHolder } from "@platen/contracts/holder";
import type { MessageTable } from "@platen/formats";
import { packMessages } from "@platen/template-filler";
import { warningsOf } from "../../src/warnings.ts";
import { useEngineAndFiller } from "../engine-and-filler.ts";
import { samples } from "@platen/samples";
import { flatSample } from "@platen/samples/testing";
import { proofOr } from "@platen/testing";
import fc from "fast-check";
import { brokenFillings, brokenPrints, type BrokenDocument } from "./broken-documents.ts";
import { soundInvoices } from "./sound-invoices.ts";

const started = useEngineAndFiller();
const { signal } = new AbortController();
const holder = accountHolder("acc_1");

type Source = Omit<BrokenDocument, "warnings"> & { messages?: MessageTable };

function fill({ html, css = "", settings = {}, data = {}, messages, ownFonts }: Source) {
  const { header, footer, language, timeZone = "UTC", currency } = settings;
  const source = { holder, sourceId: JSON.stringify([html, css, ownFonts]), html, css, header, footer, language };
  const packed = messages && packMessages(messages);
  const rest = { title: "Document", dialect: 2, timeZone, currency, ownFonts, messages: packed } as const;
  return started().filler.fillTemplate({ ...source, ...rest, dataJson: JSON.stringify(data) }, signal);
}

async function print(source: Source): Promise<Warning[]> {
  const { warnings, ...document } = await fill(source);
  const { settings = {} } = source;
  const createdAt = new Date(0);
  const printed = await started().engine.print({ projectId: "prj_a", holder, document, settings, createdAt, signal });
  return [...warnings, ...warningsOf(printed, () => source.html)];
}

function inWords({ code, path, part, line, column, kind, host, characters = [], count, ...rest }: Warning): string {
  const { asset, font, element, page, scale } = rest;
  const place = line === undefined ? undefined : `${line}:${column}`;
  const found = [asset, ...characters, font, element, page, scale, count && `x${count}`];
  return [code, path, part, place, kind, host, ...found].filter((word) => word !== undefined).join(" ");
}

const named = (documents: readonly BrokenDocument[]) =>
  documents.map((document) => [JSON.stringify(document).slice(0, 80), document] as const);

test.each(named(brokenFillings))("the filling of %s has its warnings", async (_name, document) => {
  expect((await fill(document)).warnings.map(inWords)).toEqual(document.warnings);
});

test.each(named(brokenPrints))("the print of %s has its warnings", async (_name, document) => {
  expect((await print(document)).map(inWords)).toEqual(document.warnings);
});

test("no value of the data appears in a warning", async () => {
  const mark = fc.integer({ min: 100_000, max: 999_999 }).map((number) => `secret${number}\u{12000}`);
  const style = mark.map((text) => `<style>p { font-family: ${text} }</style><p style="font-family: ${text}">${text}`);
  const html = mark.map((text) => `<img src="https://a.example/${text}?${text}"><b title="${text}">{{${text}}}</b>`);
  const value = fc.oneof(mark, style, html, fc.array(mark), fc.dictionary(fc.constantFrom("a", "b"), mark));
  const data = fc.dictionary(fc.constantFrom("a", "b", "c", "d"), value);
  const flags = `https://assets.invalid/${"a".repeat(64)}/flags/`;
  const template = `<img src="${flags}{{a}}.svg"><img src="${flags}{{{b}}}"><style>p { font-family: {{a}}, Georgia } b { font-family: '{{{b}}}' } i { font: 9px {{c}} }</style>
    <p style="font-family: {{d}}">{{{a}}}{{b.a}}{{#c}}{{a}}{{{b}}}{{.}}{{x}}{{/c}}{{ d | money EUR }}{{ a | date }}{{ b | sum c }}`;
  const settings = { header: "{{{a}}}{{y}}", footer: "{{ b | number }}<b style='font-family: {{c}}'>" };
  const codes = new Set<string>();
  await fc.assert(
    fc.asyncProperty(data, async (values) => {
      const warnings = await print({ html: template, settings, data: values });
      for (const { code } of warnings) codes.add(code);
      expect(JSON.stringify(warnings)).not.toContain("secret");
    }),
    { numRuns: proofOr(500, 25) },
  );
  expect([...codes].toSorted()).toEqual(
    expect.arrayContaining([
      "asset.missing",
      "data.missing",
      "data.unformattable",
      "glyph.missing",
      "resource.blocked",
    ]),
  );
});

const sound: [name: string, source: Source][] = [
  ...soundInvoices.map(({ name, ...source }): [string, Source] => [name, source]),
  ...samples
    .map(flatSample)
    .flatMap(({ slug, html, css, settings, dataSets, translations }) =>
      dataSets.map(({ name, json }): [string, Source] => [
        `${slug}: ${name}`,
        { html, css, settings, data: JSON.parse(json), messages: { defaultLocale: "en", languages: translations } },
      ]),
    ),
];

test.each(sound)("%s has no warning", async (_name, source) => {
  expect((await print(source)).map(inWords)).toEqual([]);
});
