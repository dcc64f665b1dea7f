import { existsSync, readdirSync, readFileSync } from "node:fs";
import { pageSettings, type DataSet, type PageSettings, type TranslationTable } from "@platen/contracts";

/** A file of a sample, by its name in the library of a project. */
export type SampleAsset = { name: string; bytes: Buffer<ArrayBuffer> };

/** A snippet of a sample. */
export type SampleSnippet = { name: string; html: string; css: string };

/** A sample template with data to fill it. */
export type Sample = {
  slug: string;
  name: string;
  description: string;
  tags: readonly string[];
  html: string;
  css: string;
  settings: PageSettings;
  /** The data as the text of its file. */
  dataSets: readonly DataSet[];
  /** The texts by language, for a sample in several. */
  translations: TranslationTable;
  /** The files that it names. A project that starts from the sample gets those that it lacks. */
  assets: readonly SampleAsset[];
  /** The snippets that it names, likewise. */
  snippets: readonly SampleSnippet[];
  /** The same data as a value. */
  sampleData: Record<string, unknown>;
};

/** The sample templates, in display order. */
export const samples: readonly Sample[] = [
  readSample({
    slug: "invoice",
    name: "Invoice",
    description: "One A4 page with a logo, fifteen lines, tax, a deposit and payment details.",
    tags: ["billing"],
    more: { "Three tax rates, paid": "three-tax-rates.json" },
  }),
  readSample({
    slug: "offer",
    name: "Offer",
    description: "A letterhead shared as a layout, with a logo and a font of its own, and one snippet for all prices.",
    tags: ["sales", "letterhead"],
    more: { "One page": "one-page.json" },
    // Its package has the licence, the SIL Open Font License, which the font also names itself.
    fonts: {
      "fraunces.woff2": import.meta.resolve("@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2"),
    },
  }),
  readSample({
    slug: "account-statement",
    name: "Account statement",
    description: "Several A4 pages with a running balance, a table head on each page, and Page X of Y from page CSS.",
    tags: ["banking", "table"],
    more: { "Few entries": "few-entries.json" },
  }),
  readSample({
    slug: "certificate",
    name: "Certificate",
    description: "A4 landscape, printed to the edges, with signatures and a rosette drawn in SVG.",
    tags: ["education", "landscape"],
    more: { "Long names": "long-names.json" },
  }),
  readSample({
    slug: "shipping-label",
    name: "Shipping label",
    description: "4 by 6 inches, black only for label printers, with a Code 128 barcode and a QR code drawn from data.",
    tags: ["logistics", "barcode"],
    more: { "Long names": "long-names.json" },
  }),
  readSample({
    slug: "multilingual-letter",
    name: "Multilingual letter",
    description:
      "One template in English, German, French and Arabic, with names in Hebrew, Chinese, Japanese and Korean.",
    tags: ["correspondence", "languages"],
    more: { "Long names, one book": "one-book.json" },
  }),
  readSample({
    slug: "quarterly-report",
    name: "Quarterly report",
    description: "Cover, linked contents and five sections with bar, line and ring charts drawn from data. Tagged.",
    tags: ["reporting", "charts"],
  }),
  readSample({
    slug: "payslip",
    name: "Payslip",
    description: "Pay, allowances and deductions with a sum for each group and for the year, leave, and net pay.",
    tags: ["payroll", "table"],
    more: { "Long names, many items": "long-names.json" },
  }),
  readSample({
    slug: "ticket",
    name: "Ticket",
    description: "A page of 210 by 99 mm for each ticket of an order, with its seat, its price and its own QR code.",
    tags: ["events", "qr"],
    more: { "Group with long names": "group.json" },
  }),
];

type About = Pick<Sample, "slug" | "name" | "description" | "tags"> & {
  /** Names of further data sets, each with its file. */
  more?: Readonly<Record<string, string>>;
  /** Names of fonts in the library, each with the address of its file. */
  fonts?: Readonly<Record<string, string>>;
};

function readSample({ more = {}, fonts = {}, ...about }: About): Sample {
  const at = (path: string) => new URL(`${about.slug}/${path}`, import.meta.url);
  const read = (file: string) => readFileSync(at(file), "utf8");
  const list = (folder: string) => (existsSync(at(folder)) ? readdirSync(at(folder)).toSorted() : []);
  const json = read("data.json");
  const hasTexts = list("").includes("translations.json");
  const snippetNames = list("snippets").flatMap((file) => (file.endsWith(".html") ? [file.slice(0, -5)] : []));
  return {
    ...about,
    html: read("template.html"),
    css: read("template.css"),
    settings: pageSettings.parse(JSON.parse(read("settings.json"))),
    dataSets: [
      { name: "Sample data", json },
      ...Object.entries(more).map(([name, file]) => ({ name, json: read(file) })),
    ],
    // The catalog's tests create each sample, which checks its texts.
    translations: hasTexts ? (JSON.parse(read("translations.json")) as TranslationTable) : {},
    assets: [
      ...list("assets").map((name) => ({ name, bytes: readFileSync(at(`assets/${name}`)) })),
      ...Object.entries(fonts).map(([name, address]) => ({ name, bytes: readFileSync(new URL(address)) })),
    ],
    snippets: snippetNames.map((name) => ({
      name,
      html: read(`snippets/${name}.html`),
      css: read(`snippets/${name}.css`),
    })),
    // samples.test.ts checks that the file holds an object.
    sampleData: JSON.parse(json) as Record<string, unknown>,
  };
}
