import { expect, test } from "@jest/globals";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { isProblem } from "@platen/contracts";
import { randomFrom } from "@platen/testing";
import { avif, box, fixture, fontTables, png, sfnt, woff, woff2 } from "../../testing/test-files.ts";
import { readAssetFile } from "./read-asset-file.ts";

const text = (content: string) => Buffer.from(content);
const latin1 = (content: string) => Buffer.from(content, "latin1");
const svg = (attributes: string, before = "") =>
  text(`${before}<svg xmlns="http://www.w3.org/2000/svg" ${attributes}/>`);
const small = { width: 24, height: 16 };

/** The answer to an upload: what the file is, or status and message. */
async function answerTo(name: string, bytes: Buffer): Promise<unknown> {
  try {
    return await readAssetFile(name, bytes);
  } catch (error) {
    if (!isProblem(error)) throw error;
    return [error.status, error.message];
  }
}

test.each<[string, Buffer, object]>([
  ["a.png", fixture("alpha.png"), small],
  ["a.jpg", fixture("baseline.jpg"), small],
  ["a.jpeg", fixture("progressive.jpg"), small],
  ["a.gif", fixture("moving.gif"), small],
  ["lossless.webp", fixture("alpha.webp"), small],
  ["lossy.webp", fixture("lossy.webp"), small],
  ["moving.webp", fixture("moving.webp"), small],
  ["a.avif", fixture("alpha.avif"), small],
  ["a.svg", svg(`width="42mm" height='10'`), { width: 159, height: 10 }],
  [
    "box.svg",
    svg(`viewBox="0 0 30 20"`, "\ufeff<?xml version='1.0'?>\n<!-- > --><!DOCTYPE svg>"),
    { width: 30, height: 20 },
  ],
  ["no-size.svg", svg(`width="100%"`), {}],
])("%s is a picture with its size in pixels", async (name, bytes, pixels) => {
  const { kind, contentType, ...rest } = await readAssetFile(name, bytes);
  expect([kind, contentType]).toEqual(["picture", expect.stringMatching(/^image\//)]);
  expect(rest).toEqual(pixels);
});

const regular = { family: "Shapes", weight: "400", style: "normal" };
const italic = fontTables({ family: "Mårke", weight: 700, italic: true });
const bold = { family: "Mårke", weight: "700", style: "italic" };

test.each<[string, Buffer, object]>([
  ["a.ttf", fixture("shapes.ttf"), regular],
  ["a.otf", fixture("shapes.otf"), { ...regular, family: "Shapes Otf" }],
  ["truetype.otf", fixture("shapes.ttf"), regular],
  ["a.woff", fixture("shapes.woff"), regular],
  ["a.woff2", fixture("shapes.woff2"), regular],
  ["variable.ttf", fixture("variable.ttf"), { weight: expect.stringMatching(/^\d+ \d+$/) }],
  ["b.ttf", sfnt(italic), bold],
  ["b.woff", woff(italic), bold],
  ["b.woff2", woff2(italic), bold],
  ["fonts/brand-regular.ttf", sfnt(new Map([["head", Buffer.alloc(54)]])), { ...regular, family: "brand-regular" }],
])("%s is a font with its family, weight and style", async (name, bytes, font) => {
  expect(await readAssetFile(name, bytes)).toMatchObject({ kind: "font", font });
});

test.each<[string, string]>([
  ["a.css", "@import 'asset:b.css'; p { background: url(asset:logo.png) }"],
  ["loop.css", "@import url( asset:loop.css ) print;"],
  ["comment.css", "/* @import 'x.css' */ p::after { content: \"@import 'x.css'\" } \\@import {}"],
  ["important.css", "@important 'x.css'; p { color: red !important }"],
  ["a.js", "if (1 < 2) document.title = '</script>'"],
  ["a.mjs", ""],
])("%s is a text that a project may keep", async (name, content) => {
  expect(await readAssetFile(name, text(content || " "))).toMatchObject({
    kind: name.endsWith("css") ? "stylesheet" : "script",
  });
});

const damaged = (bytes: Buffer, at: number, value: number) => {
  const copy = Buffer.from(bytes);
  copy.writeUInt32BE(value, at);
  return copy;
};
const zeros = Buffer.alloc(50_000_000);
const bomb = brotliCompressSync(zeros, { params: {} });
const jpegWith = (segments: string) => latin1(`\xff\xd8${segments}`);

/** Hostile and mistaken uploads: what the message says, and the status unless it is 422. */
const refused: [what: string, name: string, bytes: Buffer, message: string, status?: number][] = [
  ["a PDF as a picture", "logo.png", text("%PDF-1.7"), "logo.png is a PDF."],
  ["a ZIP as a font", "a.ttf", latin1("PK\x03\x04...."), "a.ttf is a ZIP archive."],
  ["a ZIP as a style sheet", "a.css", latin1("PK\x03\x04...."), "is a ZIP archive"],
  ["an SVG in gzip", "a.svg", gzipSync(svg("")), "is a gzip archive"],
  ["a JPEG named PNG", "a.png", fixture("baseline.jpg"), "is a JPEG picture. Give it a name that ends in .jpg."],
  ["a PNG named font", "a.woff2", fixture("alpha.png"), "is a PNG picture"],
  ["a WOFF named WOFF2", "a.woff2", fixture("shapes.woff"), "is a WOFF font"],
  ["a font named picture", "a.svg", fixture("shapes.woff2"), "is a WOFF2 font"],
  ["a BMP", "a.png", fixture("plain.bmp"), "is a BMP picture"],
  ["an icon", "a.png", fixture("icon.ico"), "is an icon"],
  ["a HEIC", "a.avif", box("ftyp", latin1("heic\0\0\0\0mif1")), "is a HEIC picture"],
  ["a video", "a.avif", box("ftyp", latin1("isom\0\0\0\0mp42")), "is a video"],
  ["a sound", "a.webp", latin1("RIFF\0\0\0\0WAVEfmt "), "is a sound or video"],
  ["a PostScript file", "a.svg", text("%!PS-Adobe"), "is a PostScript file"],
  ["a program", "a.js", latin1("\x7fELF\x02\x01\x01\0"), "is a program"],
  ["a collection of fonts", "a.ttf", latin1("ttcf\0\x01\0\0"), "is a collection of fonts"],
  ["a WOFF2 collection", "a.woff2", latin1(`wOF2ttcf${"\0".repeat(60)}`), "is a collection of fonts"],
  ["an HTML page as a script", "a.js", text("\ufeff <!DOCTYPE html><p>"), "is an HTML page"],
  ["an HTML page as SVG", "a.svg", text("<html><svg></svg></html>"), "is an HTML page"],
  ["a text as SVG", "a.svg", text("hello"), "is a text, not an SVG picture"],
  ["other XML as SVG", "a.svg", text("<?xml version='1.0'?><rss/>"), "is a text, not an SVG picture"],
  ["SVG as a style sheet", "a.css", svg(""), "is an SVG picture"],
  ["SVG in UTF-16", "a.svg", Buffer.from("<svg/>", "utf16le"), "is not an SVG picture"],
  ["SVG with an endless comment", "a.svg", text(`<!-- ${"<!--".repeat(50_000)}`), "has no root element"],
  [
    "SVG with an endless document type",
    "a.svg",
    text(`<!DOCTYPE svg [${"<!ENTITY a '>'>".repeat(9_000)}`),
    "has no root element",
  ],
  ["bytes as a script", "a.js", latin1("\xff\xfe\0\0"), "is not a script"],
  ["a text with a zero byte", "a.css", text("p {}\0"), "is not a style sheet"],
  ["nothing", "a.png", Buffer.alloc(0), "is a text"],
  ["no ending", "logo", png(1, 1), "`name` must end in .png, .jpg,", 400],
  ["an ending in a folder", "a.png/logo", png(1, 1), "`name` must end in", 400],
  ["an ending of another format", "logo.exe", png(1, 1), ".js or .mjs", 400],
  ["a PNG cut in its head", "a.png", png(1, 1).subarray(0, 20), "is cut off"],
  ["a PNG without a head", "a.png", latin1(`\x89PNG\r\n\x1a\n\0\0\0\rIDAT${"x".repeat(30)}`), "not a valid PNG"],
  [
    "a PNG of 100,000 by 100,000 pixels",
    "a.png",
    png(100_000, 100_000),
    "has 100,000 by 100,000 pixels. The limit is 50 megapixels",
  ],
  ["a PNG of 2³² pixels in a row", "a.png", png(0xffffffff, 0xffffffff), "The limit is 50 megapixels"],
  ["a PNG of no pixels", "a.png", png(0, 10), "has no pixels"],
  ["a GIF cut in its head", "a.gif", text("GIF89a"), "is cut off"],
  ["a GIF that is a script, too", "a.js", text("GIF89a=1;"), "is a GIF picture"],
  ["a JPEG cut before its size", "a.jpg", fixture("baseline.jpg").subarray(0, 100), "is cut off"],
  ["a JPEG without a size", "a.jpg", jpegWith("\xff\xda\0\x02\0\0"), "not a valid JPEG"],
  ["a JPEG of a million segments", "a.jpg", jpegWith("\xff\xe0\0\x02".repeat(1_000_000)), "not a valid JPEG"],
  ["a JPEG of fill bytes", "a.jpg", jpegWith("\xff".repeat(4_000_000)), "not a valid JPEG"],
  ["a JPEG of segments without length", "a.jpg", jpegWith("\xff\xe0\0\0".repeat(100)), "is cut off"],
  [
    "a JPEG of 65,535 by 65,535 pixels",
    "a.jpg",
    jpegWith("\xff\xc0\0\x11\x08\xff\xff\xff\xff\x03"),
    "The limit is 50 megapixels",
  ],
  ["a WebP cut in its head", "a.webp", fixture("alpha.webp").subarray(0, 20), "is cut off"],
  ["a WebP of an unknown kind", "a.webp", latin1(`RIFF\0\0\0\0WEBPVP9 ${"\0".repeat(20)}`), "not a valid WebP"],
  ["an AVIF without a size", "a.avif", box("ftyp", latin1("avif\0\0\0\0")), "not a valid AVIF"],
  ["an AVIF with a box beyond its end", "a.avif", damaged(avif(1, 1), 20, 0x7fffffff), "not a valid AVIF"],
  [
    "an AVIF of empty boxes",
    "a.avif",
    Buffer.concat([box("ftyp", latin1("avif\0\0\0\0")), Buffer.alloc(4_000_000)]),
    "not a valid AVIF",
  ],
  ["an AVIF of 100,000 by 100,000 pixels", "a.avif", avif(100_000, 100_000), "The limit is 50 megapixels"],
  ["a font cut in its directory", "a.ttf", sfnt().subarray(0, 40), "is cut off"],
  ["a font cut in a table", "a.ttf", sfnt().subarray(0, 200), "is cut off"],
  ["a font without tables", "a.ttf", latin1("\0\x01\0\0\0\0\0\0\0\0\0\0"), "it has 0 tables"],
  ["a font of 65,535 tables", "a.ttf", latin1("\0\x01\0\0\xff\xff\0\0\0\0\0\0"), "it has 65535 tables"],
  ["a font without a head", "a.ttf", sfnt(new Map([["name", Buffer.alloc(6)]])), 'it has no table "head"'],
  ["a font with a short table", "a.ttf", sfnt(new Map([["head", Buffer.alloc(4)]])), "a table is too short"],
  [
    "a font whose names lie beyond their table",
    "a.ttf",
    sfnt(new Map([...fontTables(), ["name", latin1("\0\0\xff\xff\0\0")]])),
    "a table is too short",
  ],
  ["a WOFF cut in its tables", "a.woff", fixture("shapes.woff").subarray(0, 300), "is cut off"],
  ["a WOFF with a damaged table", "a.woff", woff(undefined, { head: 1_000 }), "compressed content is damaged"],
  ["a WOFF whose tables claim 4 GB", "a.woff", woff(undefined, { head: 0xffffffff }), "expands to more than 60 MB"],
  ["a WOFF whose names are a bomb", "a.woff", woffBomb(), "compressed content is damaged"],
  ["a WOFF2 cut in its stream", "a.woff2", fixture("shapes.woff2").subarray(0, 200), "is cut off"],
  [
    "a WOFF2 with a damaged stream",
    "a.woff2",
    woff2(undefined, {}, Buffer.alloc(100, 7)),
    "compressed content is damaged",
  ],
  [
    "a WOFF2 whose stream is shorter than its tables",
    "a.woff2",
    woff2(undefined, { name: 5_000 }),
    "compressed content is damaged",
  ],
  ["a WOFF2 bomb", "a.woff2", woff2(undefined, {}, bomb), "compressed content is damaged"],
  [
    "a WOFF2 whose tables claim 4 GB",
    "a.woff2",
    woff2(undefined, { "OS/2": 0xffffffff }),
    "expands to more than 60 MB",
  ],
  [
    "a WOFF2 with a number without end",
    "a.woff2",
    Buffer.concat([woff2().subarray(0, 49), Buffer.alloc(99, 0xff)]),
    "its directory is damaged",
  ],
  ["CSS that imports from the web", "a.css", text("p {}\n  @import 'https://x.test/a.css';"), "(line 2, column 3)"],
  ["CSS that imports a file", "a.css", text("@import url(b.css)"), 'write `@import "asset:name.css"`'],
  [
    "CSS that hides an import by escapes",
    "a.css",
    text("@\\69 mport 'b.css'"),
    "imports a style sheet that is not an asset",
  ],
  [
    "CSS that hides an import by a comment",
    "a.css",
    text("@IMPORT/**/url(/**/'data:text/css,')"),
    "imports a style sheet",
  ],
  [
    "CSS of 2 MB",
    "a.css",
    Buffer.alloc(2_000_000, " "),
    "a.css has 2,000,000 bytes. The limit for a stylesheet is 1,000,000 bytes.",
    413,
  ],
  [
    "a picture of 6 MB",
    "a.png",
    Buffer.concat([png(1, 1), Buffer.alloc(6_000_000)]),
    "The limit for a picture is 5,000,000 bytes.",
    413,
  ],
];

/** A table of names that its directory calls short, and that inflates to 50 MB. */
function woffBomb(): Buffer {
  const bytes = woff(new Map([["name", Buffer.alloc(100_000)]]));
  return Buffer.concat(
    [bytes.subarray(0, 64), deflateSync(zeros)].map((part, index) => {
      if (index === 1) return part;
      const head = Buffer.from(part);
      head.writeUInt32BE(deflateSync(zeros).length, 52);
      return head;
    }),
  );
}

test.each(refused)("%s is refused with a plain message", async (_what, name, bytes, message, status = 422) => {
  expect(await answerTo(name, bytes)).toEqual([status, expect.stringContaining(message)]);
});

test.each<[string, string, Buffer, object]>([
  [
    "scripts and addresses",
    "a.svg",
    svg(`width="1" height="1" onload="alert(1)"><script href="https://x.test"/>`),
    { width: 1 },
  ],
  [
    "an entity that grows",
    "a.svg",
    svg("", `<!DOCTYPE svg [<!ENTITY a "&b;&b;"><!ENTITY b "${"x".repeat(999)}">]>`),
    { kind: "picture" },
  ],
  ["an archive behind the picture", "a.png", Buffer.concat([fixture("alpha.png"), latin1("PK\x03\x04")]), small],
  ["a page behind the picture", "a.gif", Buffer.concat([fixture("still.gif"), text("<script>")]), small],
])("a picture with %s is kept: a browser shows its pixels alone", async (_what, name, bytes, facts) => {
  expect(await readAssetFile(name, bytes)).toMatchObject(facts);
});

const fonts = ["shapes.ttf", "shapes.otf", "shapes.woff", "shapes.woff2", "variable.ttf"];
const pictures = ["alpha.png", "baseline.jpg", "moving.gif", "alpha.webp", "alpha.avif"];

test.each([...fonts, ...pictures])(
  "%s with random damage is taken or refused, and the reader goes on",
  async (name) => {
    const random = randomFrom(name.length);
    const whole = fixture(name);
    const below = (limit: number) => Math.floor(random() * limit);
    const answers = new Map<unknown, number>();
    for (let round = 0; round < 300; round += 1) {
      const bytes = Buffer.from(whole.subarray(0, random() < 0.3 ? below(whole.length) : whole.length));
      // Most of the damage is in the head, which the reader reads.
      for (let changes = 1 + below(6); changes > 0; changes -= 1)
        bytes[below(random() < 0.8 ? Math.min(400, bytes.length) : bytes.length)] = below(256);
      const answer = await answerTo(name, bytes);
      const status: unknown = Array.isArray(answer) ? answer[0] : "taken";
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
    expect(answers.get(422)).toBeGreaterThan(0);
    expect([...answers.keys()].filter((status) => status !== 422 && status !== "taken")).toEqual([]);
  },
);
