import {
  findJsonObjectMistake,
  flattenTexts,
  generateBody,
  lineAndColumn,
  operations,
  pageSettings,
  Problem,
} from "@platen/contracts";
import { parseExactJson } from "@platen/contracts/exact-json";
import { composeAssets, composeSnippets, findAssetNames } from "@platen/library";
import {
  altersPage,
  fallbackLanguages,
  findSingleLayout,
  finishPdf,
  hasText,
  knownFonts,
  mayReadBackWrongly,
  type PdfTexts,
  pdfWith,
  prepareHtml,
  withoutAddresses,
  withoutRefresh,
} from "@platen/engine/readers";
import {
  bearerOf,
  canvasHeaders,
  chooseForm,
  contentDisposition,
  cookieOf,
  hasCopy,
  redact,
  refusalOf,
} from "@platen/gateway/readers";
import { check, readSvgHead, refuseForeignImports } from "@platen/catalog/readers";
import { compileDocument, replacedFonts } from "@platen/template-filler/readers";
import { pdfFileName } from "@platen/contracts/file-name";
import { email, generateHeaders, readWarningsHeader, requestKeepingBody } from "@platen/contracts/readers";
import { namesIn } from "@platen/library/names-of-addresses";
import type { Read, Shape } from "./find-growth.ts";

/** Functions that read a caller's text on an event loop, with the files that they consist of. */
export type Reader = {
  read: Read;
  /** The files with searches, from the root. Their words are the grammar. */
  files: string[];
  /** The most characters that the operation lets through. */
  limit: number;
  /** Texts that were quadratic once. */
  known?: Shape[];
};

const engine = (...files: string[]) => files.map((file) => `packages/engine/src/${file}.ts`);
const mustache = (...files: string[]) => files.map((file) => `packages/mustache/src/${file}.ts`);
const contracts = (...files: string[]) => files.map((file) => `packages/contracts/src/${file}.ts`);
const after = (head: string, unit: string, tail = ""): Shape => ({ head, unit, tail });

const filledHtml = 20_000_000;
const template = 1_000_000;
const headers = 16_384;

/** A project with a file of each kind that composing reads by its name or family. */
function composedWith(html: string, css: string, sheet = ""): void {
  const file = { contentType: "", sizeBytes: 1 };
  composeAssets(
    { html, css, settings: { header: html } },
    {
      assets: [
        { ...file, name: "a", kind: "picture", sha256: "1" },
        { ...file, name: "b.css", kind: "stylesheet", sha256: "2" },
        { ...file, name: "c", kind: "font", sha256: "3", font: { family: "a", weight: "400", style: "normal" } },
      ],
      contents: new Map([
        ["1", "a"],
        ["2", sheet],
      ]),
      digestOf: () => "",
    },
  );
}

const pdfFiles = engine(
  "pdf/pdf-file",
  "pdf/pdf-dictionary",
  "pdf/pdf-links",
  "pdf/to-unicode-cmap",
  "pdf/actual-texts",
  "pdf/glyph-widths",
  "pdf/layer-fonts",
  "pdf/text-layer",
  "pdf/text-runs",
  "pdf/page-faults",
);

const withoutFonts = knownFonts({ families: [], characters: [] });

function amended(texts: PdfTexts): void {
  finishPdf(pdfWith(texts), {
    createdAt: new Date(0),
    language: "de",
    correctsToUnicode: true,
    scale: 1,
    hasHeader: false,
    maxPages: 10,
    maxBytes: 100_000_000,
  });
}

