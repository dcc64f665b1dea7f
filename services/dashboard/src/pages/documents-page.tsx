import { Anchor, NativeSelect } from "@mantine/core";
import { documentStatuses, operations, type ResponseOutput } from "@platen/contracts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { Link } from "react-router";
import { operationQuery } from "../api/operation-query.ts";
import { DocumentStatus, statusWords } from "../components/document-status.tsx";
import { ListBar } from "../components/list-bar.tsx";
import { NoMatch } from "../components/no-match.tsx";
import { ProblemPanel } from "../components/problem-panel.tsx";
import { useProject } from "../components/project.ts";
import { useListQuery } from "../components/use-list-query.ts";
import { useTemplateName } from "../components/use-template-name.ts";
import { paths } from "../paths.ts";
import { DataTable, type Column } from "../ui/data-table.tsx";
import { Empty } from "../ui/empty.tsx";
import { formatDuration, formatSize } from "../ui/format.ts";
import { PageHead } from "../ui/page-head.tsx";
import { Pager } from "../ui/pager.tsx";
import { TimeText } from "../ui/time-text.tsx";

type Document = ResponseOutput<typeof operations.getDocument>;

/** How often a list with unfinished documents looks again. */
const followMs = 2_000;

function isUnfinished({ status }: Document): boolean {
  return status === "queued" || status === "rendering";
}

function TemplateName({ templateId }: { templateId: string }) {
  const { projectId } = useProject();
  return <>{useTemplateName({ projectId, templateId })}</>;
}

function DocumentLink({ document }: { document: Document }) {
  const { projectId } = useProject();
  return (
    <Anchor component={Link} to={paths.document({ projectId, ...document })} c="var(--ink)" fw={500}>
      {document.filename ?? <TemplateName templateId={document.templateId} />}
    </Anchor>
  );
}

const columns: Column<Document>[] = [
  { header: "Document", kind: "title", cell: (document) => <DocumentLink document={document} /> },
  { header: "Status", width: 8, cell: ({ status }) => <DocumentStatus status={status} /> },
  {
    header: "Template",
    width: 12,
    isExtra: true,
    cell: ({ templateId, version }) => (
      <>
        <TemplateName templateId={templateId} />
        <span style={{ color: "var(--soft)" }}> v{version}</span>
      </>
    ),
  },
  { header: "Pages", width: 5.5, kind: "figure", cell: ({ pageCount }) => pageCount },
  {
    header: "Size",
    width: 6,
    kind: "figure",
    cell: ({ sizeBytes }) => (sizeBytes === null ? null : formatSize(sizeBytes)),
  },
  {
    header: "Time",
    width: 6,
    kind: "figure",
    isExtra: true,
    cell: ({ queueMs, renderMs }) => (renderMs === null ? null : formatDuration((queueMs ?? 0) + renderMs)),
  },
  { header: "Requested", sort: "createdAt", width: 9.5, cell: ({ createdAt }) => <TimeText instant={createdAt} /> },
];

const statusOptions = documentStatuses.map((status) => ({ value: status, label: statusWords[status] }));

export function DocumentsPage() {
  const { projectId, name: projectName } = useProject();
  const { query, change } = useListQuery(operations.listProjectDocuments.request.query);
  const { data, error, refetch } = useQuery({
    ...operationQuery(operations.listProjectDocuments, { params: { projectId }, query }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.documents.some(isUnfinished) ? followMs : false),
  });
  // The filter names the templates changed last; one that is filtered by is there in any case.
  const { data: templates } = useQuery(
    operationQuery(operations.listProjectTemplates, { params: { projectId }, query: { pageSize: 100 } }),
  );
  const options = (templates?.templates ?? []).map(({ templateId, name }) => ({ value: templateId, label: name }));
  if (query.templateId !== undefined && !options.some(({ value }) => value === query.templateId)) {
    options.push({ value: query.templateId, label: query.templateId });
  }
  const isFiltered = query.status !== undefined || query.templateId !== undefined;

  return (
    <>
      <PageHead
        title="Documents"
        documentTitle={`Documents · ${projectName}`}
        description="What was generated, and what became of it. PDFs are handed over and not kept."
      />
      {data?.pagination.total === 0 && !isFiltered ? null : (
        <ListBar>
          <NativeSelect
            aria-label="Status"
            data={[{ value: "", label: "Any status" }, ...statusOptions]}
            value={query.status ?? ""}
            onChange={({ currentTarget }) => change({ status: currentTarget.value })}
          />
          <NativeSelect
            aria-label="Template"
            data={[{ value: "", label: "Any template" }, ...options]}
            value={query.templateId ?? ""}
            onChange={({ currentTarget }) => change({ templateId: currentTarget.value })}
            maw="16rem"
          />
        </ListBar>
      )}
      {error && !data ? (
        <ProblemPanel error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          label="Documents"
          columns={columns}
          items={data?.documents}
          keyOf={({ documentId }) => documentId}
          sort={query.sort}
          onSort={(sort) => change({ sort })}
          empty={
            isFiltered ? (
              <NoMatch
                text="No document matches"
                onClear={() => change({ status: undefined, templateId: undefined })}
              />
            ) : (
              <Empty
                icon={FileText}
                title="No documents yet"
                text={
                  <>
                    Every request to generate a document is listed here. The{" "}
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
      )}
      {data && data.pagination.total > 0 ? (
        <Pager pagination={data.pagination} noun="document" onPage={(page) => change({ page })} />
      ) : null}
    </>
  );
}
