import { UnstyledButton } from "@mantine/core";
import { operations } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { listQuery } from "../../api/operation-query.ts";
import { formatCount } from "../../ui/format.ts";
import { useProject } from "../project-context.ts";
import { UsageChart } from "./usage-chart.tsx";
import classes from "./usage.module.css";
import { documentsOf, durationInWords } from "./usage-words.ts";

const refreshMs = 30_000;

type UsageStripProps = {
  /** Only documents of this template. */
  templateId: string | undefined;
  /** Shows the documents that failed since a time. */
  onFailed: (since: string) => void;
};

/** The documents of the last 24 hours as bars and in figures. */
export function UsageStrip({ templateId, onFailed }: UsageStripProps) {
  const { projectId } = useProject();
  const query = templateId === undefined ? {} : { templateId };
  const { data } = useQuery({
    ...listQuery(operations.getDocumentUsage.member, { params: { projectId }, query }),
    refetchInterval: refreshMs,
  });
  // Its place stays free, so that the list below does not jump.
  if (!data) return <div className={classes["strip"]} />;
  const { points, total } = data;
  const [first] = points;
  const duration = durationInWords(total.p95Ms);
  const pages = total.pages === 0 ? undefined : formatCount(total.pages, "page");
  return (
    <section className={classes["strip"]} aria-label="Last 24 hours">
      <UsageChart points={points} />
      <p className={classes["figures"]}>
        {documentsOf(total) === 0 ? (
          // A new document is in the list below some seconds before it counts.
          <span>No documents counted yet in the last 24 hours</span>
        ) : (
          <span>
            <strong>{formatCount(documentsOf(total), "document")}</strong> in the last 24 hours
          </span>
        )}
        {total.failed > 0 && first ? (
          <UnstyledButton className={classes["failures"]} onClick={() => onFailed(first.at)}>
            {total.failed.toLocaleString("en")} failed
          </UnstyledButton>
        ) : null}
        {[duration, pages].map((words) => (words === undefined ? null : <span key={words}>{words}</span>))}
      </p>
    </section>
  );
}
