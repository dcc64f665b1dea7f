import { dataIssue } from "./data-issue.ts";
import { fontReplaced, glyphMissingOf } from "./font-faults.ts";
import { assetMissing, fontFailed } from "./library-faults.ts";
import { pageCut, pageEmpty, pageShrunk, textCut } from "./page-faults.ts";
import { pageSizeUnknown, scriptPending, textPicture } from "./print-faults.ts";
import { resourceBlocked } from "./resource-blocked.ts";
import type { Warning } from "./schemas/warning.ts";
import type { Tolerant } from "./tolerant.ts";
import { severityOf } from "./warning-severity.ts";

/** Some proxies refuse an answer whose headers exceed 8 KB in total. */
const maxLength = 4_096;

function quoted(text: string): string {
  return `"${text.replaceAll(/[^\x20-\x7e]/g, "?").replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

function itemOf({
  code,
  path,
  key,
  locale,
  fallback,
  part,
  line,
  column,
  kind,
  host,
  count,
  page,
  scale,
  characters,
  asset,
  font,
  element,
}: Warning): string {
  const parameters = [
    ...(path === undefined ? [] : [`path=${quoted(path)}`]),
    ...(key === undefined ? [] : [`key=${quoted(key)}`]),
    ...(locale === undefined ? [] : [`locale=${quoted(locale)}`]),
    ...(fallback === undefined ? [] : [`fallback=${quoted(fallback)}`]),
    ...(part === undefined ? [] : [`part=${quoted(part)}`]),
    ...(line === undefined ? [] : [`line=${line}`]),
    ...(column === undefined ? [] : [`column=${column}`]),
    ...(kind === undefined ? [] : [`kind=${kind}`]),
    ...(host === undefined ? [] : [`host=${quoted(host)}`]),
    ...(count === undefined ? [] : [`count=${count}`]),
    ...(page === undefined ? [] : [`page=${page}`]),
    ...(scale === undefined ? [] : [`scale=${scale}`]),
    ...(characters === undefined ? [] : [`characters=${quoted(characters.join(" "))}`]),
    ...(asset === undefined ? [] : [`asset=${quoted(asset)}`]),
    ...(font === undefined ? [] : [`font=${quoted(font)}`]),
    ...(element === undefined ? [] : [`element=${quoted(element)}`]),
  ];
  return [quoted(code), ...parameters].join(";");
}

/**
 * Writes warnings as the value of `Platen-Warnings`: a list of strings with parameters (structured fields, RFC 9651).
 * Returns undefined for an empty list. Leaves out warnings beyond 4,096 bytes.
 */
export function writeWarningsHeader(warnings: readonly Warning[]): string | undefined {
  let header: string | undefined;
  for (const warning of warnings) {
    const longer = header === undefined ? itemOf(warning) : `${header}, ${itemOf(warning)}`;
    if (longer.length > maxLength) break;
    header = longer;
  }
  return header;
}

const patterns = {
  string: /"((?:[^"\\]|\\["\\])*)"/y,
  // A value of any other type is one word.
  parameter: /; *([a-z*][a-z0-9_.*-]*)(?:=(?:"((?:[^"\\]|\\["\\])*)"|([^\s"\\;,]+)))?/y,
  separator: /[ \t]*,[ \t]*/y,
};

function unescaped(text: string): string {
  return text.replaceAll(/\\(["\\])/g, "$1");
}

function numberFrom(text = ""): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function decimalFrom(text = ""): number | undefined {
  return /^\d(?:\.\d{1,4})?$/.test(text) ? Number(text) : undefined;
}

function warningFrom(code: string, parameters: ReadonlyMap<string, string>): Tolerant<Warning> {
  const count = numberFrom(parameters.get("count")) ?? 1;
  const page = () => numberFrom(parameters.get("page")) ?? 1;
  switch (code) {
    case "resource.blocked":
      return resourceBlocked({ kind: parameters.get("kind") ?? "other", host: parameters.get("host"), count });
    case "asset.missing":
      return assetMissing({ kind: parameters.get("kind") ?? "other", asset: parameters.get("asset"), count });
    case "font.failed":
      return fontFailed(parameters.get("font") ?? "");
    case "data.missing":
    case "data.unformattable":
    case "data.replaced":
    case "translation.missing": {
      const kinds = {
        "data.missing": "missing",
        "data.unformattable": "unformattable",
        "data.replaced": "replaced",
        "translation.missing": "untranslated",
      } as const;
      const kind = kinds[code];
      const [key, locale, fallback] = ["key", "locale", "fallback"].map((name) => parameters.get(name));
      const [line, column] = ["line", "column"].map((name) => numberFrom(parameters.get(name)));
      return dataIssue({
        kind,
        path: parameters.get("path"),
        key,
        locale,
        fallback,
        part: parameters.get("part"),
        line,
        column,
        count,
      });
    }
    case "glyph.missing":
      return glyphMissingOf((parameters.get("characters") ?? "").split(" "), count);
    case "font.replaced":
      return fontReplaced(parameters.get("font") ?? "");
    case "page.shrunk":
      return pageShrunk({ page: page(), scale: decimalFrom(parameters.get("scale")) ?? 1, count });
    case "page.cut":
      return pageCut({ page: numberFrom(parameters.get("page")), element: parameters.get("element") });
    case "text.cut":
      return textCut({ page: numberFrom(parameters.get("page")), element: parameters.get("element"), count });
    case "page.empty":
      return pageEmpty({ page: page(), count });
    case "page.size":
      return pageSizeUnknown();
    case "text.picture":
      return textPicture({ count });
    case "script.pending":
      return scriptPending();
    default:
      return { code, severity: severityOf(code), message: code };
  }
}

/**
 * Reads the value that {@link writeWarningsHeader} wrote, codes and kinds of a later release included. Returns no
 * warnings for a missing or malformed header.
 */
export function readWarningsHeader(header: string | undefined): Tolerant<Warning>[] {
  if (header === undefined) return [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(header) ?? undefined;
    if (found) at = pattern.lastIndex;
    return found;
  };

  const warnings: Tolerant<Warning>[] = [];
  do {
    const code = take(patterns.string)?.[1];
    if (code === undefined) return [];
    const parameters = new Map<string, string>();
    for (let found = take(patterns.parameter); found; found = take(patterns.parameter)) {
      const [, name = "", text, word] = found;
      parameters.set(name, text === undefined ? (word ?? "") : unescaped(text));
    }
    warnings.push(warningFrom(unescaped(code), parameters));
  } while (take(patterns.separator));
  return at === header.length ? warnings : [];
}
