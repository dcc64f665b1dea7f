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
    ...operationQuery(operations.getVersion, { params: { ...templateKey, version: String(which) } }),
    enabled: typeof which === "number",
    staleTime: Infinity,
  });
  const draft = useQuery({
    ...operationQuery(operations.getDraft, { params: templateKey }),
    enabled: which === "draft",
    staleTime: 0,
  });
  const { data, error, refetch } = which === "draft" ? draft : version;
  const source: Source | undefined = data;
  return { source, error, refetch };
}

/** The PDF of a source with its first data set. */
export function sourcePdfQuery(params: TemplateKey, source: Source) {
  return queryOptions<Uint8Array>({
    queryKey: ["source pdf", params, source],
    queryFn: async ({ signal }) => {
      const { html, css, settings, dataSets } = source;
      // The contract allows only JSON objects.
      const data = JSON.parse(dataSets[0]?.json ?? "{}") as Record<string, unknown>;
      const body = { html, css, settings, data };
      return (await transport.bytes(operations.previewTemplate, { params, body }, { signal })).bytes;
    },
    staleTime: Infinity,
    retry: false,
  });
}
