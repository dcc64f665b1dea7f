import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { dataIssue, partOfField } from "./data-issue.ts";
import { fontReplaced, glyphMissing } from "./font-faults.ts";
import { assetMissing, fontFailed } from "./library-faults.ts";
import { pageCut, pageEmpty, pageShrunk, textCut } from "./page-faults.ts";
import { pageSizeUnknown, scriptPending, textPicture } from "./print-faults.ts";
import { resourceBlocked } from "./resource-blocked.ts";
import { blockedKinds, type Warning } from "./schemas/warning.ts";
import { readWarningsHeader, writeWarningsHeader } from "./warnings-header.ts";

const image = resourceBlocked({ kind: "image", host: "cdn.example.com", count: 3 });

const printable = fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCodePoint(code)) });
const blocked: fc.Arbitrary<Warning> = fc
  .record({ kind: fc.constantFrom(...blockedKinds), host: fc.option(printable, { nil: undefined }), count: fc.nat() })
  .map(resourceBlocked);
const position = fc.option(fc.integer({ min: 1 }), { nil: undefined });
const optional = fc.option(printable, { nil: undefined });
const issues: fc.Arbitrary<Warning> = fc
  .record({
    kind: fc.constantFrom("missing", "unformattable", "replaced"),
    path: optional,
    part: fc.oneof(optional, printable.map(partOfField)),
    line: position,
    column: position,
    count: fc.nat(),
  })
  .map(dataIssue);
const untranslated: fc.Arbitrary<Warning> = fc
  .record({
    kind: fc.constant("untranslated" as const),
    key: optional,
    locale: optional,
    fallback: optional,
    part: optional,
    line: position,
    column: position,
    count: fc.nat(),
  })
  .map(dataIssue);

const count = fc.integer({ min: 1 });
const looks: fc.Arbitrary<Warning> = fc.oneof(
  fc.record({ page: count, scale: fc.integer({ min: 1, max: 99 }).map((part) => part / 100), count }).map(pageShrunk),
  fc.record({ page: count, count }).map(pageEmpty),
  fc.record({ count }).map(textPicture),
  fc.constantFrom(pageSizeUnknown(), scriptPending()),
  fc.record({ page: position, element: optional }).map(pageCut),
  fc.record({ page: position, element: optional, count }).map(textCut),
  fc.array(fc.string({ unit: "binary", minLength: 1, maxLength: 1 }), { minLength: 1 }).map(glyphMissing),
  printable.map(fontReplaced),
  printable.map(fontFailed),
  fc.record({ kind: fc.constantFrom(...blockedKinds), asset: optional, count }).map(assetMissing),
);

describe("the Platen-Warnings header", () => {
  test("is a structured field list: a code with the place or the files", () => {
    const rest = resourceBlocked({ kind: "other", host: undefined, count: 12 });
    expect(writeWarningsHeader([image, rest])).toBe(
      '"resource.blocked";kind=image;host="cdn.example.com";count=3, "resource.blocked";kind=other;count=12',
    );
    expect(writeWarningsHeader([])).toBeUndefined();
    const lacking = dataIssue({
      kind: "missing",
      path: "lines[].discount",
      part: "html",
      line: 88,
      column: 21,
      count: 15,
    });
    expect(writeWarningsHeader([lacking])).toBe(
      '"data.missing";path="lines[].discount";part="html";line=88;column=21;count=15',
    );
  });

  test("reads back as the warnings it was written from, for any host and path", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(blocked, issues, untranslated, looks), { maxLength: 10 }), (warnings) => {
        expect(readWarningsHeader(writeWarningsHeader(warnings))).toEqual(warnings);
      }),
    );
  });

  test("is one line of valid ASCII of at most 4,096 bytes for anything that a worker sends", () => {
    const anything = fc.record({ code: fc.string({ unit: "binary" }), host: fc.string({ unit: "binary" }) });
    fc.assert(
      fc.property(fc.array(anything), (warnings) => {
        const header = writeWarningsHeader(warnings.map((one) => ({ ...one, severity: "error", message: "" }))) ?? "";
        expect(header).toMatch(/^[\x20-\x7e]*$/);
        expect(header.length).toBeLessThanOrEqual(4_096);
        expect(readWarningsHeader(header).length).toBeLessThanOrEqual(warnings.length);
      }),
    );
    const long = Array.from({ length: 20 }, (_, index) => ({ ...image, host: `${index}${"x".repeat(250)}` }));
    const header = writeWarningsHeader(long) ?? "";
    expect(header.length).toBeLessThanOrEqual(4_096);
    expect(readWarningsHeader(header).map(({ host }) => host)).toEqual(long.slice(0, 13).map(({ host }) => host));
  });

  test("of a later release gives its new codes and kinds on", () => {
    expect(readWarningsHeader('"font.missing";family="Own";sure=?1, "resource.blocked";kind=hologram;count=2')).toEqual(
      [
        { code: "font.missing", severity: "warning", message: "font.missing" },
        {
          code: "resource.blocked",
          severity: "error",
          message: expect.stringContaining("2 files"),
          kind: "hologram",
          count: 2,
        },
      ],
    );
  });

  test.each([undefined, "", "x", '"cut off', '"a";', '"a" "b"', '"a";host="b', "\\"])(
    "with the value %j reads as no warnings",
    (header) => {
      expect(readWarningsHeader(header)).toEqual([]);
    },
  );
});
