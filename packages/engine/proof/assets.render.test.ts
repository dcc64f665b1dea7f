import { readFileSync } from "node:fs";
import { pdfFonts, pdfText } from "@platen/testing";
import { beforeEach, describe, expect, test } from "@jest/globals";
import type { Asset } from "../src/printing/asset-resolver.ts";
import type { PrintJob, ResolveAsset } from "../src/engine.ts";
import { engineForFile } from "./engine-for-file.ts";
import { startTestEngine } from "./test-engine.ts";

const font = readFileSync(
  new URL(import.meta.resolve("@expo-google-fonts/jetbrains-mono/400Regular/JetBrainsMono_400Regular.ttf")),
);
const origin = "https://assets.invalid";
const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 60));

let projects = 0;
let projectId: string;
let asked: Parameters<ResolveAsset>[0][] = [];
let assets: Record<string, () => Promise<Asset | undefined> | Asset | undefined> = {};

const engine = engineForFile({
  limits: { loadTimeoutMs: 12_000 },
  async resolveAsset(request) {
    asked.push(request);
    return assets[request.url.slice(origin.length)]?.();
  },
});

beforeEach(() => {
  // A page requests the assets of its earlier documents again, so each test has a project of its own.
  projects += 1;
  projectId = `prj_${projects}`;
  asked = [];
  assets = {};
});

