import { after, testGrowth } from "@platen/testing/growth";
import { parseExactJson } from "./exact-json.ts";
import { documentFileName } from "./file-name.ts";
import { generateBody, generateHeaders } from "./schemas/document.ts";
import { findJsonObjectMistake, lineAndColumn } from "./schemas/json-text.ts";
import { requestKeepingBody } from "./schemas/kept-request.ts";
import { pageSettings } from "./schemas/page-settings.ts";
import { email } from "./schemas/project.ts";
import { flattenTexts } from "./schemas/translation-table.ts";
import { readWarningsHeader } from "./warnings-header.ts";

testGrowth(import.meta.dirname, {
  "a path of data that are not kept": {
    read: (text) => requestKeepingBody.safeParse({ days: 1, redactedPaths: [text] }),
    files: ["schemas/kept-request"],
    limit: 65_536,
  },
  "the keys and texts of a table of translations": {
    read: (text) => flattenTexts({ [text]: text }, () => undefined),
    files: ["schemas/translation-table"],
    limit: 1_000_000,
  },
  "JSON that cannot be parsed": {
    read: (text) => lineAndColumn(text, findJsonObjectMistake(text)?.offset ?? 0),
    files: ["schemas/json-text"],
    limit: 100_000,
  },
  "the numbers in JSON": {
    read: parseExactJson,
    files: ["exact-json"],
    limit: 5_000_000,
    known: [after("[1", "0"), after("[1e", "0"), after("[1.", "0", "]"), after("", ",1"), after("[", "1e400,", "1]")],
  },
  "page settings": {
    read: (text) =>
      pageSettings.safeParse({
        width: text,
        pageRanges: text,
        language: text,
        margin: { top: text },
        timeZone: text,
        currency: text,
      }),
    files: ["../../engine/src/printing/paper-length", "schemas/page-settings", "schemas/region"],
    limit: 5_000_000,
  },
  "the fields and headers of a document": {
    read: (text) => [
      generateBody.safeParse({ templateId: text, data: {}, filename: text }),
      generateHeaders.safeParse({ "Platen-Deadline-Ms": text, "Idempotency-Key": text }),
      email.safeParse(text),
      documentFileName("pdf", text, ""),
    ],
    files: ["file-name", "schemas/document", "schemas/fields", "schemas/template"],
    limit: 5_000_000,
    known: [after("", "a@a."), after("a@", "a")],
  },
  "the header with warnings": {
    read: (text) => [readWarningsHeader(text), readWarningsHeader(`"${text}`)],
    files: ["warnings-header"],
    limit: 16_384,
    known: [after("", '\\"'), after("", '"a", '), after('"a"', ";a"), after('"a"', " ")],
  },
});
