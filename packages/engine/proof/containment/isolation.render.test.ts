import { pdfText, proofOr } from "@platen/testing";
import { describe, expect, test } from "@jest/globals";
import type { PageSettings } from "@platen/contracts";
import { engineForFile } from "../engine-for-file.ts";
import { leftByMarkup, leftByScripts, quirkyWitness, scriptWitness, witness } from "./left-behind.ts";

// With one document at a time, a project's documents use the same page.
const engine = engineForFile({ concurrency: 1 });
/** A new browser, in which each test prints one document in a project of its own. */
const fresh = engineForFile({ concurrency: 1 });

describe("a document is printed as in a new browser, whatever was printed before", () => {
  test.each<[string, string, string, PageSettings]>([
    ["JavaScript off", "prj_markup", witness, {}],
    ["JavaScript off, in quirks mode", "prj_quirks", quirkyWitness, {}],
    ["JavaScript on", "prj_scripts", scriptWitness, { javascript: true }],
  ])("%s", async (_, projectId, html, settings) => {
    const expected = (await fresh.printHtml(html, { projectId, settings })).pdf;
    const differing: { after: string; where: string; text: string }[] = [];
    const compare = async (after: string, where: string, projectId: string) => {
      const { pdf } = await engine.printHtml(html, { projectId, settings });
      if (pdf.equals(expected)) return;
      differing.push({ after, where, text: (await pdfText(pdf)).join(" ").slice(0, 1_500) });
    };
    // Documents with scripts take a page each, so `npm test` tries every sixth one.
    const all = settings.javascript ? leftByScripts.filter((_, index) => index % proofOr(1, 6) === 0) : leftByMarkup;
    for (const [index, leaving] of all.entries()) {
      await engine
        .printHtml(leaving.html, { projectId, settings: { ...leaving.settings, ...settings } })
        // It may fail: only the next print counts.
        .catch(() => undefined);
      await compare(leaving.name, "the same project", projectId);
      if (index % 5 === 0) await compare(leaving.name, "another project", "prj_other");
    }
    expect(differing).toEqual([]);
  });
});
