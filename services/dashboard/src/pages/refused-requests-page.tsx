import { operations, type ResponseOutput } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { listQuery } from "../api/operation-query.ts";
import { sentence } from "../api/problem-message.ts";
import { DocumentsHead } from "../components/documents-head.tsx";
import { ListPage } from "../components/list-page.tsx";
import { NoMatch } from "../components/no-match.tsx";
import { useProject } from "../components/project-context.ts";
import { useListQuery } from "../components/use-list-query.ts";
import { ClockText } from "../ui/clock-text.tsx";
import { Copyable } from "../ui/copyable.tsx";
import type { Column } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { shortId } from "../ui/format.ts";

type Refused = ResponseOutput<typeof operations.listRefusedRequests>["refusedRequests"][number];

/** The reason in one line, which begins with the field at fault where one is. */
function reasonOf({ path, message }: Refused): string {
  return path === null || /^[A-Z]/.test(message) ? sentence(message) : `${path} ${message}`;
}

const columns: Column<Refused>[] = [
  { header: "Time", sort: "lastAt", width: 8.25, cell: ({ lastAt }) => <ClockText instant={lastAt} /> },
  { header: "Key", width: 8, cell: ({ apiKey }) => <span title={apiKey.name}>{apiKey.name}</span> },
  { header: "Code", width: 12, cell: ({ code }) => <code title={code}>{code}</code> },
  {
    header: "Reason",
    kind: "title",
    cell: (refused) => <span title={reasonOf(refused)}>{reasonOf(refused)}</span>,
  },
  {
    header: "Field",
    width: 9,
    isExtra: true,
    cell: ({ path }) => (path === null ? null : <code title={path}>{path}</code>),
  },
  { header: "Requests", width: 5.5, kind: "figure", cell: ({ requests }) => requests.toLocaleString("en") },
  {
    header: "Request",
    width: 6.5,
    cell: ({ requestId }) => <Copyable name="request id" value={requestId} short={shortId(requestId)} />,
  },
];

/** The requests of keys that were refused before there was a document. */
export function RefusedRequestsPage() {
  const { projectId } = useProject();
  const { query, change } = useListQuery(operations.listRefusedRequests.request.query);
  const list = useQuery(listQuery(operations.listRefusedRequests, { params: { projectId }, query }));
  return (
    <>
      <DocumentsHead
        title="Refused requests"
        help="Requests with a valid API key that Platen refused. Those of one minute with the same key and code are one line."
      />
      <ListPage
        label="Refused requests"
        noun="line"
        columns={columns}
        list={list}
        itemsOf={({ refusedRequests }) => refusedRequests}
        keyOf={({ apiKey, code, requestId }) => `${apiKey.keyId} ${code} ${requestId}`}
        sort={query.sort}
        onChange={change}
        isDense
        empty={
          query.keyId === undefined ? (
            <EmptyState
              icon={ShieldCheck}
              title="No refused requests"
              text="A request that Platen refuses, for a wrong field or a limit, appears here with its reason."
            />
          ) : (
            <NoMatch text="No requests match" onClear={() => change({ keyId: undefined })} />
          )
        }
      />
    </>
  );
}
