import { Button, Skeleton } from "@mantine/core";
import { useQuery, type UseQueryOptions } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { Link } from "react-router";
import { problemMessage } from "../../api/problem-message.ts";
import { formatCount } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { describeUses, staleUses, type Uses } from "./describe-uses.ts";
import { UsesList } from "./uses-list.tsx";

/** The query that reads the uses of an asset, a snippet or the brand. */
export type UsesQuery = Pick<UseQueryOptions<Uses>, "queryKey" | "queryFn">;

export type UsesPanelProps = {
  query: UsesQuery;
  /** The page that updates published versions; undefined for a user who may not publish. */
  updatePath: string | undefined;
};

/** The templates and snippets that use something of the project, and how many published versions keep an older state. */
export function UsesPanel({ query, updatePath }: UsesPanelProps) {
  const { data, error } = useQuery({ ...query, staleTime: 0 });
  if (error && !data) return <Notice kind="failure">{problemMessage(error)}</Notice>;
  if (!data) return <Skeleton height={60} />;
  const stale = staleUses(data).length;
  return (
    <section style={{ minWidth: 0 }} aria-label="Uses">
      <p style={{ margin: "0 0 0.6rem" }}>{describeUses(data)}</p>
      {updatePath !== undefined && stale > 0 ? (
        <Button
          component={Link}
          to={updatePath}
          variant="default"
          size="xs"
          leftSection={<RefreshCw size={14} aria-hidden />}
        >
          Compare and update {formatCount(stale, "template")}
        </Button>
      ) : null}
      <UsesList uses={data} />
    </section>
  );
}
