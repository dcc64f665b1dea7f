/* oxlint-disable node/no-process-env -- the seed of a run and a switch of the engine come from the environment. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPdfFile } from "@platen/pdf";
import { inProofLane, proofOr, testChromiumPath } from "@platen/testing";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Printed } from "../../src/print-job.ts";
import { startTestEngine, type TestEngine } from "../test-engine.ts";
import { testLibrary } from "../test-library.ts";
import { installFonts } from "../../src/fonts/install-fonts.ts";
import { readKnownFonts, type KnownFonts } from "../../src/fonts/known-fonts.ts";
import { differences } from "./differences.ts";
import { documentGroups } from "./documents/document-groups.ts";
import type { FidelityDocument } from "./fidelity-document.ts";
import { fixture } from "./fixtures.ts";
import { faultsByDocument } from "./faults-by-document.ts";
import { startPlainPrinter, type PlainPrinter } from "./plain-printer.ts";
import { createPdfReader } from "./read-pdf.ts";
import { shuffled } from "./shuffled.ts";
import { withoutDates } from "./without-dates.ts";

/** `FIDELITY_SINGLE_LAYOUT=0` runs the proof without the single layout. */
const singleLayout = process.env["FIDELITY_SINGLE_LAYOUT"] !== "0";
const seed = Number(process.env["FIDELITY_SEED"] ?? proofOr(Math.floor(Math.random() * 2 ** 31), 1));
/** `npm test` prints one or two documents of each group, and some with settings; `npm run proof` prints all. */
const documents = documentGroups.flatMap((group) =>
  group.filter((each, index) => index % proofOr(1, each.settings && !each.areRequestsRefused ? 6 : 36) === 0),
);
const rounds = proofOr([1, 2], [1]);
/** How often a document that differs is printed plainly again: Chromium's own prints may differ too. */
const retries = 3;
/** Differences in the message of a test. More would tell no more. */
const shownDifferences = 6;

let folder: string;
let engine: TestEngine;
let plain: PlainPrinter;
/** The fonts of the engine. Undefined on a machine without the fonts for all scripts. */
let fonts: KnownFonts | undefined;
const read = createPdfReader();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "platen-fidelity-"));
  const installed = await installFonts(join(folder, "fonts"), join(folder, "font-cache"));
  fonts = installed.missing.length === 0 ? readKnownFonts(installed.knownFontsPath) : undefined;
  plain = await startPlainPrinter(await testChromiumPath(), installed.configPath);
  // All documents use one page.
  const concurrency = 1;
  // This thread also reads and compares the prints, which takes seconds on a busy machine.
  const limits = { loadTimeoutMs: 60_000, printTimeoutMs: 60_000 };
  engine = await startTestEngine({ concurrency, limits, singleLayout });
});

