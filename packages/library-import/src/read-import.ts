import { applyEdits } from "./edits.ts";
import { readJsonExport } from "./exports/read-json-export.ts";
import { readJsreport } from "./exports/read-jsreport.ts";
import { writeAssetCalls } from "./exports/write-asset-calls.ts";
import { isRecord } from "./exports/settings.ts";
import { readTemplateArchive, typedAssets } from "./exports/template-archive.ts";
import { createAssetStore, type ImportedAsset } from "./files/asset-store.ts";
import { createFileSet } from "./files/file-set.ts";
import { extensionOf, folderOf, isClutter, normalName, textOf, type ImportFile } from "./files/import-file.ts";
import { isAnyArchive, isArchive, maxEntries, maxUnpackedBytes, unpackArchive } from "./files/unpack-archive.ts";
import { createFontUses } from "./html/font-uses.ts";
import { importCss } from "./html/import-css.ts";
import { importHtml } from "./html/import-html.ts";
import { splitSheet } from "./html/split-sheet.ts";
import type { ImportContext } from "./html/import-context.ts";
import { ImportError } from "./import-error.ts";
import { detectLanguage } from "./languages/detect-language.ts";
import { rewriteTags } from "./languages/rewrite-tags.ts";
import type { ReportRow } from "./report.ts";
import type { ImportedSnippet, System, TemplateSource } from "./template-source.ts";

/** A template that was read from files, with all that it needs and a report. */
export type ImportedTemplate = {
  system: System;
  /** What to call it, from its title, its export or its file. */
  name: string;
  html: string;
  css: string;
  settings: Record<string, unknown>;
  /** The other fields of an export of Platen: `description`, `tags`, `dataSets`, `translations`. */
  about: Record<string, unknown>;
  /** A data set, as JSON, where the export has one. */
  sample?: string;
  assets: ImportedAsset[];
  snippets: ImportedSnippet[];
  report: ReportRow[];
};

export type ReadImportOptions = {
  /** Files for single addresses, as the report writes them: for those in the web, and those without a file. */
  given?: ReadonlyMap<string, readonly ImportFile[]>;
  /** Whether the page’s scripts come along and run. By default, they are left out. */
  keepsScripts?: boolean;
};

/** The most characters of a template's CSS. */
const longestCss = 1_000_000;
/** An import that stayed: a style sheet of the library may have none. */
const webImport = /@import\s[^;{}]{0,2000};/gi;

const htmlExtensions = [
  "html",
  "htm",
  "xhtml",
  "liquid",
  "j2",
  "jinja",
  "jinja2",
  "njk",
  "hbs",
  "handlebars",
  "mustache",
  "tpl",
  "twig",
];

/**
 * Reads a template from an HTML file, the files of a folder, a ZIP, or the export of another system. Throws an ImportError
 * for files without a template, and for a ZIP that exceeds a limit.
 */
export function readImport(files: readonly ImportFile[], options: ReadImportOptions = {}): ImportedTemplate {
  const rows: ReportRow[] = [];
  const unpacked = unpack(files, rows);
  const archive = readTemplateArchive(unpacked);
  if (archive) {
    const { name, settings, ...about } = archive.about;
    return {
      system: "platen",
      name: typeof name === "string" ? name : "Imported template",
      html: archive.html,
      css: archive.css,
      settings: isRecord(settings) ? settings : {},
      about,
      assets: typedAssets(archive.assets),
      snippets: [...archive.snippets],
      report: rows,
    };
  }
  return importSource(findSource(unpacked, rows), rows, options);
}

function unpack(files: readonly ImportFile[], rows: ReportRow[]): ImportFile[] {
  const [first] = files;
  if (first && files.length === 1 && isArchive(first.bytes))
    return withoutCommonFolder(unpackArchive(first.bytes, rows));
  if (files.length > maxEntries) throw new ImportError(`The folder has more than ${maxEntries} files.`);
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (size > maxUnpackedBytes)
    throw new ImportError(`The files are larger than ${maxUnpackedBytes / 1_000_000} MB together.`);
  return withoutCommonFolder(
    files.flatMap(({ name, bytes }) => {
      const normal = normalName(name);
      return normal === undefined || isClutter(normal) ? [] : [{ name: normal, bytes }];
    }),
  );
}

