import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { samples } from "@platen/samples";
import { createLogger } from "@platen/telemetry";
import { pdfFonts, pdfInfo, pdfText, testChromiumPath } from "@platen/testing";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createBrowser, type Browser } from "./browser/browser.ts";
import { createTemplateFiller, type TemplateFiller } from "./template/template-filler.ts";

let workRoot: string;
let browser: Browser;
let filler: TemplateFiller;

beforeAll(async () => {
  workRoot = await mkdtemp(join(tmpdir(), "platen-samples-"));
  await chmod(workRoot, 0o755);
  browser = await createBrowser({
    executablePath: await testChromiumPath(),
    workRoot,
    concurrency: 1,
    allowNoSandbox: false,
    limits: {
      loadTimeoutMs: 8_000,
      printTimeoutMs: 15_000,
      maxHtmlBytes: 1_000_000,
      maxPdfBytes: 10_000_000,
      maxPages: 100,
      maxDocumentsPerPage: 1_000,
    },
    log: createLogger({ service: "worker-test", level: "error" }),
  });
  filler = createTemplateFiller({ threads: 1, timeoutMs: 5_000, maxOutputBytes: 1_000_000, maxHeapBytes: 256_000_000 });
});

afterAll(async () => {
  await filler.close();
  await browser.close();
  await rm(workRoot, { recursive: true, force: true });
});

const pageSizes: Record<string, [width: number, height: number]> = {
  certificate: [842, 595],
  "shipping-label": [288, 432],
};
const a4: [number, number] = [595, 842];

test.each(samples.map((sample) => [sample.slug, sample] as const))(
  "sample %s: its size, text on every page, numbered pages, embedded fonts, no requests",
  async (slug, sample) => {
    const signal = new AbortController().signal;
    const { html } = await filler.fillTemplate(
      {
        sourceId: slug,
        html: sample.html,
        css: sample.css,
        header: undefined,
        footer: undefined,
        title: sample.name,
        language: sample.settings.language,
        dataJson: JSON.stringify(sample.sampleData),
      },
      signal,
    );
    const { pdf, pageCount, refused } = await browser.print({
      projectId: "prj_a",
      html,
      settings: sample.settings,
      createdAt: new Date("2026-01-31T09:00:00Z"),
      signal,
    });
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
