import { Anchor, Skeleton } from "@mantine/core";
import { operations } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { operationQuery } from "../api/operation-query.ts";
import { problemMessage, sentence } from "../api/problem-message.ts";
import { lacksOf } from "../batches/new/lacks-of.ts";
import { DocumentLinks } from "../components/document-links.tsx";
import { DownloadDocument } from "../components/download-document.tsx";
import { useProject } from "../components/project-context.ts";
import { paths } from "../paths.ts";
import { formatCount } from "../ui/format.ts";
import { Notice } from "../ui/notice.tsx";
import { Panel } from "../ui/panel.tsx";
import { TimeText } from "../ui/time-text.tsx";
import classes from "./make-one.module.css";

const waitSeconds = 10;
const betweenWaitsMs = 500;

/** A document that was made from the form: its PDF to download, a link to it, and what it lacks. */
export function MadeDocument({ documentId }: { documentId: string }) {
  const { projectId } = useProject();
  const { data: document, error } = useQuery({
    ...operationQuery(operations.getDocument.member, {
      params: { projectId, documentId },
      query: { wait: waitSeconds },
    }),
    refetchInterval: ({ state }) => (state.data && state.data.finishedAt === null ? betweenWaitsMs : false),
  });
  const record = (
    <Anchor component={Link} to={paths.document({ projectId, documentId })} underline="always">
      Open its record
    </Anchor>
  );
  if (error && !document) return <Notice kind="failure">{problemMessage(error)}</Notice>;
  if (!document || document.finishedAt === null)
    return (
      <Panel title="Making the document" text={<>You may leave this page. {record}.</>}>
        <Skeleton height={36} width={260} />
      </Panel>
    );
  const { status, failure, warnings, pageCount, expiresAt, content } = document;
  if (status !== "completed")
    return (
      <Panel title="The document was not made" isDanger>
        <p>
          {failure ? sentence(failure.message) : "It was cancelled."} {record}.
        </p>
      </Panel>
    );
  const lacks = lacksOf(warnings);
  return (
    <Panel
      title="The document is made"
      text={
        <>
          {pageCount === null ? null : `${formatCount(pageCount, "page")}. `}
          {expiresAt === null ? null : (
            <>
              Platen deletes its PDF <TimeText instant={expiresAt} />.{" "}
            </>
          )}
          {record}.
        </>
      }
    >
      {lacks.length === 0 ? null : (
        <Notice kind="warning">
          <ul className={classes["warnings"]}>
            {lacks.map((lack) => (
              <li key={lack}>{lack}</li>
            ))}
          </ul>
        </Notice>
      )}
      {content === "available" ? (
        <div className={classes["buttons"]}>
          <DownloadDocument document={document} />
          <DocumentLinks document={document} />
        </div>
      ) : null}
    </Panel>
  );
}
