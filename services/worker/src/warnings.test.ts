import { expect, test } from "@jest/globals";
import { warningSeverityOf, type Warning } from "@platen/contracts";
import { assetOrigin } from "@platen/contracts/asset-origin";
import { noFaults, type Refused } from "@platen/engine";
import { recordedWarnings, refuseIncomplete, warningsOf } from "./warnings.ts";

const nothing = {
  refused: [],
  missingFiles: [],
  refusedFonts: [],
  pageFaults: noFaults,
  hasUnknownPageSize: false,
  pictureTexts: 0,
  isScriptPending: false,
};
const warningsOfRefused = (list: readonly Refused[]) => warningsOf({ ...nothing, refused: [...list] }, () => "");

test("pages that are shrunk, cut off or empty are one warning each, with their first page", () => {
  const pageFaults = {
    empty: [3, 5],
    shrunk: { page: 2, scale: 0.67, count: 4 },
    cut: { page: 4, element: "table.lines tr td.SECRET" },
    cutTexts: { page: undefined, element: "article.SECRET", count: 3 },
  };
  expect(warningsOf({ ...nothing, pageFaults }, () => '<article><table class="lines"><td>')).toEqual([
    expect.objectContaining({ code: "page.shrunk", severity: "warning", page: 2, scale: 0.67, count: 4 }),
    expect.objectContaining({ code: "page.cut", severity: "error", page: 4, element: "table.lines td" }),
    expect.objectContaining({ code: "text.cut", severity: "error", element: "article", count: 3 }),
    expect.objectContaining({ code: "page.empty", severity: "warning", page: 3, count: 2 }),
  ]);
});

test("an unknown size of a page, texts as pictures and a script without an end are one warning each", () => {
  const printed = { ...nothing, hasUnknownPageSize: true, pictureTexts: 3, isScriptPending: true };
  expect(warningsOf(printed, () => "")).toMatchObject([
    { code: "page.size", severity: "warning" },
    { code: "text.picture", severity: "warning", count: 3 },
    { code: "script.pending", severity: "warning" },
  ]);
});

const refused = (changes: Partial<Refused>): Refused => ({
  resource: "Image",
  scheme: "https",
  host: "cdn.example.com",
  count: 1,
  ...changes,
});

test.each([
  ["Image", "image"],
  ["Stylesheet", "stylesheet"],
  ["Font", "font"],
  ["Document", "frame"],
  ["Media", "media"],
  ["TextTrack", "media"],
  ["Script", "script"],
  ["XHR", "other"],
  ["constructor", "other"],
])("a refused %s is a warning about %s", (resource, kind) => {
  expect(warningsOfRefused([refused({ resource, count: 3 })])).toEqual([
    {
      code: "resource.blocked",
      severity: "error",
      kind,
      host: "cdn.example.com",
      count: 3,
      message: expect.stringContaining("3 "),
    },
  ]);
});

test("each kind and host has one warning, most requests first, whatever the order of requests", () => {
  const requests = [
    refused({ scheme: "http", count: 2 }),
    refused({ host: "other.example" }),
    refused({ scheme: "https", count: 3 }),
    refused({ resource: "Font" }),
  ];
  const warnings = warningsOfRefused(requests);
  expect(warningsOfRefused(requests.toReversed())).toEqual(warnings);
  expect(warnings.map(({ kind, host, count }) => `${kind} ${host} ${count}`)).toEqual([
    "image cdn.example.com 5",
    "image other.example 1",
    "font cdn.example.com 1",
  ]);
});

test("the warning about an address without a host names its scheme", () => {
  expect(warningsOfRefused([refused({ scheme: "blob", host: "" })])).toMatchObject([{ host: "blob:" }]);
});

test("the warning about hosts too many to count names no host", () => {
  const [warning] = warningsOfRefused([refused({ host: "", count: 40 })]);
  expect(warning).toMatchObject({ kind: "image", count: 40, message: expect.stringContaining("other addresses") });
  expect(warning).not.toHaveProperty("host");
});

