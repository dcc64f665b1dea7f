import type { UsageFigures } from "@platen/contracts";
import type { Column } from "../../ui/data-table.tsx";
import { formatDuration } from "../../ui/format.ts";
import classes from "./usage.module.css";
import { documentsOf } from "./usage-words.ts";

function Counts({ figures }: { figures: UsageFigures | undefined }) {
  if (!figures || documentsOf(figures) === 0) return <span className={classes["none"]}>0</span>;
  return (
    <span className={classes["counts"]}>
      {documentsOf(figures).toLocaleString("en")}
      {figures.failed > 0 ? <span className={classes["bad"]}>{figures.failed.toLocaleString("en")} failed</span> : null}
    </span>
  );
}

/**
 * The columns of a list that tell what became of the documents of the last 24 hours. `usage` is undefined while it loads; what
 * it does not have has made none.
 */
export function usageColumns<Item, Figures extends UsageFigures>(
  usage: readonly Figures[] | undefined,
  isOf: (figures: Figures, item: Item) => boolean,
): Column<Item>[] {
  const figuresOf = (item: Item) => usage?.find((figures) => isOf(figures, item));
  return [
    {
      header: "Last 24 h",
      width: 9,
      cell: (item) => (usage ? <Counts figures={figuresOf(item)} /> : null),
    },
    {
      header: "95 % within",
      width: 6.5,
      isExtra: true,
      cell: (item) => {
        const p95Ms = figuresOf(item)?.p95Ms ?? null;
        return p95Ms === null ? null : <span className={classes["counts"]}>{formatDuration(p95Ms)}</span>;
      },
    },
  ];
}
