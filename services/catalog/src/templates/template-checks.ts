import { Problem, type ProblemDetail } from "@platen/contracts";
import { createProcessPool, isTaskEnded, type ProcessPool } from "@platen/process-pool";
import { check, type CheckTask } from "./check.ts";
import type { MustacheSource } from "./mustache-parts.ts";

export type TemplateChecks = {
  /**
   * Refuses a template of a project that is not valid Mustache, with the position of the first mistake in each part, and
   * one whose formats are wrong, with the positions of all.
   */
  refuseMistakes(projectId: string, source: MustacheSource): Promise<void>;
  /** The warnings about syntax of other template languages; an empty object if there are none. */
  warningsOf(projectId: string, source: MustacheSource): Promise<{ warnings?: ProblemDetail[] }>;
  close(): Promise<void>;
};

/** Checking a template of this length takes a millisecond at most; one of a megabyte, up to half a second. */
const shortTemplate = 16_384;

/**
 * Checks the syntax of templates: short ones at once, others in processes with limits of time and memory. The first long
 * template starts the processes.
 */
export function createTemplateChecks({ timeoutMs = 1_500 } = {}): TemplateChecks {
  let pool: ProcessPool<CheckTask, ProblemDetail[]> | undefined;

  async function run(holder: string, task: CheckTask): Promise<ProblemDetail[]> {
    const { html, settings } = task.source;
    const length = html.length + (settings.header?.length ?? 0) + (settings.footer?.length ?? 0);
    if (length <= shortTemplate) return check(task);
    pool ??= createProcessPool({
      module: new URL("./check-process.ts", import.meta.url),
      processes: 2,
      timeoutMs,
      // Shorter than the gateway's timeout for the catalog.
      maxWallMs: 2 * timeoutMs,
      maxHeapBytes: 128 * 1_048_576,
    });
    return pool.run(task, { holder });
  }

  return {
    async refuseMistakes(projectId, { html, settings, dialect }) {
      const details = await run(projectId, { find: "mistakes", source: { html, settings, dialect } }).catch(
        (error: unknown) => {
          if (!exceededLimit(error)) throw error;
          const message = "Checking the template exceeded its limit. Simplify the template, or split it.";
          throw new Problem("template.syntax_invalid", { message, cause: error });
        },
      );
      const [first] = details;
      if (!first) return;
      const message = `${first.path}, line ${first.line}, column ${first.column}: ${first.message}`;
      throw new Problem("template.syntax_invalid", { message, details });
    },

    async warningsOf(projectId, { html, settings, dialect }) {
      const warnings = await run(projectId, { find: "warnings", source: { html, settings, dialect } }).catch(
        (error: unknown) => {
          if (!exceededLimit(error)) throw error;
          // A template without its warnings is better than none.
          return [];
        },
      );
      return warnings.length === 0 ? {} : { warnings };
    },

    close: async () => pool?.close(),
  };
}

function exceededLimit(error: unknown): boolean {
  return isTaskEnded(error) && (error.reason === "time" || error.reason === "memory");
}
