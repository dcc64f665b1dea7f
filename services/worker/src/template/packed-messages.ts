import type { MessageTable } from "@platen/formats";

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
