import { expect, test } from "@jest/globals";
import { accountHolder } from "@platen/contracts/holder";
import { samples, type Sample } from "@platen/samples";
import { flatSample } from "@platen/samples/testing";
import { packMessages } from "@platen/template-filler";
import { pdfInfo, pdfRuns, proofOr, type PdfRun } from "@platen/testing";
import { warningsOf } from "../../src/warnings.ts";
import { useEngineAndFiller } from "../engine-and-filler.ts";

/** A checksum, a number of a contract, a link: 100 letters without a place to break. */
const word = "f3a9c07b5e1d8642".repeat(7).slice(0, 100);

/** `npm test` takes every fourth text. */
const everyPath = proofOr(1, 4);

const started = useEngineAndFiller();
const { signal } = new AbortController();
const holder = accountHolder("acc_1");

type Path = readonly (string | number)[];

/** The texts of the data: of the items of a list, the first one that has a text at its place. */
function textsIn(data: unknown): Path[] {
  const found = new Map<string, Path>();
  const visit = (value: unknown, path: Path): void => {
    const place = path.map((step) => (typeof step === "number" ? "*" : step)).join(".");
    if (typeof value === "string" && !found.has(place)) found.set(place, path);
    if (typeof value !== "object" || value === null) return;
    for (const [key, inner] of Object.entries(value)) visit(inner, [...path, Array.isArray(value) ? Number(key) : key]);
  };
  visit(data, []);
  return [...found.values()];
}

function withWord(value: unknown, [step, ...rest]: Path): unknown {
  if (step === undefined) return word;
  if (Array.isArray(value)) return value.map((item, index) => (index === step ? withWord(item, rest) : item));
  return Object.fromEntries(
    Object.entries(value ?? {}).map(([key, inner]) => [key, key === step ? withWord(inner, rest) : inner]),
  );
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  nbsp: " ",
  "#39": "'",
  "#x2F": "/",
  "#x3D": "=",
  "#x60": "`",
};
/** A text as a reader finds it: blanks do not count, and fonts draw a hyphen that a line may end with like any other. */
const withoutSpace = (text: string) => text.replaceAll("\u00ad", "-").replaceAll(/\s+/gu, "");

/** Every text that the HTML shows, and those of its attributes that its margin boxes show. */
function shownIn(html: string): string[] {
  const body = html.replaceAll(/<(style|title)\b[^]*?<\/\1>|<!--[^]*?-->/g, "");
  const shown = [...body.matchAll(/>([^<]+)|\sdata-\w+="([^"]*)"/g)].map(([, text, attribute]) => text ?? attribute);
  return shown
    .map((text = "") => withoutSpace(text.replaceAll(/&(#?\w+);/g, (entity, name) => entities[name] ?? entity)))
    .filter((text) => text !== "");
}

/** The reader of this test takes no notice of ActualText, which glyphs by context and of one width have. */
const plainGlyphs = `* { font-variant-numeric: normal !important; font-feature-settings: "calt" 0 !important }
  @page { font-feature-settings: "calt" 0 }`;

type Printed = { texts: string[]; text: string; warnings: string[]; faults: string[] };

/** Undefined where the data are refused, or Platen warns about them: the caller is told. */
async function print(sample: Sample, data: unknown): Promise<Printed | undefined> {
  const { html, css, settings, translations, slug } = sample;
  const filling = started().filler.fillTemplate(
    {
      holder,
      sourceId: slug,
      html,
      css: css + plainGlyphs,
      header: settings.header,
      footer: settings.footer,
      language: settings.language,
      title: sample.name,
      dialect: 2,
      timeZone: settings.timeZone ?? "UTC",
      currency: settings.currency,
      messages: packMessages({ defaultLocale: "en", languages: translations }),
      dataJson: JSON.stringify(data),
    },
    signal,
  );
  const filled = await filling.catch(() => undefined);
  if (!filled || filled.warnings.length > 0) return undefined;
  const { warnings: _none, ...document } = filled;
  const createdAt = new Date(0);
  const printed = await started().engine.print({ projectId: "prj_a", holder, document, settings, createdAt, signal });
  const pages = await pdfRuns(printed.pdf);
  const { pageSizesPt } = await pdfInfo(printed.pdf);
  return {
    texts: shownIn(document.html),
    text: withoutSpace(pages.flatMap((runs) => runs.map(({ text }) => text)).join("")),
    warnings: warningsOf(printed, () => html).map(({ code }) => code),
    faults: pages.flatMap((runs, page) => placingFaults(runs, pageSizesPt[page] ?? { width: 0, height: 0 })),
  };
}

/** The texts that lie outside their page, or on one another. */
function placingFaults(runs: readonly PdfRun[], { width, height }: { width: number; height: number }): string[] {
  const [right, bottom] = [width, height].map((points) => (points * 96) / 72) as [number, number];
  const outside = runs.filter((run) => run.left < -1 || run.right > right + 1 || run.baseline > bottom);
  const overlapping = runs.filter((one, index) =>
    runs.slice(index + 1).some((other) => {
      const isBeside = one.right < other.left + 2 || other.right < one.left + 2;
      const isBelow = Math.abs(one.baseline - other.baseline) > Math.min(one.size, other.size) / 2;
      return !isBeside && !isBelow;
    }),
  );
  return [...outside.map(({ text }) => `outside: ${text}`), ...overlapping.map(({ text }) => `on another: ${text}`)];
}

test.each(samples.map((sample) => [sample.slug, flatSample(sample)] as const))(
  "a word of 100 letters in any text of %s leaves every other text on its page",
  async (_slug, sample) => {
    const lost: string[] = [];
    let count = 0;
    const paths = textsIn(sample.sampleData).filter((_path, index) => index % everyPath === 0);
    for (let at = 0; at < paths.length; at += 4) {
      await Promise.all(
        paths.slice(at, at + 4).map(async (path) => {
          const printed = await print(sample, withWord(sample.sampleData, path));
          if (!printed) return;
          count += 1;
          const { texts, text, warnings, faults } = printed;
          const missing = texts.filter((each) => !each.includes(word) && !text.includes(each));
          const found = [...missing.map((each) => `lost: ${each}`), ...warnings, ...faults];
          if (found.length > 0) lost.push(`${path.join(".")}: ${found.slice(0, 5).join(" | ")}`);
        }),
      );
    }
    expect(lost).toEqual([]);
    expect(count).toBeGreaterThan(proofOr(10, 2));
  },
);
