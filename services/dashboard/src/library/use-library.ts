import { maxPageSize, operations, type Asset, type Operation, type ResponseOutput } from "@platen/contracts";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { transport } from "../api/transport.ts";
import { useProject } from "../components/project-context.ts";

export type SnippetSummary = ResponseOutput<typeof operations.listSnippets.member>["snippets"][number];

/** A project can have at most this many assets. */
const maxPages = 10;

/** Reads all pages of a list. */
async function readAll<Item>(read: (page: number) => Promise<{ items: Item[]; totalPages: number }>): Promise<Item[]> {
  const found: Item[] = [];
  for (let page = 1; page <= maxPages; page += 1) {
    const { items, totalPages } = await read(page);
    found.push(...items);
    if (page >= totalPages) break;
  }
  return found;
}

/** Under the key of the operation, so that a change of the list makes this stale too. */
function keyOf({ operationId }: Operation, projectId: string) {
  return [operationId, "all", projectId];
}

export function allAssetsQuery(projectId: string) {
  return queryOptions<Asset[]>({
    queryKey: keyOf(operations.listAssets.member, projectId),
    queryFn: ({ signal }) =>
      readAll(async (page) => {
        const request = { params: { projectId }, query: { page, pageSize: maxPageSize } };
        const { assets, pagination } = await transport.call(operations.listAssets.member, request, { signal });
        return { items: assets, totalPages: pagination.totalPages };
      }),
  });
}

function allSnippetsQuery(projectId: string) {
  return queryOptions<SnippetSummary[]>({
    queryKey: keyOf(operations.listSnippets.member, projectId),
    queryFn: ({ signal }) =>
      readAll(async (page) => {
        const request = { params: { projectId }, query: { page, pageSize: maxPageSize } };
        const { snippets, pagination } = await transport.call(operations.listSnippets.member, request, { signal });
        return { items: snippets, totalPages: pagination.totalPages };
      }),
  });
}

const none: readonly never[] = [];

/** The assets and snippets of the project; none while they load. */
export function useLibrary(): { assets: readonly Asset[]; snippets: readonly SnippetSummary[] } {
  const { projectId } = useProject();
  const { data: assets = none } = useQuery(allAssetsQuery(projectId));
  const { data: snippets = none } = useQuery(allSnippetsQuery(projectId));
  return { assets, snippets };
}
