/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- some browsers
   drop the roles of a table with another CSS layout, which this one has in narrow places. */
import { Skeleton, UnstyledButton } from "@mantine/core";
import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import classes from "./data-table.module.css";

export type Column<Item> = {
  header: string;
  cell: (item: Item) => ReactNode;
  /** The field to sort by, if the list can be sorted by this column. */
  sort?: string;
  /** `title` names the row, `actions` has its menu. In narrow places all other columns go below these. */
  kind?: "title" | "actions" | "figure";
  /** A width in rem. Columns without one share the rest. */
  width?: number;
  /** Hidden in narrow places. */
  isExtra?: boolean;
};

type DataTableProps<Item> = {
  /** The name of the table for screen readers: "API keys". */
  label: string;
  columns: readonly Column<Item>[];
  /** Undefined while they are loading. */
  items: readonly Item[] | undefined;
  keyOf: (item: Item) => string;
  /** The list's order, as `field:direction`. */
  sort?: string;
  onSort?: (sort: string) => void;
  /** Shown if there are no rows. */
  empty: ReactNode;
  /** One short line for each row, for long lists of records. */
  isDense?: boolean | undefined;
};

type SortProps = { column: Column<unknown>; sort: string | undefined; onSort: (sort: string) => void };

function SortButton({ column, sort, onSort }: SortProps) {
  const [field, direction] = (sort ?? "").split(":");
  const isSorted = field === column.sort;
  // Names start with A, times with the latest.
  const first = column.sort === "name" ? "asc" : "desc";
  const next = isSorted ? (direction === "asc" ? "desc" : "asc") : first;
  const Arrow = direction === "asc" ? ArrowUp : ArrowDown;
  return (
    <UnstyledButton className={classes["sort"]} onClick={() => onSort(`${column.sort}:${next}`)}>
      {column.header}
      {isSorted ? <Arrow size={13} aria-hidden /> : null}
    </UnstyledButton>
  );
}

function ariaSort(column: Column<never>, sort: string | undefined): "ascending" | "descending" | undefined {
  if (column.sort === undefined || !sort?.startsWith(`${column.sort}:`)) return undefined;
  return sort.endsWith(":asc") ? "ascending" : "descending";
}

/** A list as a table. In a narrow place, each row becomes a small card. */
export function DataTable<Item>(props: DataTableProps<Item>) {
  const { label, columns, items, keyOf, sort, onSort, empty, isDense } = props;
  if (items?.length === 0) return <div className={classes["frame"]}>{empty}</div>;
  const attributes = (column: Column<Item>) => ({
    "data-kind": column.kind,
    "data-extra": column.isExtra || undefined,
  });
  return (
    <div className={classes["frame"]}>
      <table
        className={classes["table"]}
        role="table"
        aria-label={label}
        aria-busy={items === undefined}
        data-dense={isDense || undefined}
      >
        <thead role="rowgroup" className={classes["head"]}>
          <tr role="row">
            {columns.map((column) => (
              <th
                key={column.header}
                role="columnheader"
                scope="col"
                aria-sort={ariaSort(column, sort)}
                style={column.width === undefined ? undefined : { width: `${column.width}rem` }}
                {...attributes(column)}
              >
                {column.kind === "actions" ? (
                  <span className="unseen">{column.header}</span>
                ) : column.sort !== undefined && onSort ? (
                  <SortButton column={column as Column<unknown>} sort={sort} onSort={onSort} />
                ) : (
                  column.header
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {items?.map((item) => (
            <tr key={keyOf(item)} role="row">
              {columns.map((column) => (
                <td key={column.header} role="cell" data-header={column.header} {...attributes(column)}>
                  {column.cell(item)}
                </td>
              ))}
            </tr>
          )) ??
            Array.from({ length: 4 }, (_, row) => (
              <tr key={row} role="row">
                {columns.map((column) => (
                  <td key={column.header} role="cell" {...attributes(column)}>
                    {column.kind === "actions" ? null : <Skeleton height={12} width={row % 2 === 0 ? "60%" : "45%"} />}
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}