/** Most archives have one folder with all files in it. */
function withoutCommonFolder(files: ImportFile[]): ImportFile[] {
  const [first] = files;
  const top = first?.name.slice(0, first.name.indexOf("/") + 1) ?? "";
  if (top === "" || files.length < 2 || !files.every(({ name }) => name.startsWith(top))) return files;
  return withoutCommonFolder(files.map(({ name, bytes }) => ({ name: name.slice(top.length), bytes })));
}

function findSource(files: ImportFile[], rows: ReportRow[]): TemplateSource {
  for (const { name, bytes } of files) {
    if (isAnyArchive(bytes))
      rows.push({
        kind: "file",
        subject: name,
        outcome: "skipped",
        message: "An archive inside of the files is not opened.",
      });
  }
  const jsreport = readJsreport(files);
  if (jsreport) return jsreport;
  const main = mainFile(files, rows);
  if (!main) {
    for (const { name, bytes } of files) {
      if (extensionOf(name) !== "json") continue;
      const source = readJsonExport(jsonOf(bytes), name);
      if (source) return { ...source, files };
    }
    throw new ImportError("The files have no HTML, and are no export of PDFMonkey, apitemplate.io or jsreport.");
  }
  return {
    system: "html",
    html: withModeOfBrowsers(textOf(main.bytes), main.name),
    htmlFile: main.name,
    css: "",
    language: undefined,
    settings: {},
    snippets: [],
    files,
    rows: [],
  };
}

