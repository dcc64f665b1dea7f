import type { DocumentJobData } from "@platen/queue";
import type { TemplateFiller } from "@platen/template-filler";
import { fillRequestOf, inlineSourceOf, overridden, templateSourceOf } from "./fill-request.ts";
import type { Metrics } from "./metrics.ts";
import { nameOption } from "./render-failures.ts";
import { timed } from "./render-stages.ts";
import type { SourceAssets } from "./source-assets.ts";
import type { TemplateSources } from "./template-sources.ts";
import { refuseIncomplete } from "./warnings.ts";

export type FillDependencies = {
  sources: TemplateSources;
  assets: SourceAssets;
  filler: TemplateFiller;
  metrics: Pick<Metrics, "stageSeconds">;
};

export type FilledDocument = Awaited<ReturnType<ReturnType<typeof createFillDocument>>>;

/** Creates the function that reads the source of a job and fills it with the job's data. */
export function createFillDocument({ sources, assets, filler, metrics }: FillDependencies) {
  return async function fillDocument(job: DocumentJobData, preview: boolean, signal: AbortSignal) {
    const { request } = job;
    const source = request.source
      ? inlineSourceOf(request.source)
      : templateSourceOf(job, await sources.get(job, signal));
    const library = assets.libraryOf(job, source);
    const settings = overridden(source.settings, request.options);
    const asked = fillRequestOf(job, { source, settings, library });
    const filling = timed(metrics, "template", () => filler.fillTemplate(asked, signal));
    const { warnings, filename, ...document } = await filling.catch((error: unknown) => {
      throw preview ? error : nameOption(error, request.options);
    });
    // An author looks at a preview to see what it lacks.
    const strict = preview ? false : settings.strict;
    refuseIncomplete({ strict }, warnings, "template");
    return { source, library, settings, strict, warnings, filename, document };
  };
}
