import type { InlineSource, PageSettings } from "@platen/contracts";
import { accountHolder, serviceHolder } from "@platen/contracts/holder";
import type { Library } from "@platen/engine";
import { localeChain } from "@platen/formats";
import type { DocumentJobData } from "@platen/queue";
import type { FillRequest, PackedMessages } from "@platen/template-filler";
import type { KeptSource } from "./template-sources.ts";

export type Source = Pick<FillRequest, "sourceId" | "html" | "css" | "title" | "dialect"> & {
  settings: PageSettings;
  messages?: PackedMessages | undefined;
  library?: KeptSource["library"];
  places?: KeptSource["places"];
};

/** The source that a job brings. It has no id: no cache keeps what may never come again. */
export function inlineSourceOf({ isTemplate, ...source }: InlineSource): Source {
  return { ...source, sourceId: undefined, dialect: isTemplate ? 2 : "none" };
}

export function templateSourceOf({ sourceId }: DocumentJobData, source: KeptSource): Source {
  const { html, css, settings, templateName: title, dialect, messages, places, library } = source;
  return { sourceId, html, css, settings, title, dialect, messages, places, library };
}

/** Merges a request's options into the template's settings. A format in the options replaces width and height too. */
export function overridden(settings: PageSettings, options: PageSettings = {}): PageSettings {
  const { width: _width, height: _height, ...others } = settings;
  if (options.format !== undefined && options.width === undefined) return { ...others, ...options };
  return { ...settings, ...options };
}

/** What the filler gets for a job, whose options have changed the source's settings to `settings`. */
export function fillRequestOf(
  { accountId, lane, request }: Pick<DocumentJobData, "accountId" | "lane" | "request">,
  { source, settings, library }: { source: Source; settings: PageSettings; library: Library | undefined },
): FillRequest {
  return {
    // Background documents share the part of one account: they leave a process to those that callers wait for.
    holder: lane ? serviceHolder(lane) : accountHolder(accountId),
    sourceId: source.sourceId,
    html: source.html,
    css: source.css,
    header: settings.header,
    footer: settings.footer,
    metadata: settings.metadata,
    title: settings.title ?? source.title,
    language: request.locale ?? settings.language,
    places: source.places && placesIn(settings, source.settings, source.places),
    dialect: source.dialect,
    timeZone: request.timeZone ?? settings.timeZone ?? "UTC",
    currency: settings.currency,
    ownFonts: library?.fonts.map(({ family }) => family),
    messages: source.messages && messagesFor(source.messages, request.locale ?? settings.language),
    filename: request.filename,
    calculated: settings.calculated,
    dataJson: request.dataJson,
  };
}

/** The places of a source's texts, without those of a header or footer that the request replaces. */
function placesIn(settings: PageSettings, own: PageSettings, places: NonNullable<KeptSource["places"]>) {
  const { "settings.header": header, "settings.footer": footer, ...others } = places;
  return {
    ...others,
    ...(header && settings.header === own.header && { "settings.header": header }),
    ...(footer && settings.footer === own.footer && { "settings.footer": footer }),
  };
}

/** The texts that a document of a language may print. Without a language, the process reads it from the HTML. */
function messagesFor({ defaultLocale, languages }: PackedMessages, locale: string | undefined): PackedMessages {
  if (locale === undefined) return { defaultLocale, languages };
  const chain = new Set(localeChain(locale, defaultLocale));
  const used = Object.entries(languages).filter(([language]) => chain.has(language));
  return { defaultLocale, languages: Object.fromEntries(used) };
}
