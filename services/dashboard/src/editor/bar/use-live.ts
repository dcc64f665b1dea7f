import { useDebouncedValue } from "@mantine/hooks";
import { operations } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { operationQuery } from "../../api/operation-query.ts";
import { useProject } from "../../components/project-context.ts";
import { changedParts, type Source } from "../../components/source-diff/changed-parts.ts";
import type { Template } from "../editor-context.ts";
import type { TemplateSource } from "../template-source.ts";

/** The version that documents are generated from, and the parts in which the draft differs from it. */
export type Live = {
  /** Null before the first publication. */
  version: number | null;
  /** Undefined while it is not known. */
  source: Source | undefined;
  /** The names of the parts; undefined while they are not known. */
  changes: readonly string[] | undefined;
};

const comparedAfterMs = 300;

export function useLive({ templateId, version }: Template, draft: TemplateSource): Live {
  const { projectId } = useProject();
  const { data } = useQuery({
    ...operationQuery(operations.getVersion.member, { params: { projectId, templateId, version: String(version) } }),
    enabled: version !== null,
    staleTime: Infinity,
  });
  const source = version === null ? undefined : data;
  // After a pause, because comparing a large template takes long for a key press.
  const [compared] = useDebouncedValue(draft, comparedAfterMs);
  const changes = useMemo(() => source && changedParts(source, compared).map(({ label }) => label), [source, compared]);
  return useMemo(() => ({ version, source, changes }), [version, source, changes]);
}
