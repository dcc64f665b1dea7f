import type { Pagination } from "@platen/contracts";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { DataTable, type Column } from "../ui/data-table.tsx";
import { Pager } from "../ui/pager.tsx";
import { ProblemPanel } from "./problem-panel.tsx";

type ListPageProps<Item, Answer> = {
  /** The name of the table for screen readers: "API keys". */
  label: string;
  /** The name of one item: "key". */
  noun: string;
  columns: readonly Column<Item>[];
  /** The query that reads the list. */
  list: Pick<UseQueryResult<Answer>, "data" | "error" | "refetch">;
  itemsOf: (answer: Answer) => readonly Item[];
  keyOf: (item: Item) => string;
  sort: string;
  onChange: (changes: { sort?: string; page?: number }) => void;
  /** Shown if the list has no items. */
  empty: ReactNode;
  isDense?: boolean;
  /** Shows the items in another way than as a table. */
  children?: ((items: readonly Item[]) => ReactNode) | undefined;
};

/** One page of a list: its table, or what stands in place of the table, and its pager, or the reason why it cannot be shown. */
export function ListPage<Item, Answer extends { pagination: Pagination }>(props: ListPageProps<Item, Answer>) {
  const { label, noun, columns, list, itemsOf, keyOf, sort, onChange, empty, isDense, children } = props;
  const { data, error, refetch } = list;
  if (error && !data) return <ProblemPanel error={error} onRetry={() => void refetch()} />;
  const items = data && itemsOf(data);
  return (
    <>
      {children && items && items.length > 0 ? (
        children(items)
      ) : (
        <DataTable
          label={label}
          columns={columns}
          items={items}
          keyOf={keyOf}
          sort={sort}
          onSort={(next) => onChange({ sort: next })}
          empty={empty}
          isDense={isDense}
        />
      )}
      {data && data.pagination.total > 0 ? (
        <Pager pagination={data.pagination} noun={noun} onPage={(page) => onChange({ page })} />
      ) : null}
    </>
  );
}