export const readers: Readonly<Record<string, Reader>> = {
  "the layout of filled HTML": {
    read: findSingleLayout,
    files: engine("printing/single-layout", "printing/may-show-styles", "printing/start-of-html"),
    limit: filledHtml,
    known: [after("url(", " "), after("", "<style"), after("", "href("), after("<a ", "href=x ")],
  },
  "what filled HTML leaves on its page": {
    read: (html) => [altersPage(html), withoutRefresh(html)],
    files: engine("printing/page-side-effects"),
    limit: filledHtml,
    known: [after("<meta name=", " "), after("url(", " ")],
  },
  "the languages of filled HTML": {
    read: (html) => fallbackLanguages(`\u8a00${html}`),
    files: engine("fonts/fallback-languages"),
    limit: filledHtml,
  },
  "the characters of filled HTML": {
    read: mayReadBackWrongly,
    files: engine("pdf/may-read-back-wrongly"),
    limit: filledHtml,
  },
  "whether filled HTML shows text": {
    read: hasText,
    files: engine("printing/print-again-if-blank", "printing/shown-texts"),
    limit: filledHtml,
  },
  "the characters of filled HTML that no font has": {
    read: (html) => withoutFonts.lacking([`\u8a00${html}`]),
    files: engine("fonts/known-fonts", "printing/shown-texts"),
    limit: filledHtml,
  },
  "the names in data that are kept without some values": {
    read: (text) => redact({ [text]: { [text]: text } }, ["customer.iban", "items.*.secret", "*.*.*"]),
    files: ["services/gateway/src/kept-requests/redact.ts"],
    limit: 1_000_000,
    known: [after("", ".")],
  },
  "a path of data that are not kept": {
    read: (text) => requestKeepingBody.safeParse({ days: 1, redactedPaths: [text] }),
    files: contracts("schemas/kept-request"),
    limit: 65_536,
  },
  "the names of assets in a template": {
    read: namesIn,
    files: ["packages/library/src/assets/names-of-addresses.ts"],
    limit: template,
  },
  "the fonts of a template": {
    read: (text) => [replacedFonts(text, "", new Set()), replacedFonts("", text, new Set())],
    files: ["packages/template-filler/src/replaced-fonts.ts"],
    limit: template,
    known: [after("<style>", "/*"), after("", "font:"), after("", "@font-face {")],
  },
  "a style sheet that an author uploads": {
    read: refuseForeignImports,
    files: ["services/catalog/src/assets/files/read-style-sheet.ts"],
    limit: template,
    known: [after("", "@import/*"), after("", "@import 'asset:")],
  },
  "an SVG picture that an author uploads": {
    read: (svg) => readSvgHead(Buffer.from(svg)),
    files: ["services/catalog/src/assets/files/read-svg.ts"],
    limit: 5_000_000,
  },
  "what the engine must know of filled HTML": {
    read: (html) => prepareHtml(html, {}),
    files: [
      ...engine(
        "printing/prepare-html",
        "printing/library-addresses",
        "printing/page-findings",
        "printing/end-animations",
        "printing/may-lose-text",
      ),
      ...contracts("page-size"),
    ],
    limit: filledHtml,
    known: [
      after("<style>", "@page{size:x"),
      after("<style>@page{size:x}", "/*"),
      after("", "<meta "),
      after("", "overflow:hidden"),
      after('"', "overflow:hidden;"),
    ],
  },
  "a header or footer": {
    read: withoutAddresses,
    files: engine("printing/print-options"),
    limit: filledHtml,
    known: [after("url(", " "), after("", "<link")],
  },
  "the title of a PDF": {
    read: (title) => amended({ title }),
    files: pdfFiles,
    limit: filledHtml,
  },
  "a link of a PDF": {
    read: (address) => amended({ address }),
    files: pdfFiles,
    limit: filledHtml,
  },
  "the content of a PDF": {
    read: (content) => amended({ content }),
    files: pdfFiles,
    limit: 64_000_000,
    known: [after("", "Tj\n"), after("/F7 1 Tf\n", "<Tj\n")],
  },
  "a CMap of a PDF": {
    read: (mappings) => amended({ mappings }),
    files: pdfFiles,
    limit: 2_000_000,
    known: [after("", "<0000> <FFFF> <0041>\n")],
  },
  "the syntax of a template": {
    read: (html) => check({ find: "compose", source: { html, settings: {} } }),
    files: [
      ...mustache("find-syntax-mistake", "find-unclosed-name", "open-tags", "read-expression", "read-tag"),
      "packages/formats/src/check-expressions.ts",
      "packages/formats/src/date-pattern.ts",
      "packages/formats/src/resolve-arguments.ts",
    ],
    limit: template,
    known: [after("{{a", " | or b"), after("", "{{a b"), after(`{{=${"a".repeat(7)}b${"a".repeat(8)} }}=}}`, "a")],
  },
  "a template with snippets": {
    read: (html) => {
      const snippets = [
        { name: "a", html: "<p>{{$ b }}x{{/ b }}</p>", css: "" },
        { name: "own", html, css: "" },
      ];
      return [html, "{{> own }}", `{{< a }}{{$ b }}${html}{{/ b }}{{/ a }}`].map((text) =>
        composeSnippets({ html: text, css: "" }, { snippets, names: ["a", "own"] }),
      );
    },
    files: ["composed-text", "snippets/compose-snippets", "snippets/parse-part"].map(
      (file) => `packages/library/src/${file}.ts`,
    ),
    limit: template,
    known: [
      after("", "{{$a}}"),
      after("", "{{> a }}"),
      after("", "{{$a}}\n x{{/a}}"),
      after("{{<a}}", "{{$b}}\n", "{{/a}}"),
      after("  {{> own }}", "\n "),
    ],
  },
  "foreign syntax in a template": {
    read: (html) => check({ find: "warnings", source: { html, settings: {} } }),
    files: [
      ...mustache(
        "list-tags",
        "foreign-call",
        "foreign-condition",
        "foreign-helper",
        "foreign-path",
        "foreign-statement",
        "foreign-value",
      ),
      "services/catalog/src/templates/find-foreign-warnings.ts",
    ],
    limit: template,
  },
  "the assets that a template names": {
    read: (text) => [
      findAssetNames({ html: text, css: text }),
      composedWith(text, text),
      composedWith("", '@import "asset:b.css";', text),
      composedWith('<link rel=stylesheet href="asset:b.css">', "", text),
    ],
    files: [
      "asset-references",
      "asset-lookup",
      "compose-assets",
      "find-asset-names",
      "line-index",
      "read-elements",
      "read-style",
      "style-in-html",
    ].map((file) => `packages/library/src/assets/${file}.ts`),
    limit: template,
    known: [
      after("<img src='asset:a", "asset:a#"),
      after("<img srcset='", "asset:a,"),
      after("<style>", "font:"),
      after("<style>", "asset:a url("),
      after("", "<style>"),
      after("", "<link rel=stylesheet href='asset:b.css'>"),
      after("", "@import 'asset:b.css';"),
    ],
  },
  "the texts that a template prints": {
    read: (html) => check({ find: "messages", source: { html, settings: {} } }),
    files: [
      "packages/formats/src/messages/used-messages.ts",
      "services/catalog/src/templates/source-composer.ts",
      "services/catalog/src/translations/template-messages.ts",
    ],
    limit: template,
    known: [after("{{", "a | t b"), after("", "{{@t.a.b}}")],
  },
  "a text of translations": {
    read: (text) => check({ find: "texts", source: { en: { a: text } } }),
    files: ["packages/formats/src/messages/read-message.ts"],
    limit: 10_000,
  },
  "the keys and texts of a table of translations": {
    read: (text) => flattenTexts({ [text]: text }, () => undefined),
    files: contracts("schemas/translation-table"),
    limit: 1_000_000,
  },
  "a CSV file of translations": {
    read: (content) => check({ find: "file", source: { format: "csv", content } }),
    files: [
      "services/catalog/src/translations/files/read-csv.ts",
      "services/catalog/src/translations/files/formula-cells.ts",
    ],
    limit: 4_000_000,
    known: [after("key,en\n", "a,b\n"), after("key,en\n", '"'), after("key,en\n", ",")],
  },
  "an XLIFF file of translations": {
    read: (content) => check({ find: "file", source: { format: "xliff", content } }),
    files: [
      "services/catalog/src/translations/files/read-xliff.ts",
      "services/catalog/src/translations/files/read-translation-file.ts",
    ],
    limit: 4_000_000,
    known: [after('<xliff version="2.0" trgLang="de">', "<a>"), after("", "&amp;"), after("<a ", "b='c' ")],
  },
  "the parts of a template": {
    read: compileDocument,
    files: ["packages/template-filler/src/compile-template.ts", ...mustache("mark-attributes", "parse-mustache")],
    limit: template,
    known: [after("", "<script"), after("", "{{!")],
  },
  "JSON that cannot be parsed": {
    read: (text) => lineAndColumn(text, findJsonObjectMistake(text)?.offset ?? 0),
    files: contracts("schemas/json-text"),
    limit: 100_000,
  },
  "the numbers in JSON": {
    read: parseExactJson,
    files: contracts("exact-json"),
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
    files: [...contracts("schemas/page-settings", "schemas/region"), ...engine("printing/paper-length")],
    limit: 5_000_000,
  },
  "the fields and headers of a document": {
    read: (text) => [
      generateBody.safeParse({ templateId: text, data: {}, filename: text }),
      generateHeaders.safeParse({ "Platen-Deadline-Ms": text, "Idempotency-Key": text }),
      email.safeParse(text),
      contentDisposition("inline", pdfFileName(text, "")),
    ],
    files: [
      ...contracts("file-name", "schemas/document", "schemas/fields", "schemas/template"),
      "services/gateway/src/generate/content-disposition.ts",
    ],
    limit: 5_000_000,
    known: [after("", "a@a."), after("a@", "a")],
  },
  "the headers of a request": {
    read: (text) => [
      bearerOf(text),
      bearerOf(`Bearer ${text}`),
      cookieOf(text, "a"),
      canvasHeaders(text),
      chooseForm(text),
      hasCopy('"a"', text),
    ],
    files: ["auth/api-key", "auth/session", "contents/has-copy", "pages/canvas", "routes/choose-form"].map(
      (file) => `services/gateway/src/${file}.ts`,
    ),
    limit: headers,
  },
  "the field of a refused request": {
    read: (text) => {
      const problem = new Problem("request.invalid", { details: [{ path: text, message: text }] });
      return refusalOf(operations.generateDocument, problem);
    },
    files: ["services/gateway/src/refusals/refusal-of.ts"],
    limit: 5_000_000,
  },
  "the header with warnings": {
    read: (text) => [readWarningsHeader(text), readWarningsHeader(`"${text}`)],
    files: contracts("warnings-header"),
    limit: headers,
  },
};

