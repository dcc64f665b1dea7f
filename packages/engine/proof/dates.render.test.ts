import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { proofOr } from "@platen/testing";
import type { PrintJob } from "../src/print-job.ts";
import { filledSamples } from "./fidelity/documents/samples.ts";
import { startTestEngine, type TestEngine } from "./test-engine.ts";

const createdAt = new Date("2026-01-31T23:59:58.987Z");
const dateText = "D:20260131235958+00'00'";

const engineCount = proofOr(3, 2);
const rounds = proofOr(4, 1);

let engines: TestEngine[];
let report: string;

beforeAll(async () => {
  engines = await Promise.all(Array.from({ length: engineCount }, () => startTestEngine()));
  report = filledSamples.find(({ name }) => name === "sample quarterly-report")?.html ?? "";
  expect(report).not.toBe("");
});

afterAll(() => Promise.all(engines.map((engine) => engine.close())));

async function first(html: string, job: Partial<PrintJob> = {}): Promise<Buffer> {
  const [engine] = engines;
  if (!engine) throw new Error("no engine");
  return (await engine.printHtml(html, { createdAt, ...job })).pdf;
}

/** Prints a document over all engines, concurrently and in sequence. */
async function printManyTimes(html: string, job: Partial<PrintJob>): Promise<Buffer[]> {
  const printed = await Promise.all(
    engines.map(async (engine) => {
      const pdfs: Buffer[] = [];
      for (let round = 0; round < rounds; round++) {
        // The pages print something else in between.
        await engine.printHtml(`<h1>${round}</h1>`, { projectId: "prj_a" });
        const both = [1, 2].map(() => engine.printHtml(html, { createdAt, ...job }));
        for (const { pdf } of await Promise.all(both)) pdfs.push(pdf);
      }
      return pdfs;
    }),
  );
  return printed.flat();
}

const distinct = (pdfs: Buffer[]) => new Set(pdfs.map((pdf) => createHash("sha256").update(pdf).digest("hex"))).size;

const marginalia = {
  margin: { top: "20mm", bottom: "20mm" },
  header: '<b style="font-size: 9px">Head of <span class="title"></span></b>',
  footer: '<b style="font-size: 9px"><span class="pageNumber"></span> of <span class="totalPages"></span></b>',
};

test("equal input gives equal bytes each time, in each engine", async () => {
  const documents: [string, PrintJob["settings"]][] = [
    ["<title>Plain</title><p>words", {}],
    [report, {}],
    [report, marginalia],
  ];
  for (const [html, settings] of documents) {
    const pdfs = await printManyTimes(html, { settings });
    expect(pdfs).toHaveLength(2 * rounds * engineCount);
    expect(distinct(pdfs)).toBe(1);
  }
});

test("tagged PDFs of equal input differ in the numbers of their nodes alone", async () => {
  const pdfs = await printManyTimes(report, { settings: { tagged: true } });
  const withoutNodes = pdfs.map((pdf) => Buffer.from(pdf.toString("latin1").replace(/\(node\d{8}\)/g, "()"), "latin1"));
  expect(distinct(withoutNodes)).toBe(1);
});

test("the dates of creation and modification are the given time in UTC, to the second", async () => {
  const text = (await first("<p>x")).toString("latin1");
  expect(text).toContain(`/CreationDate (${dateText})`);
  expect(text).toContain(`/ModDate (${dateText})`);
});

test("another time changes the two dates and nothing else", async () => {
  const [pdf, later] = [await first("<p>x"), await first("<p>x", { createdAt: new Date("2027-12-01T00:00:00Z") })];
  expect(distinct([pdf, later])).toBe(2);
  const undated = [pdf, later].map((each) => Buffer.from(each.toString("latin1").replace(/D:\d{14}/g, ""), "latin1"));
  expect(distinct(undated)).toBe(1);
});

test.each([
  "/CreationDate (D:20200101000000+00'00') /ModDate (D:20200101000000+00'00')",
  ")\\( endobj >> /ModDate (D:20200101000000+00'00')",
  "’ /CreationDate (D:20200101000000+00'00')",
  "\\",
  "(",
])("a title that looks like a date is not changed: %j", async (title) => {
  const html = `<title>${title}</title><p>x`;
  const text = (await first(html)).toString("latin1");
  const changed = (await first(html, { createdAt: new Date(0) })).toString("latin1");
  expect(text.split(dateText)).toHaveLength(3);
  expect(changed).toBe(text.replaceAll(dateText, "D:19700101000000+00'00'"));
});