const svg = (color: string): Asset => ({
  bytes: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><text y="20">${color}</text></svg>`,
  ),
  contentType: "image/svg+xml",
});
const css = (text: string): Asset => ({ bytes: Buffer.from(text), contentType: "text/css; charset=utf-8" });
const ttf: Asset = { bytes: font, contentType: "font/ttf" };

async function printed(html: string, job: Partial<PrintJob> = {}) {
  const { pdf, refused } = await engine.printHtml(html, { projectId, ...job });
  const fonts = (await pdfFonts(pdf)).map(({ name }) => name).join();
  return { text: (await pdfText(pdf)).join("\n"), fonts, refused };
}

describe.each<[string, PrintJob["settings"]]>([
  ["without scripts", {}],
  ["with scripts", { javascript: true }],
])("%s", (_, settings) => {
  test("slow pictures, fonts and stylesheets with imports are loaded before the document is printed", async () => {
    assets = {
      "/picture.svg": () => pause().then(() => svg("picture")),
      "/background.svg": () => pause().then(() => svg("background")),
      "/style.css": () => pause().then(() => css(`@import "deep/import.css"; p::after { content: " styled" }`)),
      "/deep/import.css": () =>
        pause().then(() =>
          css(`@font-face { font-family: Own; src: url(../own.ttf) } p { font-family: Own }
               p::before { content: "imported " } div { width: 90px; height: 30px; background: url(../background.svg) }`),
        ),
      "/own.ttf": () => pause().then(() => ttf),
    };
    const { text, fonts, refused } = await printed(
      `<link rel="stylesheet" href="${origin}/style.css"><p>text</p><img src="${origin}/picture.svg"><div></div>`,
      { settings },
    );
    expect(text).toMatch(/imported text styled/);
    expect(text).toContain("picture");
    expect(text).toContain("background");
    expect(fonts).toContain("JetBrainsMono");
    expect(refused).toEqual([]);
    expect(new Set(asked.map(({ url }) => url.slice(origin.length)))).toEqual(new Set(Object.keys(assets)));
    expect(asked.every((request) => request.projectId === projectId)).toBe(true);
  });

  test("assets that only print needs are loaded too", async () => {
    assets = {
      "/print.css": () => pause().then(() => css("p::after { content: ' on paper'; }")),
      "/own.ttf": () => ttf,
    };
    const { text, fonts } = await printed(
      `<link rel="stylesheet" media="print" href="${origin}/print.css"><style>
        @font-face { font-family: Own; src: url(${origin}/own.ttf) } @media print { p { font-family: Own } }
      </style><p>text`,
      { settings },
    );
    expect(text).toContain("text on paper");
    expect(fonts).toContain("JetBrainsMono");
  });

  test("the print waits for a font that a style in the document embeds", async () => {
    assets = { "/own.ttf": () => pause().then(() => ttf) };
    const html = `<style>@font-face { font-family: Own; src: url(${origin}/own.ttf) } p { font-family: Own }</style><p>text`;
    expect((await printed(html, { settings })).fonts).toContain("JetBrainsMono");
  });

  test.each<[string, string, () => Promise<Asset | undefined>]>([
    ["is refused", "/none", async () => undefined],
    ["fails", "/error", () => Promise.reject(new Error("no such file"))],
    ["is too large", "/large", async () => ({ bytes: new Uint8Array(10_000_001), contentType: "image/png" })],
  ])("an asset that %s is left out and reported, and the document goes on", async (_name, path, answer) => {
    assets = { [path]: answer };
    const { text, refused } = await printed(`<p>text<img src="${origin}${path}">`, { settings });
    expect(text).toContain("text");
    expect(refused).toEqual([{ resource: "Image", scheme: "https", host: "assets.invalid", count: 1 }]);
  });

  test("documents, frames, media and requests other than GET are refused without asking for an asset", async () => {
    const { refused } = await printed(
      `<iframe src="${origin}/frame"></iframe><object data="${origin}/object"></object><video src="${origin}/video"></video>
       <form id="f" action="${origin}/form" method="post"></form><link rel="prefetch" href="${origin}/prefetch">
       <link rel="manifest" href="${origin}/manifest"><img src="ftp://assets.invalid/x"><p>text`,
      { settings },
    );
    expect(asked.map(({ url }) => url)).toEqual([]);
    expect(refused.length).toBeGreaterThan(2);
  });

  test.each(["picture", "background", "style", "font"])(
    "a %s that has changed is printed as it is now",
    async (what) => {
      const html = {
        picture: `<img src="${origin}/it">`,
        background: `<style>p { background: url(${origin}/it); width: 90px; height: 30px }</style><p>`,
        style: `<link rel="stylesheet" href="${origin}/it"><p>`,
        font: `<style>@font-face { font-family: Own; src: url(${origin}/it) } p { font-family: Own, Inter }</style><p>text`,
      }[what];
      const version = (number: number): Asset | undefined => {
        if (what === "style") return css(`p::after { content: "version ${number}" }`);
        if (what === "font") return number % 2 === 1 ? ttf : undefined;
        return svg(`version ${number}`);
      };
      for (const number of [1, 2, 2, 3]) {
        assets = { "/it": () => version(number) };
        const { text, fonts } = await printed(html ?? "", { settings });
        if (what === "font") expect(fonts.includes("JetBrainsMono")).toBe(number % 2 === 1);
        else expect(text).toContain(`version ${number}`);
      }
    },
  );
});

test("an asset that has not changed is sent to the page once", async () => {
  assets = { "/it": () => svg("same") };
  const html = `<img src="${origin}/it">`;
  expect((await printed(html)).text).toContain("same");
  expect((await printed(html)).text).toContain("same");
  // The second request compares the asset with the page's copy.
  expect(asked).toHaveLength(2);
});

test("a cleared page still runs no script and still requests assets", async () => {
  assets = { "/it": () => svg("first") };
  await printed(`<img src="${origin}/it">`);
  assets = { "/it": () => svg("second") };
  const { text, refused } = await printed(
    `<img src="${origin}/it"><p>x<script>document.body.append("SCRIPT")</script><img src="${origin}/other">`,
  );
  expect(text).toContain("second");
  expect(text).not.toContain("SCRIPT");
  expect(refused).toEqual([{ resource: "Image", scheme: "https", host: "assets.invalid", count: 1 }]);
});

test("only documents with scripts get scripts, and requests by scripts get nothing", async () => {
  assets = {
    "/chart.js": () => ({ bytes: Buffer.from("document.body.append('drawn')"), contentType: "text/javascript" }),
  };
  const html = `<body><script src="${origin}/chart.js"></script><script>fetch("${origin}/data").catch(() => {})</script>`;
  expect((await printed(html)).text).not.toContain("drawn");
  expect(asked.map(({ url }) => url)).toEqual([]);
  expect((await printed(html, { settings: { javascript: true } })).text).toContain("drawn");
  expect(asked.map(({ url }) => url)).toEqual([`${origin}/chart.js`]);
});

test("each project gets its own assets", async () => {
  const own = await startTestEngine({
    resolveAsset: async (request) => svg(request.projectId),
  });
  try {
    for (const project of ["prj_1", "prj_2", "prj_1", "prj_2"]) {
      const { pdf } = await own.printHtml(`<img src="${origin}/logo">`, { projectId: project });
      expect(await pdfText(pdf)).toEqual([project]);
    }
  } finally {
    await own.close();
  }
});

test("the withdrawal of a document aborts its requests for assets", async () => {
  const abort = new AbortController();
  assets = {
    "/slow": () => {
      abort.abort("withdrawn");
      return new Promise<never>(() => {});
    },
  };
  const printing = engine.printHtml(`<img src="${origin}/slow">`, { projectId, signal: abort.signal });
  await expect(printing).rejects.toMatchObject({ code: "cancelled" });
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true]);
});

test("links and data: URLs request no asset", async () => {
  const { text } = await printed(
    `<p>plain <a href="${origin}/link">link</a><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">`,
  );
  expect(text).toContain("plain link");
  expect(asked.map(({ url }) => url)).toEqual([]);
});
