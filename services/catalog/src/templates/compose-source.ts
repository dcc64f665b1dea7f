import type { PageSettings, ProblemDetail } from "@platen/contracts";
import { lineAndColumn } from "@platen/contracts/json-text";
import { findForeignPageSizes } from "@platen/contracts/page-size";
import { findExpressionMistakes, readCalculatedFields } from "@platen/formats";
import {
  composeSnippets,
  createPlaceReader,
  writtenText,
  type ComposedTemplate,
  type ComposedText,
  type ComposeOptions,
  type Places,
  type SnippetText,
} from "@platen/library";
import { findSyntaxMistake } from "@platen/mustache";
import { metadataParts, type MustacheSource } from "./mustache-parts.ts";

/** What a project's library gives to a source. */
export type Library = {
  /** The snippets that the source uses, and those that these use. */
  snippets: readonly SnippetText[];
  /** The names of all snippets of the project. */
  snippetNames: readonly string[];
};

export type SourceToCompose = MustacheSource & {
  css?: string | undefined;
  library?: Library | undefined;
  /** The limits of composing, if lower than usual. */
  limits?: Pick<ComposeOptions, "maxLength" | "maxSteps"> | undefined;
  /** The name of the snippet whose own text this is. */
  ownName?: string | undefined;
};

/** Where the author of each text wrote it, for texts that are not as written. By the text's field. */
export type SourcePlaces = Record<string, Places>;

/** A source as workers render it. */
export type ComposedSource = {
  html: string;
  css: string;
  settings: PageSettings;
  /** Undefined if the source is as its author wrote it. */
  places?: SourcePlaces;
  /** The names of the snippets in it. */
  snippets: string[];
};

export type Composed = {
  mistakes: ProblemDetail[];
  warnings: ProblemDetail[];
  source: ComposedSource;
  /** Whether a limit of composing ended it. */
  exceedsLimit: boolean;
};

/**
 * Composes a source with a project's library, and finds the first mistake in each text that is not valid Mustache, or all
 * formats that no data can make right. Templates of dialect 1 have no library: their tags mean what they have meant.
 */
export function composeSource(given: SourceToCompose): Composed {
  const { html, css = "", settings, dialect = 2, library, keys } = given;
  const { header, footer } = settings;
  const written = { html, css, ...(header !== undefined && { header }), ...(footer !== undefined && { footer }) };
  if (dialect === 1) {
    const texts: ComposedTemplate = {
      html: writtenText("html", html),
      css: writtenText("css", css),
      ...(header !== undefined && { header: writtenText("settings.header", header) }),
      ...(footer !== undefined && { footer: writtenText("settings.footer", footer) }),
    };
    const mistakes = mustacheTexts(texts).flatMap((text) => mistakeOf(text, 1));
    return { mistakes, warnings: [], source: toSource(given, texts, []), exceedsLimit: false };
  }

  const { snippets = [], snippetNames = [] } = library ?? {};
  const composition = composeSnippets(
    written,
    { snippets, names: snippetNames },
    { ...given.limits, ...(given.ownName !== undefined && { ownName: given.ownName }) },
  );
  // The files of the library come here, by the composed texts.
  const { texts, used, warnings, exceedsLimit } = composition;
  const source = toSource(given, texts, used);
  if (composition.mistakes.length > 0) return { mistakes: composition.mistakes, warnings, source, exceedsLimit };
  const ofMetadata = metadataParts(settings).map(({ path, text }) => writtenText(path, text));
  const mistakes = [...mustacheTexts(texts), ...ofMetadata].flatMap((text) => {
    const mistake = mistakeOf(text, 2);
    return mistake.length > 0 ? mistake : formatMistakesOf(text, { currency: settings.currency, keys });
  });
  if (settings.preferCssPageSize !== false) {
    mistakes.push(...pageSizeMistakesOf(texts.html, "html"), ...pageSizeMistakesOf(texts.css, "css"));
  }
  mistakes.push(...fieldMistakesOf(settings));
  return { mistakes, warnings, source, exceedsLimit };
}

/** The mistakes of calculated fields that no data can make right. */
function fieldMistakesOf({ calculated = [] }: PageSettings): ProblemDetail[] {
  return readCalculatedFields(calculated).mistakes.map(({ index, part, offset, message }) => ({
    path: `settings.calculated.${index}.${part}`,
    ...lineAndColumn(calculated[index]?.[part] ?? "", offset),
    message,
  }));
}

function mustacheTexts({ html, header, footer }: ComposedTemplate): ComposedText[] {
  return [html, header, footer].filter((text) => text !== undefined);
}

function mistakeOf(composed: ComposedText, dialect: 1 | 2): ProblemDetail[] {
  const mistake = findSyntaxMistake(composed.text, { dialect });
  return mistake ? [{ ...createPlaceReader(composed)(mistake.offset), message: mistake.message }] : [];
}

function formatMistakesOf(
  composed: ComposedText,
  options: { currency: string | undefined; keys: readonly string[] | undefined },
): ProblemDetail[] {
  const placeOf = createPlaceReader(composed);
  const mistakes = findExpressionMistakes(composed.text, options);
  return mistakes.map(({ offset, message }) => ({ ...placeOf(offset), message }));
}

/** More than a person reads. */
const longestShownSize = 60;

/** The sizes of pages for which a browser would take its default without a word. */
function pageSizeMistakesOf(composed: ComposedText, kind: "css" | "html"): ProblemDetail[] {
  const placeOf = createPlaceReader(composed);
  const unknown = findForeignPageSizes(composed.text, kind).filter(({ lengths }) => lengths === undefined);
  return unknown.map(({ start, value }) => ({
    ...placeOf(start),
    message: `"${value.slice(0, longestShownSize)}" is not a page size that CSS knows, and the browser ignores it. Write a width and a height such as 80mm 200mm, or a name such as A5 landscape.`,
  }));
}

function toSource(given: SourceToCompose, texts: ComposedTemplate, snippets: string[]): ComposedSource {
  const { html, css, header, footer } = texts;
  const { settings } = given;
  const isChanged =
    html.text !== given.html ||
    css.text !== (given.css ?? "") ||
    header?.text !== settings.header ||
    footer?.text !== settings.footer;
  if (!isChanged) return { html: given.html, css: given.css ?? "", settings, snippets };
  return {
    html: html.text,
    css: css.text,
    settings: {
      ...settings,
      ...(header && { header: header.text }),
      ...(footer && { footer: footer.text }),
    },
    places: {
      html: html.places,
      css: css.places,
      ...(header && { "settings.header": header.places }),
      ...(footer && { "settings.footer": footer.places }),
    },
    snippets,
  };
}
