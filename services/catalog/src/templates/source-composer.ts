import { Problem, sizeOfTable, type PageSettings, type ProblemDetail, type TranslationTable } from "@platen/contracts";
import { mayUseSnippets } from "@platen/library";
import type { Dialect } from "@platen/mustache";
import type { EntityManager } from "typeorm";
import { readLibrary, type ReadLibrary } from "../snippets/read-library.ts";
import { readSharedTexts, refuseTexts } from "../translations/translations.ts";
import type { ComposedSource } from "./compose-source.ts";
import { mustacheParts } from "./mustache-parts.ts";
import type { TemplateChecks } from "./template-checks.ts";

type Source = { html: string; css: string; settings: PageSettings; dialect: Dialect; translations: TranslationTable };

/** A snippet that went into a source, and its state. */
export type UsedSnippet = { snippetId: string; name: string; revision: number };

export type ComposedForUse = {
  source: ComposedSource;
  /** The names of the snippets that the source names itself. */
  snippetNames: string[];
  usedSnippets: UsedSnippet[];
};

export type SourceComposer = {
  /**
   * Composes a source with the library of its project as it is now. Refuses one with mistakes, texts that no table has
   * among them. Own texts that are new are checked too.
   */
  compose(projectId: string, source: Source, options?: { hasNewTexts?: boolean }): Promise<ComposedForUse>;
  /** The warnings about a source; an empty object if there are none. */
  warningsOf(projectId: string, source: Source): Promise<{ warnings?: ProblemDetail[] }>;
};

/** Composes sources with their project's library: at each save, for previews and versions. */
export function createSourceComposer(manager: EntityManager, checks: TemplateChecks): SourceComposer {
  async function composeNow(projectId: string, source: Source) {
    const { html, css, settings, dialect } = source;
    const parts = mustacheParts(source);
    const mayHave = dialect !== 1 && parts.some(({ text }) => mayUseSnippets(text));
    const snippetNames = mayHave ? await checks.snippetNames(projectId, source) : [];
    const library = snippetNames.length > 0 ? await readLibrary(manager, projectId, snippetNames) : undefined;
    const texts = [...parts.map(({ text }) => text), ...(library?.snippets.map((snippet) => snippet.html) ?? [])];
    const keys = await keysFor(projectId, source, texts);
    const composed = await checks.compose(projectId, { html, css, settings, dialect, keys, library: toLibrary(library) });
    return { composed, snippetNames, library };
  }

  async function keysFor(projectId: string, source: Source, texts: readonly string[]): Promise<string[] | undefined> {
    if (source.dialect === 1 || !texts.some((text) => text.includes("@t") || text.includes("|"))) return undefined;
    const { table } = await readSharedTexts(manager, projectId);
    return [...new Set([...sizeOfTable(table).keys, ...sizeOfTable(source.translations).keys])];
  }

  return {
    async compose(projectId, source, { hasNewTexts = false } = {}) {
      const { composed, snippetNames, library } = await composeNow(projectId, source);
      const [first] = composed.mistakes;
      if (first) {
        const message = `${first.path}, line ${first.line}, column ${first.column}: ${first.message}`;
        throw new Problem("template.syntax_invalid", { message, details: composed.mistakes });
      }
      if (hasNewTexts) {
        const mistakes = await checks.mistakesOfTexts(projectId, source.translations);
        const details = mistakes.map(({ path, ...detail }) => ({ path: `translations.${path}`, ...detail }));
        refuseTexts(details, "template.syntax_invalid");
      }
      const used = new Set(composed.source.snippets);
      const usedSnippets = library?.snippets.filter(({ name }) => used.has(name)) ?? [];
      return { source: composed.source, snippetNames, usedSnippets };
    },

    async warningsOf(projectId, source) {
      const { warnings: foreign = [] } = await checks.warningsOf(projectId, source);
      const warnings = [...foreign, ...(await libraryWarnings(projectId, source))];
      return warnings.length === 0 ? {} : { warnings };
    },
  };
}
