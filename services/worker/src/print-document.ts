import { accountHolder } from "@platen/contracts/holder";
import type { Engine } from "@platen/engine";
import type { DocumentJobData } from "@platen/queue";
import type { FilledDocument } from "./fill-document.ts";
import type { Metrics } from "./metrics.ts";
import { nameOption } from "./render-failures.ts";
import { observePrint } from "./render-stages.ts";
import { refuseIncomplete, warningsOf } from "./warnings.ts";

export type PrintDependencies = { engine: Pick<Engine, "print">; metrics: Metrics; now: () => number };

/** Creates the function that prints the filled document of a job. Its warnings are those of filling and printing. */
export function createPrintDocument({ engine, metrics, now }: PrintDependencies) {
  return async function printDocument(
    job: DocumentJobData,
    { source, library, settings, strict, warnings: filling, document }: FilledDocument,
    preview: boolean,
    signal: AbortSignal,
  ) {
    const { projectId, accountId, lane, request, requestedAt } = job;
    const printing = engine.print({
      projectId,
      holder: accountHolder(accountId),
      lane,
      document,
      settings,
      library,
      // The time of the request, not of this attempt: a second attempt makes the same bytes.
      createdAt: new Date(settings.creationDate ?? request.datedAt ?? requestedAt),
      signal,
    });
    // The options of a preview are the settings of its draft.
    const printed = await printing.catch((error: unknown) => {
      throw preview ? error : nameOption(error, request.options);
    });
    observePrint(metrics, printed, now());
    const warnings = [...filling, ...warningsOf(printed, () => source.html + source.css)];
    refuseIncomplete({ strict }, warnings, "print");
    return { printed, warnings };
  };
}
