import {
  assetMissing,
  blockedKinds,
  fontFailed,
  maxRecordedWarnings,
  pageCut,
  pageEmpty,
  pageShrunk,
  pageSizeUnknown,
  resourceBlocked,
  scriptPending,
  textCut,
  textPicture,
  type AssetMissing,
  type Blocked,
  type BlockedKind,
  type PageSettings,
  type Warning,
} from "@platen/contracts";
import type { MissingFile, Printed, Refused } from "@platen/engine";
import { RenderError } from "@platen/engine/failure";
import { nameOf, namesIn } from "@platen/library/names-of-addresses";
import { elementName } from "./element-name.ts";

/** More than a person reads. A document may request files from thousands of hosts. */
const maxWarnings = 20;
/** The longest name of a host. */
const maxHostLength = 253;

/** The kind of each resource type of Chromium. */
const kinds = new Map<string, BlockedKind>([
  ["Image", "image"],
  ["Stylesheet", "stylesheet"],
  ["Font", "font"],
  ["Document", "frame"],
  ["Media", "media"],
  ["TextTrack", "media"],
  ["Script", "script"],
]);

/** Undefined for requests whose hosts were too many to count each. */
function hostOf({ scheme, host }: Refused): string | undefined {
  if (host !== "") return host.slice(0, maxHostLength);
  // Addresses with these schemes have a host.
  if (["", "http", "https"].includes(scheme)) return undefined;
  return `${scheme.slice(0, maxHostLength - 1)}:`;
}

function byKindAndHost(refused: readonly Refused[]): Blocked[] {
  const blocked = new Map<string, Blocked>();
  for (const one of refused) {
    const kind = kinds.get(one.resource) ?? "other";
    const host = hostOf(one);
    const key = `${kind} ${host ?? ""}`;
    const known = blocked.get(key);
    if (known) known.count += one.count;
    else blocked.set(key, { kind, host, count: one.count });
  }
  return [...blocked.values()];
}

/** Sorts by count. The browser requests in no fixed order, and equal documents must get equal warnings. */
function mostFirst(one: Sorted, other: Sorted): number {
  const byKind = blockedKinds.indexOf(one.kind) - blockedKinds.indexOf(other.kind);
  return other.count - one.count || byKind || (placeOf(one) < placeOf(other) ? -1 : 1);
}

type Sorted = { kind: BlockedKind; count: number; host?: string | undefined; asset?: string | undefined };

const placeOf = ({ host = "", asset = host }: Sorted) => asset;

function sumOf(rest: readonly Blocked[]): Blocked {
  const [kind = "other", ...otherKinds] = new Set(rest.map((one) => one.kind));
  const count = rest.reduce((sum, one) => sum + one.count, 0);
  return { kind: otherKinds.length > 0 ? "other" : kind, host: undefined, count };
}

/** What of a print its warnings tell. */
type Shown = Pick<
  Printed,
  "refused" | "missingFiles" | "refusedFonts" | "pageFaults" | "hasUnknownPageSize" | "pictureTexts" | "isScriptPending"
>;

/** Makes the warnings to a document's caller that only its print shows. `text` gives the template's texts. */
export function warningsOf(printed: Shown, text: () => string): Warning[] {
  const { empty, shrunk, cut, cutTexts } = printed.pageFaults;
  const named = (element: string | undefined) => (element === undefined ? undefined : elementName(element, text()));
  const [page] = empty;
  return [
    ...refusedRequests(printed.refused),
    ...filesMissing(printed.missingFiles, text),
    ...printed.refusedFonts.slice(0, maxWarnings).map(fontFailed),
    ...(shrunk ? [pageShrunk(shrunk)] : []),
    ...(cut ? [pageCut({ ...cut, element: named(cut.element) })] : []),
    ...(cutTexts ? [textCut({ ...cutTexts, element: named(cutTexts.element) })] : []),
    ...(page === undefined ? [] : [pageEmpty({ page, count: empty.length })]),
    ...(printed.hasUnknownPageSize ? [pageSizeUnknown()] : []),
    ...(printed.pictureTexts === 0 ? [] : [textPicture({ count: printed.pictureTexts })]),
    ...(printed.isScriptPending ? [scriptPending()] : []),
  ];
}

/** The warnings name only the hosts of the addresses. */
function refusedRequests(refused: readonly Refused[]): Warning[] {
  const all = byKindAndHost(refused).toSorted(mostFirst);
  if (all.length <= maxWarnings) return all.map(resourceBlocked);
  const shown = all.slice(0, maxWarnings - 1);
  return [...shown, sumOf(all.slice(maxWarnings - 1))].map(resourceBlocked);
}

function filesMissing(missing: readonly MissingFile[], text: () => string): Warning[] {
  if (missing.length === 0) return [];
  const names = namesIn(text());
  const sums = new Map<string, AssetMissing>();
  for (const { resource, address, count } of missing) {
    const kind = kinds.get(resource) ?? "other";
    const asset = nameOf(address, names);
    const key = `${kind} ${asset ?? ""}`;
    const known = sums.get(key);
    if (known) known.count += count;
    else sums.set(key, { kind, asset, count });
  }
  return [...sums.values()].toSorted(mostFirst).slice(0, maxWarnings).map(assetMissing);
}

/** In characters of JSON. A list of documents has the warnings of each. */
const maxRecordedLength = 8_192;

/** The first of a document's warnings, as many as its record keeps. */
export function recordedWarnings(warnings: readonly Warning[]): Warning[] {
  let length = 0;
  const kept: Warning[] = [];
  for (const warning of warnings.slice(0, maxRecordedWarnings)) {
    length += JSON.stringify(warning).length;
    if (length > maxRecordedLength) break;
    kept.push(warning);
  }
  return kept;
}

/** The first words of codes about what the caller's data or the template's translations lack. */
const ofData = new Set(["data", "translation"]);

/** Throws for a document with warnings that its setting `strict` refuses. */
export function refuseIncomplete(
  { strict = false }: Pick<PageSettings, "strict">,
  warnings: readonly Warning[],
  stage: "template" | "print",
): void {
  if (strict === false) return;
  const refused = warnings.filter(({ code, severity }) =>
    strict === true ? severity === "error" : strict.includes(code),
  );
  if (refused.length === 0) return;
  throw new RenderError(
    refused.some(({ code }) => ofData.has(code.split(".")[0] ?? "")) ? "data_invalid" : "render_failed",
    {
      stage,
      retryable: false,
      detail: "The document is incomplete, and the setting `strict` refuses incomplete documents.",
      details: refused.map(({ part = "html", line, column, message, code }) => ({
        path: part,
        ...(line !== undefined && { line }),
        ...(column !== undefined && { column }),
        message: `${message} (${code})`,
      })),
    },
  );
}
