import { Skeleton } from "@mantine/core";
import { operations } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { operationQuery } from "../api/operation-query.ts";
import { ProblemPanel } from "../components/problem-panel.tsx";
import { useProject } from "../components/project-context.ts";
import { SnippetWorkbench } from "../editor/snippets/snippet-workbench.tsx";

/** The editor of one snippet. */
export function SnippetPage() {
  const { projectId } = useProject();
  const { snippetId = "" } = useParams();
  // Edits are based on the snippet that is read when the page opens, never on a cached or a later one.
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...operationQuery(operations.getSnippet.member, { params: { projectId, snippetId } }),
    refetchOnMount: "always",
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (error && !data) return <ProblemPanel error={error} onRetry={() => void refetch()} />;
  if (!data || !isFetchedAfterMount) return <Skeleton height={320} />;
  return <SnippetWorkbench key={snippetId} snippet={data} />;
}
