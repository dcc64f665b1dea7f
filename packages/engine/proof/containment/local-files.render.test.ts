import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";
import { assetOrigin } from "@platen/contracts/asset-origin";
import { inProofLane } from "@platen/testing";
import type { PageSettings } from "@platen/contracts";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { LogFields } from "@platen/telemetry";
import { isRenderError } from "../../src/failure/render-error.ts";
import { startTestEngine, type TestEngine } from "../test-engine.ts";
import { testLibrary, type TestLibrary } from "../test-library.ts";
import { canaryWord, createCanaryFolder, type CanaryFolder } from "./canary-folder.ts";
import { localFileHeaders, localFileScripts, localFileVectors } from "./local-file-vectors.ts";
import { startUnguardedBrowser } from "./unguarded-browser.ts";

type Attempt = { name: string; html: string; settings: PageSettings };

/** Many documents only wait. */
const atOnce = 4;

let canary: CanaryFolder;
let engine: TestEngine;
let attempts: Attempt[];
/** Every document has a library, with a drawing that names the files. */
let library: TestLibrary;
/** Everything that the engine has logged. */
const logged: string[] = [];

beforeAll(async () => {
  canary = await createCanaryFolder();
  const record = (message: string, fields?: LogFields) => void logged.push(message, JSON.stringify(fields));
  engine = await startTestEngine({
    concurrency: atOnce,
    log: { error: record, warn: record, info: record, debug: record },
  });
  library = testLibrary({
    drawing: {
      bytes: Buffer.from(
        canary.fill(
          `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="90"><image href="{file}/canary.svg" width="90" height="90"/>
           <image href="{file}/canary.bmp" width="90" height="90"/><style>@font-face { font-family: C; src: url({file}/canary.ttf) }</style><text font-family="C" y="50">text</text></svg>`,
        ),
      ),
      contentType: "image/svg+xml",
    },
  });
  attempts = [
    { name: "a drawing of the library", html: `<img src="${assetOrigin}drawing"><p>text`, settings: {} },
    ...filled(localFileVectors, (html) => ({ html, settings: {} })),
    ...filled(localFileHeaders, (header) => ({
      html: "<p>p",
      settings: { margin: { top: "50mm", bottom: "50mm" }, header, footer: header },
    })),
    ...filled(localFileScripts, (script) => ({
      html: `<body><script>window.platenReady = Promise.race([
        (async () => { ${script} })().catch(() => {}),
        new Promise((done) => setTimeout(done, 300)),
      ])</script>`,
      settings: {},
    })),
  ];
});

afterAll(async () => {
  await engine.close();
  await canary.remove();
});

test.each([
  ["JavaScript off", false],
  ["JavaScript on", true],
])("with %s, no local file shows in a PDF, an error or the log", async (_, javascript) => {
  expect(attempts.length).toBeGreaterThanOrEqual(25);
  const { shown, failures, errors } = await printAll(async ({ html, settings }) => {
    const { pdf } = await engine.printHtml(html, { settings: { ...settings, javascript }, library });
    return pdf;
  });
  expect(shown).toEqual([]);
  expect(library.reads).not.toEqual([]);
  // A document fails if its script fails. All others are printed.
  expect(failures.filter(({ code }) => !javascript || code !== "render_failed")).toEqual([]);
  expect([...errors, ...logged].filter((text) => text.includes(canaryWord))).toEqual([]);
  expect(logged).not.toEqual([]);
});

inProofLane(test)(
  "the same documents show the files if they are local files themselves in an unguarded browser",
  async () => {
    const unguarded = await startUnguardedBrowser({ namespace: true, flags: true }, ["--allow-file-access-from-files"]);
    try {
      const { shown } = await printAll(async ({ name, html, settings }) => {
        const path = join(canary.path, `${attempts.findIndex((attempt) => attempt.name === name)}.html`);
        await writeFile(path, `<!doctype html>${html}`);
        const page = await unguarded.puppeteer.newPage();
        try {
          await page.goto(pathToFileURL(path).href, { timeout: 3_000 });
          await page.waitForFunction("Promise.resolve(window.platenReady).then(() => true)", { timeout: 3_000 });
          const pdf = await page.pdf({
            displayHeaderFooter: settings.header !== undefined,
            headerTemplate: settings.header ?? "",
            footerTemplate: settings.footer ?? "",
            margin: { top: 100, bottom: 100 },
            printBackground: true,
          });
          return Buffer.from(pdf);
        } finally {
          await page.close();
        }
      });
      process.stdout.write(`${shown.length} of ${attempts.length} attempts show a file in an unguarded browser\n`);
      for (const kind of ["text", "picture", "font"]) {
        expect(shown).toContainEqual({ name: expect.any(String), found: expect.arrayContaining([kind]) });
      }
      expect(shown.length).toBeGreaterThan(attempts.length * 0.4);
    } finally {
      await unguarded.close();
    }
  },
);

function filled(vectors: Record<string, string>, toDocument: (content: string) => Omit<Attempt, "name">): Attempt[] {
  return Object.entries(vectors).map(([name, content]) => ({ name, ...toDocument(canary.fill(content)) }));
}

/** Prints the documents, some at once. Gives those whose PDFs show something of the files. */
async function printAll(print: (attempt: Attempt) => Promise<Buffer>) {
  const shown: { name: string; found: string[] }[] = [];
  const failures: { name: string; code: unknown }[] = [];
  const errors: string[] = [];
  const waiting = [...attempts];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        try {
          const found = await canary.findIn(await print(next));
          if (found.length > 0) shown.push({ name: next.name, found });
        } catch (error) {
          failures.push({ name: next.name, code: isRenderError(error) ? error.code : error });
          errors.push(inspect(error, { depth: Infinity }));
        }
      }
    }),
  );
  return { shown, failures, errors };
}
