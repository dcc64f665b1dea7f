import { operations } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { operationQuery } from "../../api/operation-query.ts";
import type { TemplateKey } from "../../paths.ts";

/** The name of a template, or its id until the name is known. */
export function useTemplateName(params: TemplateKey): string {
  const { data } = useQuery({ ...operationQuery(operations.getTemplate.member, { params }), staleTime: 60_000 });
  return data?.name ?? params.templateId;
}
