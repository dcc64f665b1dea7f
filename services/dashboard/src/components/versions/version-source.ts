import { operations } from "@platen/contracts";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { operationQuery } from "../../api/operation-query.ts";
import { transport } from "../../api/transport.ts";
import type { ComparedVersion, TemplateKey } from "../../paths.ts";
import type { Source } from "../source-diff/changed-parts.ts";

/** The name of a version, or of the draft. */
export function versionName(which: ComparedVersion): string {
  return which === "draft" ? "Draft" : `Version ${which}`;
}

/** The source of a version, which never changes, or of the current draft. */
export function useVersionSource(templateKey: TemplateKey, which: ComparedVersion | undefined) {
  const version = useQuery({
    ...operationQuery(operations.getVersion.member, { params: { ...templateKey, version: String(which) } }),
    enabled: typeof which === "number",
    staleTime: Infinity,
  });
  const draft = useQuery({
    ...operationQuery(operations.getDraft.member, { params: templateKey }),
    enabled: which === "draft",
    staleTime: 0,
  });
  const { data, error, refetch } = which === "draft" ? draft : version;
  const source: Source | undefined = data;
  return { source, error, refetch };
}

/** The PDF of a version, or of the draft with this source, with its first data set. */
export function sourcePdfQuery(params: TemplateKey, which: ComparedVersion, source: Source) {
  return queryOptions<Uint8Array>({
    queryKey: ["source pdf", params, which, source],
    queryFn: async ({ signal }) => {
      const body = which === "draft" ? {} : { version: which };
      return (await transport.bytes(operations.previewTemplate, { params, body }, { signal })).bytes;
    },
    staleTime: Infinity,
    retry: false,
  });
}