/**
 * Files whose searches need no reader, by the reason. The number is how many searches a file has: a new one asks for the
 * reason again.
 */
export const withoutReader: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  "reads what the repository, the operator or the system writes": {
    "packages/config/src/given-variables.ts": 2,
    "packages/config/src/postgres-url.ts": 2,
    "packages/config/src/redis-url.ts": 6,
    "packages/config/src/server-url.ts": 11,
    "packages/config/src/tls-files.ts": 1,
    "packages/config/src/variables.ts": 5,
    "packages/contracts/src/internal/internal-operation.ts": 2,
    "packages/contracts/src/key-operation.ts": 3,
    "packages/contracts/src/project-operation.ts": 1,
    "packages/egress/src/blocked-ports.ts": 1,
    "packages/egress/src/egress-rules.ts": 11,
    "packages/engine/src/chromium/chromium-command.ts": 6,
    "packages/engine/src/chromium/launch-chromium.ts": 9,
    "packages/engine/src/chromium/process-memory.ts": 3,
    "packages/engine/src/chromium/work-folder.ts": 4,
    "packages/engine/src/fonts/built-in-fonts.ts": 2,
    "packages/engine/src/fonts/install-fonts.ts": 4,
    "packages/engine/src/pages/renderer-processes.ts": 2,
    "packages/engine/src/pages/renderer-watch.ts": 2,
    "packages/engine/src/pages/thread-load.ts": 3,
    "packages/engine/src/printing/print-to-pdf.ts": 1,
    "packages/engine/src/printing/single-layout-check.ts": 2,
    "packages/http/src/mount.ts": 2,
    "packages/queue/src/redis-check.ts": 2,
    "packages/queue/src/redis-connections.ts": 3,
    "packages/service-tokens/src/verifier.ts": 2,
    "packages/telemetry/src/open-telemetry.ts": 2,
    "packages/telemetry/src/thin-warnings.ts": 1,
    "services/catalog/src/auth/authenticate.ts": 7,
    "services/catalog/src/database/connection.ts": 1,
    "services/catalog/src/database/create-index-concurrently.ts": 1,
    "services/catalog/src/database/database-error.ts": 1,
    "services/catalog/src/database/database-probe.ts": 2,
    "services/catalog/src/documents/content-key.ts": 3,
    "services/catalog/src/documents/document-partitions.ts": 1,
    "services/catalog/src/secrets/secrets-key.ts": 1,
    "services/gateway/src/bodies/body-tasks.ts": 3,
    "services/gateway/src/pages/call-examples.ts": 8,
    "services/gateway/src/pages/dashboard-files.ts": 1,
    "services/gateway/src/pages/dashboard.ts": 1,
    "services/gateway/src/pages/docs-page.ts": 6,
    "services/gateway/src/pages/html.ts": 3,
    "services/gateway/src/pages/pages.ts": 3,
    "services/gateway/src/presence/presence.ts": 1,
    "services/gateway/src/redis-memory.ts": 2,
    "services/worker/src/canary.ts": 1,
    "services/worker/src/dependencies.ts": 1,
    "services/worker/src/render-failures.ts": 3,
  },
  "reads data only in a process that is killed at its limits, and a draft's short texts": {
    "packages/formats/src/calendar-time.ts": 4,
    "packages/formats/src/charts/chart-data.ts": 2,
    "packages/formats/src/charts/fit-labels.ts": 4,
    "packages/formats/src/charts/text-width.ts": 6,
    "packages/formats/src/codes/draw-barcode.ts": 6,
    "packages/formats/src/codes/epc-text.ts": 11,
    "packages/formats/src/codes/size.ts": 3,
    "packages/formats/src/create-evaluator.ts": 1,
    "packages/formats/src/decimal.ts": 4,
    "packages/formats/src/formats/charts.ts": 1,
    "packages/formats/src/formats/choice.ts": 2,
    "packages/formats/src/formats/dates.ts": 6,
    "packages/formats/src/formats/numbers.ts": 5,
    "packages/formats/src/formats/reach.ts": 2,
    "packages/formats/src/formats/text.ts": 5,
    "packages/formats/src/own-field.ts": 1,
  },
  "searches a list, or bytes for one byte": {
    "packages/contracts/src/permission.ts": 1,
    "packages/engine/src/pages/concurrency-limiter.ts": 1,
    "packages/engine/src/fonts/font-set.ts": 3,
    "packages/engine/src/pages/page-pool.ts": 1,
    "packages/queue/src/reply-waiter.ts": 1,
    "services/catalog/src/api-keys/api-keys.ts": 1,
    "services/gateway/src/batches/read-lines.ts": 2,
    "services/gateway/src/catalog/catalog.ts": 2,
    "packages/template-filler/src/template-filler.ts": 1,
    "services/worker/src/warnings.ts": 5,
  },
  "reads at most some hundred characters, or 10,000 in the start of a document": {
    "packages/egress/src/host-keys.ts": 2,
    "packages/contracts/src/api-key-value.ts": 2,
    "packages/engine/src/chromium/pipe-transport.ts": 6,
    "packages/contracts/src/ids.ts": 2,
    "packages/contracts/src/schemas/asset.ts": 1,
    "packages/contracts/src/schemas/callback-url.ts": 1,
    "packages/contracts/src/schemas/link.ts": 1,
    "packages/contracts/src/schemas/snippet.ts": 1,
    "packages/contracts/src/schemas/warning.ts": 1,
    "packages/contracts/src/operations/templates.ts": 1,
    "packages/formats/src/messages/locale-chain.ts": 3,
    "packages/http/src/file-body.ts": 2,
    "packages/http/src/request-context.ts": 2,
    "packages/http/src/serve-in-turn.ts": 1,
    "packages/http/src/time-limit.ts": 1,
    "packages/http/src/memory-in-use.ts": 2,
    "packages/queue/src/redis-rights.ts": 3,
    "services/catalog/src/migrate-database.ts": 2,
    "services/catalog/src/assets/asset-uses.ts": 2,
    "services/catalog/src/assets/assets.ts": 1,
    "services/catalog/src/assets/routes.ts": 1,
    "services/catalog/src/assets/files/file-types.ts": 3,
    "services/catalog/src/assets/files/read-asset-file.ts": 7,
    "services/catalog/src/assets/files/read-font.ts": 2,
    "services/catalog/src/assets/files/read-picture.ts": 1,
    "services/catalog/src/assets/files/read-woff2-tables.ts": 2,
    "services/catalog/src/assets/files/sniff.ts": 2,
    "services/catalog/src/links/link-tokens.ts": 3,
    "packages/template-filler/src/filled-filename.ts": 4,
    "services/gateway/src/contents/choose-range.ts": 2,
    "services/catalog/src/pagination/like-pattern.ts": 2,
    "services/catalog/src/pagination/read-page.ts": 1,
  },
  "reads each character once: no repetition can start again": {
    "packages/formats/src/messages/pseudo-text.ts": 4,
    "services/catalog/src/translations/files/write-translation-file.ts": 2,
    "packages/engine/src/printing/printing-page.ts": 9,
    "packages/engine/src/printing/request-policy.ts": 1,
    "packages/engine/src/printing/script-mode.ts": 4,
    "packages/contracts/src/schemas/brand.ts": 3,
    "packages/egress/src/post-outside.ts": 4,
    "packages/http/src/json-body.ts": 3,
    "packages/http/src/parse-json.ts": 4,
    "packages/mustache/src/escape-html.ts": 2,
    "packages/mustache/src/fill-parts.ts": 3,
    "services/catalog/src/assets/file-composer.ts": 1,
    "services/catalog/src/documents/report-outcomes.ts": 1,
    "services/gateway/src/auth/device.ts": 3,
    "services/worker/src/render-document.ts": 2,
    "services/worker/src/element-name.ts": 4,
    "packages/template-filler/src/fill-process.ts": 2,
  },
};
