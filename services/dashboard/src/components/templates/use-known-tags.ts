import { operations } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { operationQuery } from "../../api/operation-query.ts";
import { useProject } from "../project-context.ts";

/** The tags of the project's templates in alphabetical order; in a large project, only of its latest templates. */
export function useKnownTags(): readonly string[] {
  const { projectId } = useProject();
  const { data } = useQuery({
    ...operationQuery(operations.listTemplates.member, { params: { projectId }, query: { pageSize: 100 } }),
    staleTime: 60_000,
  });
  const tags = new Set(data?.templates.flatMap((template) => template.tags));
  return [...tags].toSorted((a, b) => a.localeCompare(b));
}
