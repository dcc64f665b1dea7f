import { Switch } from "@mantine/core";
import { formatCount } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { omissions, type Omission } from "./cell.ts";
import classes from "./documents-panel.module.css";
import { documentsOf, type RowCount } from "./row-count.ts";
import { sendingProblem } from "./sending-panel.tsx";
import type { Counting } from "./use-row-count.ts";

const kinds: Readonly<Record<Omission, { one: string; many: string; why: string }>> = {
  hidden: { one: "hidden row", many: "hidden rows", why: "The sheet hides" },
  filtered: { one: "filtered row", many: "filtered rows", why: "A filter of the sheet hides" },
  total: { one: "row with totals", many: "rows with totals", why: "Other rows are summed up in" },
  blank: { one: "blank row", many: "blank rows", why: "There is no value in" },
};

/** Rows by their numbers: "rows 3, 4 and 12 others". */
function rowsNamed({ count, first }: { count: number; first: readonly number[] }): string {
  const numbers = first.map((row) => row.toLocaleString("en"));
  const others = count - first.length;
  const names = others > 0 ? [...numbers, formatCount(others, "other")] : numbers;
  return `${count === 1 ? "row" : "rows"} ${new Intl.ListFormat("en").format(names)}`;
}

function summaryOf({ read, count }: Counting, included: readonly Omission[], grouped: number | undefined): string {
  if (!count) return `Counting the rows: ${read.toLocaleString("en")} …`;
  const left = documentsOf(count, omissions) - documentsOf(count, included);
  const rows = documentsOf(count, included);
  const documents = formatCount(grouped ?? rows, "document");
  const ofRows = grouped === undefined ? "" : ` of ${formatCount(rows, "row")}`;
  return `The batch makes ${documents}${ofRows}. ${left === 0 ? "No row is left out." : `${formatCount(left, "row")} ${left === 1 ? "is" : "are"} left out.`}`;
}

type DocumentsPanelProps = {
  counting: Counting;
  included: readonly Omission[];
  /** How many documents the rows make together, if several become one. */
  grouped: number | undefined;
  onChange: (included: readonly Omission[]) => void;
};

/** How many documents a file makes, and which rows make none unless a person includes them. */
export function DocumentsPanel({ counting, included, grouped, onChange }: DocumentsPanelProps) {
  const { count, error } = counting;
  if (error) return <Notice kind="failure">{sendingProblem(error)}</Notice>;
  const omitted = (kind: Omission): RowCount["omitted"][Omission] => count?.omitted[kind];
  return (
    <Panel title="Documents">
      <p className={classes["summary"]} aria-live="polite">
        {summaryOf(counting, included, grouped)}
      </p>
      <div className={classes["switches"]}>
        {omissions.map((kind) => {
          const found = omitted(kind);
          if (!found) return null;
          const { one, many, why } = kinds[kind];
          return (
            <Switch
              key={kind}
              label={`Include ${formatCount(found.count, one, many)}`}
              description={`${why} ${rowsNamed(found)}.`}
              checked={included.includes(kind)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(omissions.filter((each) => (each === kind ? checked : included.includes(each))))
              }
            />
          );
        })}
      </div>
    </Panel>
  );
}
