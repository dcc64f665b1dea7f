import type { Pagination } from "@platen/contracts";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { formatTotal } from "./format.ts";
import { IconButton } from "./icon-button.tsx";
import classes from "./pager.module.css";

type PagerProps = {
  pagination: Pagination;
  /** The name of one item. */
  noun: string;
  onPage: (page: number) => void;
};

/** The position in a list, with buttons for its other pages. */
export function Pager({ pagination, noun, onPage }: PagerProps) {
  const { page, pageSize, total, totalPages } = pagination;
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, total);
  const count = formatTotal(pagination, noun);
  const range = totalPages > 1 && first <= total ? `${first} to ${last} of ${count}` : count;
  return (
    <nav className={classes["pager"]} aria-label="Pages">
      <span className="figures">{range}</span>
      {totalPages > 1 ? (
        <div style={{ display: "flex", alignItems: "center", gap: "0.6rem" }}>
          <IconButton
            variant="default"
            label="Previous page"
            icon={ChevronLeft}
            disabled={page <= 1}
            onClick={() => onPage(Math.min(page - 1, totalPages))}
          />
          <span className="figures">
            {page} / {totalPages.toLocaleString("en")}
          </span>
          <IconButton
            variant="default"
            label="Next page"
            icon={ChevronRight}
            disabled={page >= totalPages}
            onClick={() => onPage(page + 1)}
          />
        </div>
      ) : null}
    </nav>
  );
}
