import { operations, type ResponseOutput } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { operationQuery } from "../api/operation-query.ts";
import { useProject } from "../components/project-context.ts";
import { TemplateThumbnail } from "../components/template-thumbnail.tsx";
import { toast } from "../ui/toast.ts";

export type Sample = ResponseOutput<typeof operations.listSamples>["samples"][number];
type Created = ResponseOutput<typeof operations.createTemplate.member>;

/** The sample templates of this Platen. */
export function useSamples() {
  return useQuery({ ...operationQuery(operations.listSamples, {}), staleTime: Infinity });
}

/** The first page of a sample, filled with its data. */
export function SamplePicture({ sample }: { sample: Sample }) {
  const { projectId } = useProject();
  const { slug, name, html, css, settings, dataSets, translations = {} } = sample;
  // The data sets of the service's samples are JSON objects.
  const filled = JSON.parse(dataSets[0]?.json ?? "{}") as Record<string, unknown>;
  return (
    <TemplateThumbnail
      projectId={projectId}
      sample={{ name, html, css, settings, translations, sample: slug, data: filled }}
    />
  );
}

/** Says which assets and snippets of the project a new template uses in place of the sample's. */
export function tellKept({ kept }: Created): void {
  if (!kept) return;
  const names = new Intl.ListFormat("en").format(kept.map((part) => `“${part.name}”`));
  toast(`The template uses the project’s own ${names}, not the sample’s.`);
}
