import { operations } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { operationQuery } from "../api/operation-query.ts";

/** What a template is called; its id where it was deleted or is not known yet. */
export function useTemplateName(place: { projectId: string; templateId: string | undefined }): string {
  const { projectId, templateId = "" } = place;
  const { data } = useQuery({
    ...operationQuery(operations.getProjectTemplate, { params: { projectId, templateId } }),
    enabled: templateId !== "",
    staleTime: 60_000,
  });
  return data?.name ?? templateId;
}
