import { Anchor, NativeSelect } from "@mantine/core";
import { documentStatuses, operations, type ResponseOutput } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { Link } from "react-router";
import { listQuery } from "../api/operation-query.ts";
import { DocumentStatus, statusLabels } from "../components/document-status.tsx";
import { failureLabel } from "../components/failure-labels.ts";
import { ListPage } from "../components/list-page.tsx";
import { NoMatch } from "../components/no-match.tsx";
import { useProject } from "../components/project-context.ts";
import { useListQuery } from "../components/use-list-query.ts";
import { warningOptions, warningSummary } from "../components/warning-labels.ts";
import { paths } from "../paths.ts";
import { Copyable } from "../ui/copyable.tsx";
import type { Column } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { formatDuration, formatSize, shortId } from "../ui/format.ts";
import classes from "./batch-rows.module.css";
import { isUnderWay, type Batch } from "./batch.ts";

type Document = ResponseOutput<typeof operations.getDocument.key>;

const followMs = 2_000;
/** Rows are begun in their order. */
const rowOrder = "createdAt:asc";

function NameCell({ document }: { document: Document }) {
  const { projectId } = useProject();
  const { filename, documentId, reference, failure, warnings } = document;
  const outcome = failure ? failureLabel(failure.code) : warningSummary(warnings);
  return (
    <>
      <Anchor component={Link} to={paths.document({ projectId, documentId })} c="var(--ink)" fw={500} inherit>
        {reference ?? filename ?? `Document ${shortId(documentId)}`}
      </Anchor>
      {outcome === undefined ? null : (
        <span
          title={failure?.message ?? outcome}
          className={classes["outcome"]}
          data-warned={warnings.length > 0 || undefined}
        >
          {outcome}
        </span>
      )}
    </>
  );
}

const columns: Column<Document>[] = [
  { header: "Row", width: 5, kind: "figure", cell: ({ row }) => row?.toLocaleString("en") },
  { header: "Status", width: 7.5, cell: ({ status }) => <DocumentStatus status={status} /> },
  { header: "Document", kind: "title", cell: (document) => <NameCell document={document} /> },
  { header: "Pages", width: 4.5, kind: "figure", cell: ({ pageCount }) => pageCount },
  {
    header: "Size",
    width: 5.5,
    kind: "figure",
    isExtra: true,
    cell: ({ sizeBytes }) => (sizeBytes === null ? null : formatSize(sizeBytes)),
  },
  {
    header: "Duration",
    width: 6,
    kind: "figure",
    isExtra: true,
    cell: ({ renderMs }) => (renderMs === null ? null : formatDuration(renderMs)),
  },
  {
    header: "Id",
    width: 6.5,
    isExtra: true,
    cell: ({ documentId }) => <Copyable name="id" value={documentId} short={shortId(documentId)} />,
  },
];

const statusOptions = documentStatuses.map((status) => ({ value: status, label: statusLabels[status] }));

/** The documents of the rows that Platen has begun. */
export function BatchRows({ batch }: { batch: Batch }) {
  const { projectId } = useProject();
  const { query, change } = useListQuery(operations.listDocuments.member.request.query);
  const { page, status, warning } = query;
  const list = useQuery({
    ...listQuery(operations.listDocuments.member, {
      params: { projectId },
      query: { page, sort: rowOrder, status, warning, batchId: batch.batchId },
    }),
    refetchInterval: isUnderWay(batch) ? followMs : false,
  });
  return (
    <section aria-label="Rows" className={classes["rows"]}>
      <div className={classes["head"]}>
        <h2>Rows</h2>
        <span className={classes["filters"]}>
          <NativeSelect
            aria-label="Status of rows"
            data={[{ value: "", label: "Any status" }, ...statusOptions]}
            value={status ?? ""}
            onChange={({ currentTarget }) => change({ status: currentTarget.value })}
          />
          <NativeSelect
            aria-label="Warnings of rows"
            data={[{ value: "", label: "With or without warnings" }, ...warningOptions]}
            value={warning ?? ""}
            onChange={({ currentTarget }) => change({ warning: currentTarget.value })}
          />
        </span>
      </div>
      <ListPage
        label="Rows"
        noun="document"
        columns={columns}
        list={list}
        itemsOf={({ documents }) => documents}
        keyOf={({ documentId }) => documentId}
        sort={rowOrder}
        isDense
        onChange={change}
        empty={
          status === undefined && warning === undefined ? (
            <EmptyState
              icon={FileText}
              title="No row is begun"
              text="A row appears here once Platen makes its document. The manifest lists all rows."
            />
          ) : (
            <NoMatch text="No rows match" onClear={() => change({ status: undefined, warning: undefined })} />
          )
        }
      />
    </section>
  );
}
