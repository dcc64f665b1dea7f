import { readFileSync } from "node:fs";
import { assetOrigin } from "@platen/contracts/asset-origin";
import { pdfFonts, pdfText } from "@platen/testing";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { RenderError } from "../src/failure/render-error.ts";
import type { PrintJob } from "../src/print-job.ts";
import type { Library } from "../src/printing/library.ts";
import { engineForFile } from "./engine-for-file.ts";
import { fixture } from "./fidelity/fixtures.ts";
import { digestOf, svg, testLibrary } from "./test-library.ts";

const font = readFileSync(
  new URL(import.meta.resolve("@expo-google-fonts/jetbrains-mono/400Regular/JetBrainsMono_400Regular.ttf")),
);
const ttf = { bytes: font, contentType: "font/ttf" };
const set = "5".repeat(64);

let projects = 0;
let projectId: string;

// With one document at a time, a project's documents use the same page.
const engine = engineForFile({ concurrency: 1, limits: { loadTimeoutMs: 12_000 } });

beforeEach(() => {
  projects += 1;
  projectId = `prj_${projects}`;
});

async function printed(html: string, library?: Library, job: Partial<PrintJob> = {}) {
  const { pdf, ...rest } = await engine.printHtml(html, { projectId, library, ...job });
  const fonts = (await pdfFonts(pdf)).map(({ name }) => name).join();
  return { pdf, text: (await pdfText(pdf)).join("\n"), fonts, ...rest };
}

const img = (address: string) => `<img src="${assetOrigin}${address}">`;

describe.each<[string, PrintJob["settings"]]>([
  ["without scripts", {}],
  ["with scripts", { javascript: true }],
])("%s", (_, settings) => {
  test("a document gets the pictures and fonts of its library, wherever it names them", async () => {
    const library = testLibrary(
      {
        picture: svg("picture"),
        background: svg("background"),
        drawn: svg("drawn"),
        "wide/one": svg("wide"),
        own: ttf,
      },
      [{ family: "Named", bytes: font }],
    );
    const { text, fonts, refused, missingFiles } = await printed(
      `<style>@font-face { font-family: Linked; src: url("${assetOrigin}own") } b { font-family: Linked }
         i { font-family: Named } div { width: 160px; height: 30px; background: url(${assetOrigin}background) }</style>
       <b>linked</b> <i>named</i> ${img("picture")}<div></div><img srcset="${assetOrigin}wide/one 1x">
       <svg width="160" height="30"><image href="${assetOrigin}drawn"/></svg>`,
      library,
      { settings },
    );
    for (const word of ["linked", "named", "picture", "background", "wide", "drawn"]) expect(text).toContain(word);
    expect(fonts.match(/JetBrainsMono/g)?.length).toBeGreaterThanOrEqual(1);
    expect({ refused, missingFiles }).toEqual({ refused: [], missingFiles: [] });
  });

  test("a file that the library does not have is left out and reported", async () => {
    const library = testLibrary({
      [`${set}/flags/de.svg`]: svg("de"),
      [`${set}/flags/fr.svg`]: svg("fr"),
      logo: svg("logo"),
    });
    const html = `text${img(`${set}/flags/SECRET.svg`)}${img(`${set}/flags/secret.svg`)}${img("other")}${img("logo")}`;
    for (let round = 0; round < 2; round += 1) {
      const { text, refused, missingFiles } = await printed(html, library, { settings });
      expect(text).toContain("logo");
      expect(refused).toEqual([]);
      expect(missingFiles).toEqual([
        { resource: "Image", address: `${assetOrigin}${set}/flags/SECRET.svg`, count: 1 },
        { resource: "Image", address: `${assetOrigin}${set}/flags/secret.svg`, count: 1 },
        { resource: "Image", address: `${assetOrigin}other`, count: 1 },
      ]);
    }
  });

  test("frames, media and requests with a body get no file, and neither do other hosts", async () => {
    const library = testLibrary({ frame: svg("frame"), object: svg("object"), video: svg("video") });
    const { text, refused, missingFiles } = await printed(
      `<iframe src="${assetOrigin}frame"></iframe><object data="${assetOrigin}object"></object>
       <video src="${assetOrigin}video"></video><img src="https://assets.invalid.example/frame"><p>text`,
      library,
      { settings },
    );
    expect(text).toContain("text");
    expect(library.reads).toEqual([]);
    expect(missingFiles.length).toBeGreaterThan(0);
    expect(refused).toEqual([{ resource: "Image", scheme: "https", host: "assets.invalid.example", count: 1 }]);
  });

  test("a font that the browser refuses is reported, and the document goes on with another", async () => {
    const library = testLibrary({}, [
      { family: "Broken", bytes: Buffer.from("no font") },
      { family: "Sound", bytes: font },
    ]);
    for (let round = 0; round < 2; round += 1) {
      const html = `<p style="font-family: Broken, Inter">text<p style="font-family: Sound">text`;
      const { fonts, refusedFonts } = await printed(html, library, { settings });
      expect(refusedFonts).toEqual(["Broken"]);
      expect(fonts).toContain("Inter");
      expect(fonts).toContain("JetBrainsMono");
    }
  });

  test("a file that cannot be read fails the document for that reason, and the next one is printed", async () => {
    const unreadable = new RenderError("template_unavailable", { stage: "load", retryable: true });
    const library = { ...testLibrary({ logo: svg("logo") }), read: () => Promise.reject(unreadable) };
    for (const html of [img("logo"), `<link rel="x">${img("logo")}`]) {
      await expect(printed(html, library, { settings })).rejects.toBe(unreadable);
    }
    const withFont = { ...testLibrary({}, [{ family: "Own", bytes: font }]), read: () => Promise.reject(unreadable) };
    await expect(printed("text", withFont, { settings })).rejects.toBe(unreadable);
    expect((await printed(img("logo"), testLibrary({ logo: svg("logo") }), { settings })).text).toContain("logo");
  });

  test("the withdrawal of a document ends its reads", async () => {
    const abort = new AbortController();
    const signals: AbortSignal[] = [];
    const library: Library = {
      ...testLibrary({ logo: svg("logo") }),
      read(_sha256, signal) {
        signals.push(signal);
        abort.abort("withdrawn");
        return new Promise<never>(() => {});
      },
    };
    const printing = printed(img("logo"), library, { settings, signal: abort.signal });
    await expect(printing).rejects.toMatchObject({ code: "cancelled" });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });
});

