import { Problem, sizeOfTable, type ProblemDetail, type TranslationTable } from "@platen/contracts";
import { accountHolder } from "@platen/contracts/holder";
import type { UsedMessages } from "@platen/formats";
import { createProcessPool, isTaskEnded, type ProcessPool } from "@platen/process-pool";
import type { ReadFile } from "../translations/files/read-translation-file.ts";
import type { GivenFile } from "../translations/files/translation-file.ts";
import { composeSource, type Composed, type SourceToCompose } from "./compose-source.ts";
import type { SourceWithFiles } from "../assets/compose-files.ts";
import { check, type CheckName, type CheckResult, type CheckSource, type CheckTask } from "./check.ts";
import type { MustacheSource } from "./mustache-parts.ts";

export type TemplateChecks = {
  /**
   * Composes a template of a project with the library. Finds the first mistake in each part that is not valid Mustache, or
   * all formats and texts that are wrong. Throws for a template that takes too long.
   */
  compose(projectId: string, source: SourceToCompose): Promise<Composed>;
  /** The names of the snippets that a template names itself. */
  snippetNames(projectId: string, source: MustacheSource): Promise<string[]>;
  /** Puts the files of a project's library into texts. Throws for a template that takes too long. */
  composeFiles(projectId: string, given: CheckSource<"composeFiles">): Promise<SourceWithFiles>;
  /** The warnings about syntax of other template languages; an empty object if there are none. */
  warningsOf(projectId: string, source: MustacheSource): Promise<{ warnings?: ProblemDetail[] }>;
  /** The texts of translations that a template may print. */
  usedMessages(projectId: string, source: MustacheSource): Promise<UsedMessages>;
  /** The texts of a table that are not ICU messages. */
  mistakesOfTexts(projectId: string, table: TranslationTable): Promise<ProblemDetail[]>;
  /** Reads a file of translations. */
  readFile(projectId: string, file: GivenFile): Promise<ReadFile>;
  close(): Promise<void>;
};

/** Checking a template of this length takes a millisecond at most; one of a megabyte, up to half a second. */
const shortTemplate = 16_384;
/** A mistake in a key is compared with each known key. */
const fewKeys = 200;
/** A name that the project does not have is compared with all names. */
const fewAssets = 200;

function isShort(task: CheckTask): boolean {
  switch (task.find) {
    case "texts":
      return sizeOfTable(task.source).length <= shortTemplate;
    case "file":
      return task.source.content.length <= shortTemplate;
    case "compose": {
      const { keys = [], library } = task.source;
      const ofSnippets = library?.snippets.reduce((length, { html, css }) => length + html.length + css.length, 0) ?? 0;
      return lengthOf(task.source) + ofSnippets <= shortTemplate && keys.length <= fewKeys;
    }
    case "composeFiles": {
      const { source, assets, contents } = task.source;
      const ofContents = [...contents.values()].reduce((length, content) => length + content.length, 0);
      return lengthOf(source) + source.css.length + ofContents <= shortTemplate && assets.length <= fewAssets;
    }
    case "warnings":
    case "messages":
    case "snippetNames":
      return lengthOf(task.source) <= shortTemplate;
    default:
      return task satisfies never;
  }
}

function lengthOf({ html, settings: { header = "", footer = "", calculated = [] } }: MustacheSource): number {
  const ofFormulas = calculated.reduce((length, { formula }) => length + formula.length, 0);
  return html.length + header.length + footer.length + ofFormulas;
}

/** Snippets make a long text of a short one: beyond these limits, a process composes it. */
const limitsAtOnce = { maxLength: shortTemplate, maxSteps: 500 };

type TemplateChecksDependencies = {
  accountOf: (projectId: string) => Promise<string>;
  timeoutMs?: number;
};

/**
 * Checks what authors write: short texts at once, others in processes with limits of time and memory. The first long text
 * starts the processes. `accountOf` reads the account for which a project counts.
 */
export function createTemplateChecks({ accountOf, timeoutMs = 1_500 }: TemplateChecksDependencies): TemplateChecks {
  let pool: ProcessPool<CheckTask, CheckResult<CheckName>> | undefined;

  async function run<Name extends CheckName>(
    projectId: string,
    find: Name,
    source: CheckSource<Name>,
  ): Promise<CheckResult<Name>> {
    // The task has the source of its name, and `check` answers a task by its name.
    const task = { find, source } as CheckTask;
    const isAtOnce = isShort(task);
    if (isAtOnce && task.find === "compose") {
      const composed = composeSource({ ...task.source, limits: limitsAtOnce });
      if (!composed.exceedsLimit) return composed as CheckResult<Name>;
    } else if (isAtOnce) return check(task) as CheckResult<Name>;
    pool ??= createProcessPool<CheckTask, CheckResult<CheckName>>({
      module: new URL("./check-process.ts", import.meta.url),
      processes: 2,
      timeoutMs,
      // Shorter than the gateway's timeout for the catalog.
      maxWallMs: 2 * timeoutMs,
      maxHeapBytes: 128 * 1_048_576,
      // Documents, for which callers wait, go before the checks of authors.
      niceness: 5,
    });
    const holder = accountHolder(await accountOf(projectId));
    return (await pool.run(task, { holder })) as CheckResult<Name>;
  }

  /** Runs a check, and refuses what it cannot finish. */
  async function runOrRefuse<Name extends CheckName>(
    projectId: string,
    find: Name,
    source: CheckSource<Name>,
    refusal: { code: "template.syntax_invalid" | "translation.invalid"; message: string },
  ): Promise<CheckResult<Name>> {
    try {
      return await run(projectId, find, source);
    } catch (error) {
      if (!exceededLimit(error)) throw error;
      throw new Problem(refusal.code, { message: refusal.message, cause: error });
    }
  }

  const ofTemplate = {
    code: "template.syntax_invalid",
    message: "Checking the template exceeded its limit. Simplify the template, or split it.",
  } as const;
  const ofTranslations = {
    code: "translation.invalid",
    message: "Checking the translations exceeded its limit. Save or import fewer texts at once.",
  } as const;

  return {
    compose: (projectId, source) => runOrRefuse(projectId, "compose", source, ofTemplate),
    snippetNames: (projectId, { html, settings, dialect }) =>
      runOrRefuse(projectId, "snippetNames", { html, settings, dialect }, ofTemplate),
    composeFiles: (projectId, given) => runOrRefuse(projectId, "composeFiles", given, ofTemplate),

    async warningsOf(projectId, { html, settings, dialect }) {
      const warnings = await run(projectId, "warnings", { html, settings, dialect }).catch((error: unknown) => {
        if (!exceededLimit(error)) throw error;
        // A template without its warnings is better than none.
        return [];
      });
      return warnings.length === 0 ? {} : { warnings };
    },

    usedMessages: (projectId, { html, settings, dialect }) =>
      runOrRefuse(projectId, "messages", { html, settings, dialect }, ofTemplate),
    mistakesOfTexts: (projectId, table) => runOrRefuse(projectId, "texts", table, ofTranslations),
    readFile: (projectId, { format, content, locale }) =>
      runOrRefuse(projectId, "file", { format, content, locale }, ofTranslations),

    close: async () => pool?.close(),
  };
}

function exceededLimit(error: unknown): boolean {
  return isTaskEnded(error) && (error.reason === "time" || error.reason === "memory");
}
