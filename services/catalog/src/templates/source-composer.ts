import { sizeOfTable, type PageSettings, type ProblemDetail, type TranslationTable } from "@platen/contracts";
import type { SourceLibrary } from "@platen/contracts/internal";
import { mayUseSnippets, type BrandPins } from "@platen/library";
import type { Dialect } from "@platen/mustache";
import type { EntityManager } from "typeorm";
import type { FileComposer, PinnedFile } from "../assets/file-composer.ts";
import type { SampleLibrary } from "../samples/sample-library.ts";
import { readLibrary } from "../snippets/read-library.ts";
import { readSharedTexts, refuseTexts } from "../translations/translations.ts";
import type { ComposedSource } from "./compose-source.ts";
import { mustacheParts } from "./mustache-parts.ts";
import { refuseMistakes } from "./refuse-mistakes.ts";
import type { TemplateChecks } from "./template-checks.ts";

type Source = { html: string; css: string; settings: PageSettings; dialect: Dialect; translations: TranslationTable };

/** A source composed with its project's library, and what of the library is in it. */
export type ComposedForUse = {
  source: ComposedSource;
  /** The names of the snippets that the source names itself. */
  snippetNames: string[];
  /** All snippets in it, as they are now. */
  usedSnippets: { snippetId: string; revision: number }[];
  /** What a worker needs beside the texts; null if that is nothing. */
  library: SourceLibrary | null;
  /** All files of the library that it uses, as they are now. */
  usedFiles: PinnedFile[];
  /** What it takes from the brand, as it is now; null if that is nothing. */
  brand: BrandPins | null;
};

export type ComposeForUseOptions = {
  hasNewTexts?: boolean;
  /**
   * Whether files of the library and values of the brand are put in place: of a version all must exist, and a preview shows
   * those that do. By default none are, as for a save.
   */
  files?: "all" | "existing";
  /** A sample's snippets and files, which stand in for those that the project lacks. */
  sample?: SampleLibrary | undefined;
};

export type SourceComposer = {
  /**
   * Composes a source with the library of its project as it is now. Refuses one with mistakes, texts that no table has
   * among them. Own texts that are new are checked too.
   */
  compose(projectId: string, source: Source, options?: ComposeForUseOptions): Promise<ComposedForUse>;
  /** The names of the snippets that a source names itself. */
  snippetNames(projectId: string, source: Source): Promise<string[]>;
  /** The warnings about a source; an empty object if there are none. */
  warningsOf(projectId: string, source: Source): Promise<{ warnings?: ProblemDetail[] }>;
};

/** Composes sources with their project's library: at each save, for previews and versions. */
export function createSourceComposer(
  manager: EntityManager,
  { checks, files: fileComposer }: { checks: TemplateChecks; files: FileComposer },
): SourceComposer {
  async function namesIn(projectId: string, source: Source): Promise<string[]> {
    const mayUse = source.dialect !== 1 && mustacheParts(source).some(({ text }) => mayUseSnippets(text));
    return mayUse ? checks.snippetNames(projectId, source) : [];
  }

  /** Reads what the source uses of the library. */
  async function readUsed(projectId: string, source: Source, sample?: SampleLibrary) {
    const snippetNames = await namesIn(projectId, source);
    const library =
      snippetNames.length > 0 ? await readLibrary(manager, projectId, snippetNames, sample?.snippets) : undefined;
    return { snippetNames, library };
  }

  async function composeWith(projectId: string, source: Source, { library }: Awaited<ReturnType<typeof readUsed>>) {
    const { html, css, settings, dialect, translations } = source;
    const texts = [
      ...mustacheParts(source).map(({ text }) => text),
      ...(library?.snippets ?? []).map((one) => one.html),
    ];
    const mayNameTexts = dialect !== 1 && texts.some((text) => text.includes("@t") || text.includes("|"));
    const keys = mayNameTexts ? await readKeys(projectId, translations) : undefined;
    return checks.compose(projectId, { html, css, settings, dialect, keys, library });
  }

  async function readKeys(projectId: string, own: TranslationTable): Promise<string[]> {
    const { table } = await readSharedTexts(manager, projectId);
    return [...new Set([...sizeOfTable(table).keys, ...sizeOfTable(own).keys])];
  }

  return {
    async compose(projectId, source, { hasNewTexts = false, files, sample } = {}) {
      const used = await readUsed(projectId, source, sample);
      const composed = await composeWith(projectId, source, used);
      refuseMistakes(composed.mistakes);
      if (hasNewTexts) {
        const mistakes = await checks.mistakesOfTexts(projectId, source.translations);
        const details = mistakes.map(({ path, ...detail }) => ({ path: `translations.${path}`, ...detail }));
        refuseTexts(details, "template.syntax_invalid");
      }
      const { snippetNames, library } = used;
      const names = new Set(composed.source.snippets);
      const usedSnippets = (library?.snippets ?? []).filter(({ name }) => names.has(name));
      if (files === undefined || source.dialect === 1)
        return { source: composed.source, snippetNames, usedSnippets, library: null, usedFiles: [], brand: null };
      const withFiles = await fileComposer.compose(projectId, composed.source, sample?.assets);
      if (files === "all") refuseMistakes(withFiles.mistakes);
      return {
        source: { ...composed.source, ...withFiles.source },
        snippetNames,
        usedSnippets,
        library: withFiles.library,
        usedFiles: withFiles.files,
        brand: withFiles.brand,
      };
    },

    snippetNames: namesIn,

    async warningsOf(projectId, source) {
      const { warnings: foreign = [] } = await checks.warningsOf(projectId, source);
      const used = await readUsed(projectId, source);
      // A source whose snippets were deleted or changed later has mistakes, which its author sees as warnings.
      const composed = used.library && (await composeWith(projectId, source, used));
      const ofFiles = source.dialect === 1 ? [] : await fileComposer.mistakesIn(projectId, composed?.source ?? source);
      const warnings = [...foreign, ...(composed?.mistakes ?? []), ...(composed?.warnings ?? []), ...ofFiles];
      return warnings.length === 0 ? {} : { warnings };
    },
  };
}