afterAll(async () => {
  await plain.close();
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

describe(`the engine prints what Chromium prints (FIDELITY_SEED=${seed})`, () => {
  const found = new Map(documents.map(({ name }) => [name, [] as string[]]));
  // Prints that differ stay after the test, so that a person can compare them.
  const printsFolder = join(tmpdir(), `platen-fidelity-prints-${seed}`);

  async function compare(document: FidelityDocument, round: number, pdf: Buffer, reference: Uint8Array) {
    const against = async (print: Uint8Array) => {
      const other = amended(print);
      // Equal bytes show, say and link the same.
      if (withoutDates(other) === withoutDates(pdf)) return [];
      return differences({ engine: await read(pdf), plain: await read(other) });
    };
    const first = await against(reference);
    for (let again = 0; first.length > 0 && again < retries; again += 1) {
      if ((await against(await plain.print(document))).length === 0) return [];
    }
    if (first.length === 0) return [];
    const start = join(printsFolder, `${document.name.replaceAll(/\W+/g, "-")}-${round}`);
    await mkdir(printsFolder, { recursive: true });
    await Promise.all([writeFile(`${start}-engine.pdf`, pdf), writeFile(`${start}-plain.pdf`, reference)]);
    return [...first, `see ${start}-*.pdf`];
  }

  const references = new Map<FidelityDocument, Promise<Uint8Array>>();
  const faults = new Map<string, string>();

  function faultsOf({ html, settings = {}, areRequestsRefused }: FidelityDocument, printed: Printed): string {
    const { refused, missingFiles, pageFaults } = printed;
    const lacking = fonts?.lacking([html, settings.header ?? "", settings.footer ?? ""]) ?? [];
    const found = {
      refused: refused.length + missingFiles.length > 0 && !areRequestsRefused,
      shrunk: pageFaults.shrunk,
      empty: pageFaults.empty.length > 0,
      glyph: lacking.length > 0,
    };
    return Object.entries(found)
      .flatMap(([name, isFound]) => (isFound ? [name] : []))
      .join(" ");
  }

  beforeAll(async () => {
    const comparisons: Promise<void>[] = [];
    for (const round of rounds) {
      for (const document of shuffled(documents, seed + round)) {
        const record = (differences: string[]) =>
          void found.get(document.name)?.push(...differences.map((difference) => `round ${round}: ${difference}`));
        const reference = references.get(document) ?? plain.print(document);
        references.set(document, reference);
        const job = { settings: document.settings ?? {}, library: libraryOf(document) };
        const printed = Promise.all([engine.printHtml(document.html, job), reference]);
        comparisons.push(
          printed
            .then(([printed, reference]) => {
              faults.set(document.name, faultsOf(document, printed));
              return compare(document, round, printed.pdf, reference);
            })
            .then(record, (error: unknown) => record([String(error)])),
        );
        // Documents print in sequence. The comparisons run meanwhile.
        await Promise.allSettled([printed, reference]);
      }
    }
    await Promise.all(comparisons);
  }, 600_000);

  test.each([...found.keys()])("%s", (name) => {
    expect(found.get(name)?.slice(0, shownDifferences)).toEqual([]);
  });

  test("no document has a fault but those that are known to lack something", () => {
    const known = documents.map(({ name }) => [name, faultsByDocument[name] ?? ""]);
    if (!fonts) for (const entry of known) if (entry[1] === "glyph") entry[1] = "";
    expect(Object.fromEntries(faults)).toEqual(Object.fromEntries(known));
  });

  // Guards the documents, not the engine: a document that shows nothing would prove nothing.
  inProofLane(test)(
    'only the documents named "nothing" are blank',
    async () => {
      const blank: string[] = [];
      for (const [{ name }, pdf] of references) if ((await read(await pdf)).isBlank) blank.push(name);
      expect(blank.toSorted()).toEqual(
        documents.flatMap(({ name }) => (/^nothing (at all|but (a|white))/.test(name) ? [name] : [])).toSorted(),
      );
    },
    600_000,
  );
});

describe("the comparison", () => {
  const html = (body: string, title = "Title") =>
    `<!doctype html><title>${title}</title><style>@page { size: 105mm 148mm; margin: 10mm }</style><p>Text <a href="https://example.com/">link</a>${body}`;
  const line = '<p style="color: #000">Last line</p>';
  const readOf = async (source: string) => read(await plain.print({ name: "", html: source }));
  let plainRead: Awaited<ReturnType<typeof readOf>>;
  beforeAll(async () => {
    plainRead = await readOf(html(line));
  });

  test("finds none between prints of one document", async () => {
    expect(differences({ engine: await readOf(html(line)), plain: plainRead })).toEqual([]);
  });

  test.each([
    ["a letter", html('<p style="color: #000">Lost line</p>')],
    ["a shade", html('<p style="color: #050505">Last line</p>')],
    ["a pixel", html('<p style="color: #000; position: relative; left: 1px">Last line</p>')],
    ["a weight", html('<p style="color: #000"><b>Last</b> line</p>')],
    ["invisible text", html(`${line}<span style="color: transparent">hidden</span>`)],
    ["a link", html(`${line}<a href="https://example.com/other" style="position: absolute; inset: 0"></a>`)],
    ["a page", html(`${line}<p style="break-before: page">`)],
    ["the paper", html(`${line}<style>@page { size: 105mm 150mm }`)],
    ["the title", html(line, "Another")],
  ])("detects a difference in %s", async (_, other) => {
    expect(differences({ engine: await readOf(other), plain: plainRead })).not.toEqual([]);
  });
});

function libraryOf({ assets, fonts }: FidelityDocument) {
  if (!assets && !fonts) return undefined;
  const faces = Object.entries(fonts ?? {}).map(([family, name]) => ({ family, bytes: fixture(name).bytes }));
  return testLibrary(assets ?? {}, faces);
}

/** The plain PDF with the engine's amendments, which `reading-back.render.test.ts` and `links.render.test.ts` prove. */
function amended(pdf: Uint8Array): Buffer {
  const file = openPdfFile(Buffer.from(pdf));
  expect(file.amend({ correctsToUnicode: true })).toEqual([]);
  return file.bytes();
}