/** A section, a snippet or a format: browsers show no such page, and other systems have signs of their own. */
const tagOfPlaten = /\{\{[{&]?\s{0,20}(?:[#^>]|[^{}|]{1,200}\|)/;

/**
 * A page without a doctype, which a browser shows by the rules of its quirks mode. Platen would take one without any
 * element of a page for a piece of a page, and print it by the rules of the standard. So it prints pieces of its own.
 */
function withModeOfBrowsers(html: string, name: string): string {
  const isPage = ["html", "htm"].includes(extensionOf(name)) && !/<(?:!doctype|html|head|body)\b/i.test(html);
  const isOwn = tagOfPlaten.test(html) && detectLanguage(html) === undefined;
  return isPage && !isOwn ? `<html>\n${html}` : html;
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(textOf(bytes));
  } catch {
    return undefined;
  }
}

const depth = (name: string) => name.split("/").length;

const isIndex = (name: string) => /(?:^|\/)(?:index|template|invoice)\.[a-z]+$/i.test(name);

/** The HTML nearest to the root; of several there, `index.html` or the first by name. */
function mainFile(files: readonly ImportFile[], rows: ReportRow[]): ImportFile | undefined {
  const candidates = files
    .filter(({ name }) => htmlExtensions.includes(extensionOf(name)) || name.endsWith(".blade.php"))
    .toSorted(
      (one, other) =>
        depth(one.name) - depth(other.name) ||
        Number(isIndex(other.name)) - Number(isIndex(one.name)) ||
        one.name.localeCompare(other.name, "en"),
    );
  const [main, ...others] = candidates;
  for (const { name } of others) {
    rows.push({
      kind: "file",
      subject: name,
      outcome: "skipped",
      message: "One HTML becomes the template. Import this one by itself.",
    });
  }
  return main;
}

function importSource(
  source: TemplateSource,
  rows: ReportRow[],
  { given = new Map(), keepsScripts = source.settings["javascript"] === true }: ReadImportOptions,
): ImportedTemplate {
  rows.push(...source.rows);
  const { html, htmlFile, sample, ownHelpers } = source;
  const context: ImportContext = {
    files: createFileSet(source.files),
    store: createAssetStore(),
    rows,
    used: new Set([htmlFile]),
    usesFont: keepsScripts ? () => true : createFontUses(source),
    given: new Map([...given].map(([address, files]) => [address, unpack(files, [])])),
    folder: folderOf(htmlFile),
    keepsScripts,
  };
  const language = source.language ?? detectLanguage(html);
  const names = new Set(source.snippets.map(({ name }) => name));
  const options = { sample, snippets: names, ...(ownHelpers && { ownHelpers }) };

  /** The file that a call of jsreport names, wherever it is among the files. */
  function assetNamed(name: string): ImportFile | undefined {
    const end = `/${name.split("/").at(-1) ?? ""}`;
    const file = context.files.find(name, htmlFile) ?? context.files.all.find((each) => `/${each.name}`.endsWith(end));
    if (file) context.used.add(file.name);
    return file;
  }

  function importText(written: string, file: string): { text: string; css: string; title: string | undefined } {
    const text = language === "handlebars" ? writeAssetCalls(written, assetNamed) : written;
    const rewritten = language && rewriteTags(text, language, { ...options, file });
    rows.push(...(rewritten?.rows ?? []));
    const mustache = rewritten ? applyEdits(text, rewritten.edits) : text;
    const imported = importHtml(mustache, file, context);
    return { text: applyEdits(mustache, imported.edits), css: imported.css, title: imported.title };
  }

  const main = importText(html, htmlFile);
  const snippets = source.snippets.map((snippet) => {
    const { text, css } = importText(snippet.html, snippet.name);
    return { name: snippet.name, html: text, css };
  });
  /** A template holds less CSS than its library may add: a long one becomes style sheets of the library. */
  function shortCss(css: string): string {
    if (css.length <= longestCss) return css;
    const pieces = splitSheet(css.replaceAll(webImport, ""), longestCss / 2);
    const names = pieces.flatMap((piece, index) => {
      return context.store.add(`styles-${index + 1}.css`, new TextEncoder().encode(piece)) ?? [];
    });
    const message = `The CSS has more than ${longestCss.toLocaleString("en")} characters, and stands in style sheets of the library.`;
    for (const name of names)
      rows.push({ kind: "note", subject: name, outcome: "asset", became: `asset:${name}`, message });
    return names.map((name) => `@import "asset:${name}";`).join("\n");
  }

  const own = importCss({ text: source.css, from: htmlFile, file: htmlFile }, context);
  const settings: Record<string, unknown> = { ...source.settings, ...(keepsScripts && { javascript: true }) };
  for (const edge of ["header", "footer"] as const) {
    const text = settings[edge];
    if (typeof text === "string" && language) {
      const { edits, rows: more } = rewriteTags(text, language, { ...options, file: edge });
      settings[edge] = applyEdits(text, edits);
      rows.push(...more);
    }
  }
  if (language === "liquid") {
    const message =
      "Liquid prints values as they are, Platen writes < and & of a value as text. Write {{{name}}} for a value that is HTML you trust.";
    rows.push({ kind: "note", subject: "{{name}}", outcome: "kept", message });
  }
  const css = shortCss([main.css, own].filter((text) => text.trim() !== "").join("\n\n"));
  for (const { name } of source.files) {
    const isReported = context.used.has(name) || rows.some((row) => row.kind === "file" && row.subject === name);
    if (!isReported)
      rows.push({ kind: "file", subject: name, outcome: "skipped", message: "The template does not use it." });
  }
  return {
    system: source.system,
    name: (source.name ?? main.title ?? nameOfFile(htmlFile)).replaceAll(/\s+/g, " ").trim().slice(0, 100),
    html: main.text,
    css,
    settings,
    about: {},
    ...(sample !== undefined && { sample: JSON.stringify(sample, null, 2) }),
    assets: context.store.all(),
    snippets,
    report: rows,
  };
}

function nameOfFile(name: string): string {
  const file = name.slice(name.lastIndexOf("/") + 1).replace(/\.[^.]*$/, "");
  return file === "" ? "Imported template" : file;
}
