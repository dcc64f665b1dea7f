import { Anchor } from "@mantine/core";
import { operations, type ResponseOutput } from "@platen/contracts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { Link } from "react-router";
import { operationQuery } from "../api/operation-query.ts";
import { DocumentFilters, hasFilters, noFilters } from "../components/document-filters.tsx";
import { DocumentStatus } from "../components/document-status.tsx";
import { failureLabel } from "../components/failure-labels.ts";
import { MaskedKey } from "../components/masked-key.tsx";
import { NoMatch } from "../components/no-match.tsx";
import { ListPage } from "../components/list-page.tsx";
import { useProject } from "../components/project-context.ts";
import { useListQuery } from "../components/use-list-query.ts";
import { warningSummary } from "../components/warning-labels.ts";
import { paths } from "../paths.ts";
import type { Column } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { formatDuration, formatSize } from "../ui/format.ts";
import { PageHead } from "../ui/page-head.tsx";
import { TimeText } from "../ui/time-text.tsx";

type Document = ResponseOutput<typeof operations.getDocument>;

/** How often a list with unfinished documents is read again. */
const followMs = 2_000;

function isUnfinished({ status }: Document): boolean {
  return status === "queued" || status === "rendering";
}

function DocumentLink({ document }: { document: Document }) {
  const { projectId } = useProject();
  const { filename, templateName, documentId } = document;
  return (
    <Anchor component={Link} to={paths.document({ projectId, documentId })} c="var(--ink)" fw={500}>
      {filename ?? templateName ?? documentId}
    </Anchor>
  );
}

function StatusCell({ document: { status, failure, warnings } }: { document: Document }) {
  const note = failure ? failureLabel(failure.code) : warningSummary(warnings);
  return (
    <>
      <DocumentStatus status={status} />
      {note === undefined ? null : (
        <div style={{ color: "var(--soft)", fontSize: "0.8125rem", lineHeight: 1.35 }}>{note}</div>
      )}
    </>
  );
}

const duration = (durationMs: number | null) => (durationMs === null ? null : formatDuration(durationMs));

const columns: Column<Document>[] = [
  { header: "Document", kind: "title", cell: (document) => <DocumentLink document={document} /> },
  { header: "Status", width: 11, cell: (document) => <StatusCell document={document} /> },
  {
    header: "Template",
    width: 10.5,
    isExtra: true,
    cell: ({ templateId, templateName, version }) =>
      templateId === null ? (
        "Inline HTML"
      ) : (
        <span title={templateName ?? templateId}>
          {templateName ?? templateId}
          <span style={{ color: "var(--soft)" }}> v{version}</span>
        </span>
      ),
  },
  {
    header: "Key",
    width: 8.5,
    isExtra: true,
    cell: ({ apiKey }) =>
      apiKey === null ? null : (
        <span title={apiKey.name}>
          {apiKey.name} <MaskedKey lastFour={apiKey.lastFour} />
        </span>
      ),
  },
  { header: "Pages", width: 4.75, kind: "figure", cell: ({ pageCount }) => pageCount },
  {
    header: "Size",
    width: 5.75,
    kind: "figure",
    cell: ({ sizeBytes }) => (sizeBytes === null ? null : formatSize(sizeBytes)),
  },
  { header: "Queue", width: 5.5, kind: "figure", isExtra: true, cell: ({ queueMs }) => duration(queueMs) },
  { header: "Render", width: 5.75, kind: "figure", isExtra: true, cell: ({ renderMs }) => duration(renderMs) },
  { header: "Requested", sort: "createdAt", width: 8.75, cell: ({ createdAt }) => <TimeText instant={createdAt} /> },
];

export function DocumentsPage() {
  const { projectId, name: projectName } = useProject();
  const { query, change } = useListQuery(operations.listProjectDocuments.request.query);
  const list = useQuery({
    ...operationQuery(operations.listProjectDocuments, { params: { projectId }, query }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.documents.some(isUnfinished) ? followMs : false),
  });
  const isFiltered = hasFilters(query);

  return (
    <>
      <PageHead
        title="Documents"
        documentTitle={`Documents · ${projectName}`}
        description="All requests for documents and their outcome. Platen does not keep the PDFs."
      />
      {list.data?.pagination.total === 0 && !isFiltered ? null : (
        <DocumentFilters query={query} documents={list.data?.documents ?? []} onChange={change} />
      )}
      <ListPage
        label="Documents"
        noun="document"
        columns={columns}
        list={list}
        itemsOf={({ documents }) => documents}
        keyOf={({ documentId }) => documentId}
        sort={query.sort}
        onChange={change}
        empty={
          isFiltered ? (
            <NoMatch text="No documents match" onClear={() => change(noFilters)} />
          ) : (
            <EmptyState
              icon={FileText}
              title="No documents yet"
              text={
                <>
                  This page will list every request to generate a document. The{" "}
                  <Anchor component={Link} to={paths.apiKeys({ projectId })} underline="always">
                    API keys
                  </Anchor>{" "}
                  page has a command to try.
                </>
              }
            />
          )
        }
      />
    </>
  );
}
