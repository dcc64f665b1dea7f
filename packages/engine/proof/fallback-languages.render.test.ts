import { expect, test } from "@jest/globals";
import { startTestEngine } from "./test-engine.ts";

/** Documents for which Chromium searches fonts by language. Their characters are the same. */
const chinese = "漢字、直す";
const documents = {
  ja: `<html lang="ja"><p>${chinese}`,
  ko: `<html lang="ko"><p>${chinese}`,
  "zh-TW": `<html lang="zh-TW"><p>${chinese}`,
  "zh-CN": `<html lang="zh-CN"><p>${chinese}`,
  none: `<p>${chinese}`,
  several: `<html lang="ja"><p>${chinese}<p lang="ko">${chinese}`,
  "several, in the other order": `<html lang="ja"><p lang="ko">${chinese}<p lang="ja">${chinese}`,
  hi: `<html lang="hi"><p>।`,
  bn: `<html lang="bn"><p>।`,
  "ja, with a sign": `<html lang="ja"><p>★ &starf;`,
  "en, with a sign": `<html lang="en"><p>★ &starf;`,
  "en, by a style sheet": `<html lang="en"><style>p { -webkit-locale: "ja" }</style><p>★`,
  Latin: `<html lang="de"><p>Größe ½ “so”`,
};
const header = { header: `<p style="font-size: 12px">${chinese}`, margin: { top: "30mm" } };

const jobs = [
  ...Object.entries(documents).map(([name, html]) => ({ name, html: `<!doctype html>${html}`, settings: {} })),
  { name: "ja, with a header", html: `<!doctype html>${documents.ja}`, settings: header },
  { name: "Latin, with a header", html: `<!doctype html>${documents.Latin}`, settings: header },
];
type Job = (typeof jobs)[number];

function fontsOf(pdf: Buffer): string[] {
  const fonts = [...pdf.toString("latin1").matchAll(/\/FontName \/[A-Z]{6}\+(\S+)/g)].flatMap(([, name]) => name ?? []);
  return [...new Set(fonts)].toSorted();
}

test("a document has the same fonts and bytes, whatever its project prints before or beside it", async () => {
  const [engine, fresh] = await Promise.all([startTestEngine(), startTestEngine()]);
  try {
    const asPrintedFirst = new Map<Job, Buffer>();
    for (const job of jobs)
      asPrintedFirst.set(job, (await fresh.printHtml(job.html, { ...job, projectId: job.name })).pdf);
    const fonts = new Map([...asPrintedFirst].map(([{ name }, pdf]) => [name, fontsOf(pdf)]));
    // The fonts must differ by language for this test to mean anything.
    expect(fonts.get("hi")).not.toEqual(fonts.get("bn"));

    const expectAsPrintedFirst = (job: Job, pdf: Buffer) => {
      expect({ name: job.name, fonts: fontsOf(pdf) }).toEqual({ name: job.name, fonts: fonts.get(job.name) });
      expect(asPrintedFirst.get(job)?.equals(pdf)).toBe(true);
    };
    for (const job of jobs.toReversed()) {
      expectAsPrintedFirst(job, (await engine.printHtml(job.html, { ...job, projectId: "prj_in_turn" })).pdf);
    }
    const waiting = [...jobs];
    while (waiting.length > 0) {
      const together = waiting.splice(0, 8);
      await Promise.all(
        together.map(async (job) => expectAsPrintedFirst(job, (await engine.printHtml(job.html, job)).pdf)),
      );
    }
  } finally {
    await Promise.all([engine.close(), fresh.close()]);
  }
});
