import type { PageSettings, PdfMetadata } from "@platen/contracts";
import { findForeignPageSizes, withLengthsOfPages } from "@platen/contracts/page-size";
import { RenderError } from "../failure/render-error.ts";
import { fallbackLanguages } from "../fonts/fallback-languages.ts";
import { mayReadBackWrongly } from "../pdf/may-read-back-wrongly.ts";
import { animationsIn, type Animations } from "./end-animations.ts";
import { findAddresses, type NamedAddress } from "./library-addresses.ts";
import { mayHideText, mayLeaveLeft } from "./may-lose-text.ts";
import { mayHaveFindings } from "./page-findings.ts";
import { altersPage, withoutRefresh } from "./page-side-effects.ts";
import { hasText } from "./print-again-if-blank.ts";
import { withoutAddresses } from "./print-options.ts";
import { findSingleLayout } from "./single-layout.ts";
import type { Insertion } from "./insertion.ts";

/**
 * A filled document as the engine prints it, with all that the engine must know of its text. It is plain, so that
 * another process can make it.
 */
export type PreparedHtml = {
  /** The HTML without refreshes, and with lengths for sizes of pages that CSS has no name for. */
  html: string;
  /** The header and the footer without addresses. */
  header: string | undefined;
  footer: string | undefined;
  /** What the page settings say about the document, filled. */
  metadata: PdfMetadata | undefined;
  /** The rule for a single layout; undefined for a document that needs all layouts. */
  singleLayout: Insertion | undefined;
  /** Whether the document alters its page for the documents after it. */
  altersPage: boolean;
  /** Where the HTML names files of the library. */
  namedAddresses: readonly NamedAddress[];
  /** What the animations in styles need. */
  animations: Animations;
  /** Whether CSS does not know the size in an `@page` rule. */
  hasUnknownPageSize: boolean;
  /** Whether the page may tell more about the document. */
  mayHaveFindings: boolean;
  hasFrames: boolean;
  hasPlayers: boolean;
  /** Whether a drawing may look like a page that is printed smaller. */
  mayScale: boolean;
  /** Whether boxes may hide a part of their text. */
  mayHideText: boolean;
  /** Whether content may reach beyond the left edge of its page, for which Chromium prints nothing smaller. */
  mayLeaveLeft: boolean;
  /** Whether some text of the document may show. */
  hasText: boolean;
  /** Whether some text may read back as other characters from the PDF. */
  mayReadBackWrongly: boolean;
  /** Languages by which Chromium may search all fonts: none, one, or the first two. */
  fallbackLanguages: readonly string[];
  /** The language of the whole document. */
  language: string | undefined;
};

const frames = /<(?:iframe|frame|object|embed)\b/gi;
/** Each frame is a document of its own, which the browser's main process opens while all other documents wait. */
const maxFrames = 200;
const players = /<(?:video|audio)\b/i;
/** Transforms and drawings, apart from those of the formats for codes and charts. */
const scaling = /(?<!text-)transform|\bscale\s{0,9}:|<svg(?! xmlns="[^"]{0,40}" class="c(?:ode|hart))/i;
/** Styles that replace plain text, or that may. */
const replacingStyles = /text-emphasis|<link\b|@import/i;

/**
 * Reads a filled document, and prepares it for printing. The time grows with the length of the texts alone, but a service
 * runs it in a process that it can end.
 */
export function prepareHtml(
  html: string,
  { header, footer, metadata }: Pick<PageSettings, "header" | "footer" | "metadata">,
): PreparedHtml {
  const isPlain = ![html, header ?? "", footer ?? ""].some(mayReadBackWrongly);
  // Every font has the glyphs of plain text, unless styles replace the text.
  const languages = isPlain && !replacingStyles.test(html) ? [] : fallbackLanguages(html, header, footer);
  const pageSizes = findForeignPageSizes(html, "html");
  const loaded = withoutRefresh(withLengthsOfPages(html, pageSizes));
  const text = loaded.toLowerCase();
  const animations = animationsIn(text);
  return {
    html: loaded,
    header: header && withoutAddresses(header),
    footer: footer && withoutAddresses(footer),
    metadata,
    singleLayout: animations === "held" ? undefined : findSingleLayout(loaded, text),
    altersPage: altersPage(html),
    namedAddresses: findAddresses(loaded),
    animations,
    hasUnknownPageSize: pageSizes.some(({ lengths }) => lengths === undefined),
    mayHaveFindings: mayHaveFindings(text),
    hasFrames: countFrames(html) > 0,
    hasPlayers: players.test(html),
    mayScale: scaling.test(html),
    mayHideText: mayHideText(html),
    mayLeaveLeft: mayLeaveLeft(html),
    hasText: hasText(html),
    mayReadBackWrongly: !isPlain,
    // A page serves one language, so the engine asks no more than whether there are several.
    fallbackLanguages: [...languages].slice(0, 2),
    language: languageOf(html),
  };
}

function countFrames(html: string): number {
  const count = html.match(frames)?.length ?? 0;
  if (count <= maxFrames) return count;
  const detail = `The document exceeds the limit of ${maxFrames} frames, objects and embedded files.`;
  throw new RenderError("document_too_large", { stage: "template", detail });
}

// The engine writes the language itself, because Chromium writes it into tagged PDFs only.
function languageOf(html: string): string | undefined {
  return /<html\b[^<>]*?\slang\s{0,9}=\s{0,9}["']?([A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,9})["'\s>]/i.exec(
    html.slice(0, 10_000),
  )?.[1];
}
