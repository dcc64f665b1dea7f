import { operations } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { operationQuery } from "../../api/operation-query.ts";

/** What a template is called; its id where that is not known yet. */
export function useTemplateName(params: { projectId: string; templateId: string }): string {
  const { data } = useQuery({ ...operationQuery(operations.getProjectTemplate, { params }), staleTime: 60_000 });
  return data?.name ?? params.templateId;
}