test("there are at most 20 warnings: the last sums up the rest, and no refusal is lost", () => {
  const hosts = (count: number) =>
    Array.from({ length: count }, (_, n) => refused({ host: `h${n}.example`, count: 2 }));
  expect(warningsOfRefused(hosts(20)).filter(({ host }) => host !== undefined)).toHaveLength(20);
  const many = warningsOfRefused(hosts(100));
  expect(many).toHaveLength(20);
  expect(many.reduce((sum, { count = 0 }) => sum + count, 0)).toBe(200);
  expect(many.at(-1)).toMatchObject({ kind: "image", count: 162 });
  expect(many.at(-1)).not.toHaveProperty("host");
  const mixed = warningsOfRefused([...hosts(30), refused({ resource: "Font" })]);
  expect(mixed.at(-1)).toMatchObject({ kind: "other" });
});

test("a warning shows at most 253 characters of a host", () => {
  const [warning] = warningsOfRefused([refused({ host: "x".repeat(10_000) })]);
  expect(warning?.host).toBe("x".repeat(253));
  expect(warning?.message.length).toBeLessThan(500);
  expect(warningsOfRefused([refused({ scheme: "y".repeat(10_000), host: "" })])[0]?.host).toHaveLength(253);
});

test("files that the library lacks are told in the template's words, and fonts that the browser refuses by name", () => {
  const set = `${assetOrigin}${"a".repeat(64)}/`;
  const text = () => `<img src="${set}flags/{{ country }}.svg">`;
  const missingFiles = [
    { resource: "Image", address: `${assetOrigin}SECRET`, count: 1 },
    { resource: "Image", address: `${set}flags/SECRET.svg`, count: 2 },
    { resource: "Image", address: `${set}flags/other.svg`, count: 1 },
    { resource: "Font", address: assetOrigin, count: 1 },
  ];
  const warnings = warningsOf({ ...nothing, missingFiles, refusedFonts: ["Brand"] }, text);
  expect(warnings).toEqual([
    {
      code: "asset.missing",
      severity: "error",
      kind: "image",
      asset: "flags/*",
      count: 3,
      message: expect.stringContaining("3 images (asset:flags/*) are not in the template's library."),
    },
    expect.objectContaining({ kind: "image", count: 1, message: expect.stringContaining("1 image is not in") }),
    expect.objectContaining({ kind: "font", count: 1 }),
    expect.objectContaining({ code: "font.failed", severity: "warning", font: "Brand" }),
  ]);
  expect(warningsOf({ ...nothing, missingFiles: missingFiles.toReversed() }, text)).toEqual(warnings.slice(0, 3));
});

const warning = (path: string): Warning => ({ code: "data.missing", severity: "error", message: "Send it.", path });

test("a document's record keeps its first 50 warnings, and at most 8 KB of them", () => {
  const short = Array.from({ length: 60 }, (_, index) => warning(`name${index}`));
  expect(recordedWarnings(short)).toEqual(short.slice(0, 50));
  const long = Array.from({ length: 60 }, () => warning("a".repeat(1_000)));
  const kept = recordedWarnings(long);
  expect(kept).toEqual(long.slice(0, 7));
  expect(JSON.stringify(kept).length).toBeLessThan(8_192);
});

const ofEachCode = Object.entries(warningSeverityOf).map(([code, severity]): Warning => ({
  code,
  severity,
  message: "m",
}));

/** The code of the failure, or undefined for a document that is given. */
function failureOf(strict: boolean | string[] | undefined, ...given: Warning[]): unknown {
  try {
    refuseIncomplete({ strict }, given, "print");
    return undefined;
  } catch (error) {
    return error instanceof Error && "code" in error ? error.code : error;
  }
}

test.each(ofEachCode)("strict refuses $code where its severity or its code says so, and nowhere else", (warning) => {
  const failure = /^(?:data|translation)\./.test(warning.code) ? "data_invalid" : "render_failed";
  const other = ofEachCode.find(({ code }) => code !== warning.code)?.code ?? "";
  expect(failureOf(true, warning)).toBe(warning.severity === "error" ? failure : undefined);
  expect(failureOf([warning.code], warning)).toBe(failure);
  expect(failureOf([other, warning.code], ...ofEachCode.filter((each) => each !== warning))).toBeDefined();
  for (const strict of [false, undefined, [], [other]]) expect(failureOf(strict, warning)).toBeUndefined();
  expect(failureOf(true)).toBeUndefined();
});