describe("a page", () => {
  const pictures = { logo: svg("logo"), paper: svg("paper"), alpha: fixture("alpha.png") };
  const html = `<style>div { width: 160px; height: 30px; background: url(${assetOrigin}paper) } p { font-family: Own }</style>
    ${img("logo")}${img("alpha")}<div></div><p>text`;

  test("reads each file once, and prints the same bytes from then on, without a request", async () => {
    const library = testLibrary(pictures, [{ family: "Own", bytes: font }]);
    const first = await printed(html, library);
    expect(first.text).toContain("paper");
    expect(library.reads).toHaveLength(4);
    for (let document = 0; document < 5; document += 1) {
      const next = await printed(html, library);
      expect(next.pdf.equals(first.pdf)).toBe(true);
      expect(next.incompletePrints).toBe(0);
      await printed("<p>another document", undefined);
    }
    expect(library.reads).toHaveLength(4);
  });

  test("that has a picture prints it as a page that loads the document completely", async () => {
    const once = await printed(html, testLibrary(pictures, [{ family: "Own", bytes: font }]));
    // An import needs the layout for the screen.
    const completely = html.replace("<style>", "<style>@namespace url(http://www.w3.org/1999/xhtml);");
    const whole = await printed(completely, testLibrary(pictures, [{ family: "Own", bytes: font }]));
    expect(whole.pdf.equals(once.pdf)).toBe(true);
  });

  test("gives a document no file that its own library does not have", async () => {
    const address = digestOf(pictures.logo.bytes);
    const library = testLibrary({ [address]: pictures.logo });
    const spellings = [
      img(address),
      `<link rel="x">${img(address)}`,
      `<img src="HTTPS://assets.invalid/${address}">`,
      `<img src="&#104;ttps://assets.invalid/${address}">`,
      `<base href="${assetOrigin}"><img src="${address}">`,
      `<style>p { background: url(\\68ttps://assets.invalid/${address}); width: 160px; height: 30px }</style><p>`,
      `<img srcset="${assetOrigin}${address} 1x">`,
    ];
    for (const owned of spellings) {
      expect((await printed(owned, library)).text).toContain("logo");
      for (const foreign of spellings) {
        const { text, missingFiles } = await printed(`${foreign}text`, testLibrary({ other: pictures.paper }));
        expect({ owned, foreign, text }).toEqual({ owned, foreign, text: expect.not.stringContaining("logo") });
        expect(missingFiles).toEqual([{ resource: "Image", address: `${assetOrigin}${address}`, count: 1 }]);
      }
    }
  });

  test("prints a document completely that asks for a picture after all", async () => {
    // The page does not know these addresses as its own.
    const hidden = `<img src="HTTPS://assets.invalid/logo">${img("paper")}`;
    const { text, incompletePrints } = await printed(hidden, testLibrary(pictures));
    expect(text).toMatch(/logo\s*paper/);
    expect(incompletePrints).toBe(1);
  });

  test("exchanges the fonts of its documents, also under the name of an installed font", async () => {
    const own = () => testLibrary({}, [{ family: "Inter", bytes: font }]);
    const other = () => testLibrary({}, [{ family: "Inter", bytes: fixture("shapes.ttf").bytes }]);
    const text = `<p style="font-family: Inter">ABCD`;
    for (let round = 0; round < 2; round += 1) {
      expect((await printed(text, own())).fonts).toContain("JetBrainsMono");
      expect((await printed(text)).fonts).toContain("Inter");
      expect((await printed(text, other())).fonts).not.toMatch(/JetBrainsMono|Inter/);
    }
  });

  test("keeps its fonts and pictures working after documents that try to break its memory", async () => {
    const library = testLibrary(pictures, [{ family: "Own", bytes: font }]);
    const breaking = [
      `<img name="fonts"><form name="fonts"></form><p id="Image"><a id="FontFace"></a><i id="Symbol"></i>`,
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'"><p>text`,
      `<meta http-equiv="refresh" content="0;url=https://assets.invalid/x"><p>text`,
      `<base href="https://assets.invalid/"><p>text`,
    ];
    for (const html of breaking) {
      await printed(html);
      const { text, fonts } = await printed(`${img("logo")}${img("paper")}<p style="font-family: Own">text`, library);
      expect({ html, text, fonts }).toEqual({
        html,
        text: expect.stringMatching(/logo\s*paper/),
        fonts: expect.stringContaining("JetBrainsMono"),
      });
    }
  });

  test("never shows its own addresses", async () => {
    const shown = `<style>p::after { content: attr(src) }</style><p src="${assetOrigin}logo">${img("logo")}<a href="${assetOrigin}logo">link</a>`;
    const { text, pdf } = await printed(shown, testLibrary(pictures));
    expect(text.replaceAll(/\s/g, "")).toContain(`${assetOrigin}logo`);
    expect(pdf.toString("latin1")).toContain(`(${assetOrigin}logo)`);
  });
});
