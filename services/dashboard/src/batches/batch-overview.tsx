import { Button } from "@mantine/core";
import { Download } from "lucide-react";
import { Link } from "react-router";
import { paths, type BatchKey } from "../paths.ts";
import { ClockText } from "../ui/clock-text.tsx";
import { formatCount, formatInstant, formatSize } from "../ui/format.ts";
import { Notice } from "../ui/notice.tsx";
import classes from "./batch-overview.module.css";
import { BatchStatus } from "./batch-status.tsx";
import { doneRows, isUnderWay, type Batch } from "./batch.ts";
import { ProgressBar } from "./progress-bar.tsx";

const countLabels = [
  ["completed", "Completed"],
  ["failed", "Failed"],
  ["cancelled", "Cancelled"],
  ["open", "Open"],
] as const;

/** Why Platen has paused or ended the batch by itself; undefined if it has not. */
function reasonOf({ status, reason }: Batch): string | undefined {
  if (status === "paused" && reason === "too_many_failures")
    return "Platen has paused the batch, because too many of its rows have failed. Look at the failures below. Then resume the batch, or cancel it.";
  if (status === "cancelled" && reason === "abandoned")
    return "Platen has cancelled the batch, because no row came for a day.";
  return undefined;
}

/** What a batch waits for; undefined if it does not wait. */
function waitOf({ status, rowCount, notBefore }: Batch): string | undefined {
  if (status === "queued" && notBefore !== null && Date.parse(notBefore) > Date.now())
    return `Platen makes its documents from ${formatInstant(notBefore)} on.`;
  if (status === "receiving")
    return rowCount === 0
      ? "The batch waits for its rows."
      : `The batch has ${formatCount(rowCount, "row")} and takes more. Start it once all of them are there.`;
  return undefined;
}

/** The address of a file of the batch, which the browser saves while it arrives. */
const fileOf = ({ projectId, batchId }: BatchKey, name: "zip" | "manifest") =>
  `/api/dashboard/projects/${projectId}/batches/${batchId}/${name}`;

/** How far the batch is, and its files. */
export function BatchOverview({ params, batch }: { params: BatchKey; batch: Batch }) {
  const { counts, rowCount, rowsWithWarnings, estimatedEnd, finishedAt, pageCount, sizeBytes } = batch;
  const [reason, wait] = [reasonOf(batch), waitOf(batch)];
  const hasZip = finishedAt !== null && counts.completed > 0;
  return (
    <section className={classes["overview"]} aria-label="Progress">
      {reason === undefined ? null : <Notice kind="warning">{reason}</Notice>}
      <div className={classes["head"]}>
        <BatchStatus {...batch} />
        <span className="figures">
          {doneRows(batch).toLocaleString("en")} of {formatCount(rowCount, "row")} ended
        </span>
        {isUnderWay(batch) && estimatedEnd !== null ? (
          <span className={classes["soft"]}>
            ends at about <ClockText instant={estimatedEnd} />
          </span>
        ) : null}
        {sizeBytes > 0 ? (
          <span className={classes["soft"]}>
            {formatCount(pageCount, "page")}, {formatSize(sizeBytes)}
          </span>
        ) : null}
      </div>
      <ProgressBar batch={batch} isLarge />
      <dl className={classes["counts"]}>
        {countLabels.map(([state, label]) => (
          <div key={state} data-state={counts[state] > 0 ? state : undefined}>
            <dt>{label}</dt>
            <dd className="figures">
              {counts[state].toLocaleString("en")}
              {state === "completed" && rowsWithWarnings > 0 ? (
                <Link className={classes["warned"] ?? ""} to={paths.rowsWithWarnings(params)}>
                  {rowsWithWarnings.toLocaleString("en")} with warnings
                </Link>
              ) : null}
            </dd>
          </div>
        ))}
      </dl>
      {wait === undefined ? null : <p className={classes["wait"]}>{wait}</p>}
      {rowCount === 0 ? null : (
        <div className={classes["files"]}>
          {hasZip ? (
            <Button
              component="a"
              href={fileOf(params, "zip")}
              download
              leftSection={<Download size={15} aria-hidden />}
            >
              Download ZIP
            </Button>
          ) : null}
          <Button component="a" href={fileOf(params, "manifest")} download variant="default">
            Download manifest
          </Button>
        </div>
      )}
    </section>
  );
}
