import { operations } from "@platen/contracts";
import { Anchor, Button, NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Layers, Plus } from "lucide-react";
import { Link } from "react-router";
import { listQuery } from "../api/operation-query.ts";
import { BatchCommands } from "../batches/batch-commands.tsx";
import { batchStatusLabels, BatchStatus } from "../batches/batch-status.tsx";
import { batchName, doneRows, isUnderWay, type Batch } from "../batches/batch.ts";
import { ProgressBar } from "../batches/progress-bar.tsx";
import { ListBar } from "../components/list-bar.tsx";
import { ListPage } from "../components/list-page.tsx";
import { NoMatch } from "../components/no-match.tsx";
import { useMay, useProject } from "../components/project-context.ts";
import { useListQuery } from "../components/use-list-query.ts";
import { paths } from "../paths.ts";
import { ClockText } from "../ui/clock-text.tsx";
import type { Column } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { formatCount } from "../ui/format.ts";
import { Help } from "../ui/help.tsx";
import { PageHead } from "../ui/page-head.tsx";
import classes from "./batches-page.module.css";

/** How often a list with batches under way is read again. */
const followMs = 2_000;

function NameCell({ batch }: { batch: Batch }) {
  const { projectId } = useProject();
  const { batchId, reason, counts, rowsWithWarnings } = batch;
  return (
    <>
      <Anchor component={Link} to={paths.batch({ projectId, batchId })} c="var(--ink)" fw={500} inherit>
        {batchName(batch)}
      </Anchor>
      {counts.failed > 0 ? (
        <span className={classes["failed"]}>{counts.failed.toLocaleString("en")} failed</span>
      ) : null}
      {rowsWithWarnings > 0 ? (
        <span className={classes["warned"]}>{rowsWithWarnings.toLocaleString("en")} with warnings</span>
      ) : null}
      {reason === "too_many_failures" ? <span className={classes["note"]}>Too many failures</span> : null}
      {reason === "abandoned" ? <span className={classes["note"]}>No rows came</span> : null}
    </>
  );
}

function ProgressCell({ batch }: { batch: Batch }) {
  const { rowCount, status } = batch;
  if (status === "receiving") return <span className="figures">{formatCount(rowCount, "row")}</span>;
  return (
    <span className={classes["progress"]}>
      <ProgressBar batch={batch} />
      <span className="figures">
        {doneRows(batch).toLocaleString("en")} / {rowCount.toLocaleString("en")}
      </span>
    </span>
  );
}

function EndCell({ finishedAt, estimatedEnd }: Batch) {
  if (finishedAt !== null) return <ClockText instant={finishedAt} />;
  if (estimatedEnd === null) return null;
  return (
    <span className={classes["estimated"]}>
      about <ClockText instant={estimatedEnd} />
    </span>
  );
}

const columns: Column<Batch>[] = [
  { header: "Created", sort: "createdAt", width: 8, cell: ({ createdAt }) => <ClockText instant={createdAt} /> },
  { header: "Status", width: 7, cell: (batch) => <BatchStatus {...batch} /> },
  { header: "Name", kind: "title", cell: (batch) => <NameCell batch={batch} /> },
  {
    header: "Template",
    width: 10,
    isExtra: true,
    cell: ({ templateName, version }) => (
      <span title={`${templateName}, version ${version}`}>
        {templateName}
        <span style={{ color: "var(--soft)" }}>@{version}</span>
      </span>
    ),
  },
  { header: "Rows", width: 12, cell: (batch) => <ProgressCell batch={batch} /> },
  { header: "End", width: 8.5, cell: EndCell },
];

const statusOptions = Object.entries(batchStatusLabels).map(([value, label]) => ({ value, label }));

export function BatchesPage() {
  const { projectId, name } = useProject();
  const may = useMay();
  const { query, change } = useListQuery(operations.listBatches.member.request.query);
  const list = useQuery({
    ...listQuery(operations.listBatches.member, { params: { projectId }, query }),
    refetchInterval: ({ state }) => (state.data?.batches.some(isUnderWay) ? followMs : false),
  });
  const isFiltered = query.status !== undefined;
  const isEmpty = list.data?.pagination.total === 0 && !isFiltered;
  const newButton = may(operations.createBatch.member) ? (
    <Button component={Link} to={paths.newBatch({ projectId })} leftSection={<Plus size={16} aria-hidden />}>
      New batch
    </Button>
  ) : null;

  return (
    <>
      <PageHead
        title="Batches"
        documentTitle={`Batches · ${name}`}
        help={
          <Help about="Batches">
            Many documents of one template: one for each row of data, and all of them as a ZIP.
          </Help>
        }
      >
        {isEmpty ? null : newButton}
      </PageHead>
      {isEmpty ? null : (
        <ListBar>
          <NativeSelect
            aria-label="Status"
            data={[{ value: "", label: "Any status" }, ...statusOptions]}
            value={query.status ?? ""}
            onChange={({ currentTarget }) => change({ status: currentTarget.value })}
          />
        </ListBar>
      )}
      <ListPage
        label="Batches"
        noun="batch"
        columns={columns}
        list={list}
        itemsOf={({ batches }) => batches}
        keyOf={({ batchId }) => batchId}
        sort={query.sort}
        isDense
        onChange={change}
        empty={
          isFiltered ? (
            <NoMatch text="No batches match" onClear={() => change({ status: undefined })} />
          ) : (
            <EmptyState
              icon={Layers}
              title="No batches yet"
              text="A batch makes a PDF of each row: of a spreadsheet that you drop on “New batch”, or of the rows that these commands send."
              {...(newButton ? { action: newButton } : {})}
            >
              <BatchCommands projectId={projectId} />
            </EmptyState>
          )
        }
      />
    </>
  );
}
