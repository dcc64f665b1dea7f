import { pdfText, proofOr } from "@platen/testing";
import { describe, expect, test } from "@jest/globals";
import type { PageSettings } from "@platen/contracts";
import { engineForFile } from "../engine-for-file.ts";
import { startTestEngine } from "../test-engine.ts";
import { leftByMarkup, leftByScripts, quirkyWitness, scriptWitness, witness } from "./left-behind.ts";

const timeoutMs = 180_000;

// With one document at a time, a project's documents use the same page.
const engine = engineForFile({ concurrency: 1 });

describe("a document is printed as in a new browser, whatever was printed before", () => {
  test.each<[string, string, string, PageSettings]>([
    ["JavaScript off", "prj_markup", witness, {}],
    ["JavaScript off, in quirks mode", "prj_quirks", quirkyWitness, {}],
    ["JavaScript on", "prj_scripts", scriptWitness, { javascript: true }],
  ])(
    "%s",
    async (_, projectId, html, settings) => {
      const expected = await inFreshBrowser(html, settings);
      const differing: { after: string; where: string; text: string }[] = [];
      const compare = async (after: string, where: string, projectId: string) => {
        const { pdf } = await engine.printHtml(html, { projectId, settings });
        if (pdf.equals(expected)) return;
        differing.push({ after, where, text: (await pdfText(pdf)).join(" ").slice(0, 1_500) });
      };
      // Documents with scripts take a page each, so `npm test` tries every third one.
      const all = settings.javascript ? leftByScripts.filter((_, index) => index % proofOr(1, 3) === 0) : leftByMarkup;
      for (const [index, leaving] of all.entries()) {
        await engine
          .printHtml(leaving.html, { projectId, settings: { ...leaving.settings, ...settings } })
          // It may fail: only the next print counts.
          .catch(() => undefined);
        await compare(leaving.name, "the same project", projectId);
        if (index % 5 === 0) await compare(leaving.name, "another project", "prj_other");
      }
      expect(differing).toEqual([]);
    },
    timeoutMs,
  );
});

async function inFreshBrowser(html: string, settings: PageSettings): Promise<Buffer> {
  const fresh = await startTestEngine({ concurrency: 1 });
  try {
    return (await fresh.printHtml(html, { settings })).pdf;
  } finally {
    await fresh.close();
  }
}
