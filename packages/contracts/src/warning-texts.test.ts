import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { dataIssue, type DataIssue } from "./data-issue.ts";
import { fontReplaced, glyphMissing } from "./font-faults.ts";
import { assetMissing, fontFailed } from "./library-faults.ts";
import { pageCut, pageEmpty, pageShrunk, textCut } from "./page-faults.ts";
import { pageSizeUnknown, scriptPending, textPicture } from "./print-faults.ts";
import { resourceBlocked } from "./resource-blocked.ts";
import { blockedKinds } from "./schemas/warning.ts";
import { severityOf } from "./warning-severity.ts";

const issue = (kind: DataIssue["kind"], given: Partial<DataIssue> = {}) => dataIssue({ kind, count: 1, ...given });
const inField = { part: "settings.calculated.total" };

test("each warning says what is missing and how to mend it", () => {
  const warnings = [
    issue("missing"),
    issue("missing", { path: "a.b", part: "html", line: 2, column: 3, count: 4 }),
    ...["@index", "@number", "@first", "@last", "@count", "@other"].map((path) => issue("missing", { path })),
    issue("lacking"),
    issue("lacking", { path: "a" }),
    issue("unformattable"),
    issue("unformattable", { path: "a" }),
    issue("untranslated"),
    issue("untranslated", { key: "a" }),
    issue("untranslated", { key: "a.*", locale: "de" }),
    issue("untranslated", { key: "a", locale: "de", fallback: "en" }),
    issue("replaced"),
    ...(["replaced", "unformattable", "missing"] as const).flatMap((kind) => [
      issue(kind, { ...inField, path: "total" }),
      issue(kind, { ...inField, path: "a" }),
    ]),
    glyphMissing(["a"]),
    glyphMissing(Array.from({ length: 20 }, () => "\u{1F9FF}")),
    glyphMissing(Array.from({ length: 21 }, () => "é")),
    fontReplaced("Arial"),
    fontFailed("Own"),
    assetMissing({ kind: "image", asset: "a/*", count: 1 }),
    assetMissing({ kind: "font", asset: undefined, count: 1_200 }),
    pageShrunk({ page: 2, scale: 0.876, count: 1 }),
    pageEmpty({ page: 3, count: 2 }),
    pageCut({ page: undefined, element: undefined }),
    pageCut({ page: 1, element: "body" }),
    textCut({ page: undefined, element: undefined, count: 1 }),
    textCut({ page: 1, element: "body", count: 2 }),
    pageSizeUnknown(),
    textPicture({ count: 1 }),
    textPicture({ count: 2 }),
    scriptPending(),
    ...blockedKinds.flatMap((kind) => [1, 2].map((count) => resourceBlocked({ kind, host: "blob:", count }))),
    resourceBlocked({ kind: "later", host: undefined, count: 1 }),
  ];
  const texts = readFileSync(join(import.meta.dirname, "test-warning-texts.ndjson"), "utf8")
    .trimEnd()
    .split("\n");
  expect(warnings).toEqual(texts.map((text): unknown => JSON.parse(text)));
  expect(["data.missing", "page.size", "later.code"].map(severityOf)).toEqual(["error", "warning", "warning"]);
});
