import { Anchor } from "@mantine/core";
import { operations, type ResponseOutput } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { Link } from "react-router";
import { listQuery } from "../api/operation-query.ts";
import { DocumentFilters, hasFilters, noFilters } from "../components/document-filters.tsx";
import { DocumentStatus } from "../components/document-status.tsx";
import { failureLabel } from "../components/failure-labels.ts";
import { DocumentsHead } from "../components/documents-head.tsx";
import { DocumentStrip } from "../components/document-strip.tsx";
import { NoMatch } from "../components/no-match.tsx";
import { ListPage } from "../components/list-page.tsx";
import { useProject } from "../components/project-context.ts";
import { useListQuery } from "../components/use-list-query.ts";
import { UsageStrip } from "../components/usage/usage-strip.tsx";
import { warningSummary } from "../components/warning-labels.ts";
import { paths } from "../paths.ts";
import { ClockText } from "../ui/clock-text.tsx";
import type { Column } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { formatDuration, formatSize, shortId } from "../ui/format.ts";

type Document = ResponseOutput<typeof operations.getDocument.key>;

/** How often a list with unfinished documents is read again. */
const followMs = 2_000;

function isUnfinished({ status }: Document): boolean {
  return status === "queued" || status === "rendering";
}

function NameCell({ document }: { document: Document }) {
  const { projectId } = useProject();
  const { filename, documentId, reference, failure, warnings } = document;
  const outcome = failure ? failureLabel(failure.code) : warningSummary(warnings);
  const notes = [
    { text: filename === null ? undefined : (reference ?? undefined), colour: "var(--soft)" },
    { text: outcome, colour: failure ? "var(--soft)" : "var(--warn)" },
  ];
  return (
    <>
      <Anchor component={Link} to={paths.document({ projectId, documentId })} c="var(--ink)" fw={500} inherit>
        {filename ?? reference ?? `Document ${shortId(documentId)}`}
      </Anchor>
      {notes.map(({ text, colour }) =>
        text === undefined ? null : (
          <span key={colour} title={text} style={{ marginLeft: "0.75rem", color: colour, fontWeight: 400 }}>
            {text}
          </span>
        ),
      )}
    </>
  );
}

function TemplateCell({ templateId, templateName, version }: Document) {
  if (templateId === null) return "Inline HTML";
  const name = templateName ?? templateId;
  return (
    <span title={`${name}, version ${version}`}>
      {name}
      <span style={{ color: "var(--soft)" }}>@{version}</span>
    </span>
  );
}

function KeyCell({ apiKey }: Document) {
  return apiKey === null ? null : <span title={`${apiKey.name} ••••${apiKey.lastFour}`}>{apiKey.name}</span>;
}

const columns: Column<Document>[] = [
  { header: "Time", sort: "createdAt", width: 8.25, cell: ({ createdAt }) => <ClockText instant={createdAt} /> },
  { header: "Status", width: 7, cell: ({ status }) => <DocumentStatus status={status} /> },
  { header: "Name", kind: "title", cell: (document) => <NameCell document={document} /> },
  { header: "Template", width: 10, cell: TemplateCell },
  { header: "Key", width: 8, isExtra: true, cell: KeyCell },
  { header: "Pages", width: 4, kind: "figure", cell: ({ pageCount }) => pageCount },
  {
    header: "Size",
    width: 5,
    kind: "figure",
    isExtra: true,
    cell: ({ sizeBytes }) => (sizeBytes === null ? null : formatSize(sizeBytes)),
  },
  {
    header: "Duration",
    width: 5.25,
    kind: "figure",
    cell: ({ queueMs, renderMs }) => (renderMs === null ? null : formatDuration((queueMs ?? 0) + renderMs)),
  },
];

export function DocumentsPage() {
  const { projectId } = useProject();
  const { query, change } = useListQuery(operations.listDocuments.member.request.query);
  const list = useQuery({
    ...listQuery(operations.listDocuments.member, { params: { projectId }, query }),
    refetchInterval: ({ state }) => (state.data?.documents.some(isUnfinished) ? followMs : false),
  });
  const isFiltered = hasFilters(query);

  return (
    <>
      <DocumentsHead
        title="Documents"
        help="All requests for documents and their outcome. Platen keeps a PDF only if its request asks for that."
      />
      {list.data?.pagination.total === 0 && !isFiltered ? null : (
        <>
          <UsageStrip
            templateId={query.templateId}
            onFailed={(from) => change({ ...noFilters, templateId: query.templateId, status: "failed", from })}
          />
          <DocumentFilters query={query} documents={list.data?.documents ?? []} onChange={change} />
          {list.data && list.data.pagination.total > 0 ? (
            <DocumentStrip query={query} pagination={list.data.pagination} />
          ) : null}
        </>
      )}
      <ListPage
        label="Documents"
        noun="document"
        columns={columns}
        list={list}
        itemsOf={({ documents }) => documents}
        keyOf={({ documentId }) => documentId}
        sort={query.sort}
        isDense
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
