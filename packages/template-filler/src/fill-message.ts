import type { PreparedHtml } from "@platen/engine";
import type { CalculatedField, DataIssue, Failure, PdfMetadata } from "@platen/contracts";
import type { Holder } from "@platen/contracts/holder";
import type { MessageTable } from "@platen/formats";
import type { Places } from "@platen/library/composed-text";
import type { Dialect } from "@platen/mustache";

/** The dialect of a template; `none` for HTML, header and footer that are printed as they are. */
export type SourceDialect = Dialect | "none";

/**
 * The texts of translations with each language as JSON. Between processes, one long text costs a hundredth of a table
 * with thousands of short ones.
 */
export type PackedMessages = { defaultLocale: string; languages: Readonly<Record<string, string>> };

/** Packs the texts of a source, once for all its documents. */
export function packMessages({ defaultLocale, languages }: MessageTable): PackedMessages {
  const packed = Object.entries(languages).map(([language, texts]) => [language, JSON.stringify(texts)] as const);
  return { defaultLocale, languages: Object.fromEntries(packed) };
}

/** A template, its data, and settings of the document. */
export type FillRequest = {
  /** For whom the document counts: a template that takes long delays no other account. */
  holder: Holder;
  /**
   * Id of the immutable source. A process keeps the compiled source under it. A source without an id comes once: it is
   * not kept, so that it displaces no other, and its formats have not been checked before.
   */
  sourceId: string | undefined;
  html: string;
  css: string;
  header: string | undefined;
  footer: string | undefined;
  /** What the PDF says about itself. Each text is a template. */
  metadata?: PdfMetadata | undefined;
  /** Where the authors wrote the texts, by their fields, if they are composed of several parts. */
  places?: Readonly<Record<string, Places>> | undefined;
  title: string;
  /** BCP 47. Formats follow it too. */
  language: string | undefined;
  dialect: SourceDialect;
  /** For the formats of the template: IANA and ISO 4217. */
  timeZone: string;
  currency: string | undefined;
  /** Families of the fonts of the source's library. */
  ownFonts?: readonly string[] | undefined;
  /** The texts of translations, for a template that prints any. */
  messages?: PackedMessages | undefined;
  /** The Mustache template of the PDF's name. */
  filename?: string | undefined;
  /** The fields that the process calculates from the data. */
  calculated?: readonly CalculatedField[] | undefined;
  /** The data as JSON, which the process parses. */
  dataJson: string;
};

/** The reply of a process. Errors lose their class between processes, so a failure travels as plain fields. */
export type FillReply = ({ ok: true } & Filled) | { ok: false; failure: Failure };

export type Filled = {
  document: PreparedHtml;
  /** The name of the PDF; undefined if nothing is left that a file name can have. */
  filename?: string | undefined;
  /** The tags whose data are not right. */
  issues: DataIssue[];
  /** Characters of the text that no font has. */
  lackingCharacters: string[];
  /** Fonts that the template names and the worker does not have. */
  replacedFonts: string[];
};

export type FillSettings = {
  maxOutputLength: number;
  maxCachedTemplates: number;
  maxCachedLength: number;
  /** The engine's file about its fonts. Without it, the process does not look for characters and fonts that are missing. */
  knownFontsPath?: string | undefined;
};
