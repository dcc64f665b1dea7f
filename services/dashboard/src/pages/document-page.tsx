import { Anchor, Skeleton } from "@mantine/core";
import { operations, type ResponseOutput } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { operationQuery } from "../api/operation-query.ts";
import { sentence } from "../api/problem-message.ts";
import { CancelDocument } from "../components/cancel-document.tsx";
import { DeliveriesPanels } from "../components/deliveries/deliveries-panels.tsx";
import { DeleteContent } from "../components/delete-content.tsx";
import { DocumentLinks } from "../components/document-links.tsx";
import { DownloadDocument } from "../components/download-document.tsx";
import { DocumentStatus, statusLabels } from "../components/document-status.tsx";
import { MaskedKey } from "../components/masked-key.tsx";
import { RequestPanel } from "../components/document-request/request-panel.tsx";
import { ProblemPanel } from "../components/problem-panel.tsx";
import { useProject } from "../components/project-context.ts";
import { failureLabel, stageLabels } from "../components/failure-labels.ts";
import { causesOf, warningCount, warningLabel } from "../components/warning-labels.ts";
import { paths } from "../paths.ts";
import { BackLink } from "../ui/back-link.tsx";
import { Copyable } from "../ui/copyable.tsx";
import { Facts } from "../ui/facts.tsx";
import { formatCount, formatDuration, formatInstant, formatSize } from "../ui/format.ts";
import { PageHead } from "../ui/page-head.tsx";
import { Panel } from "../ui/panel.tsx";
import { Timeline, type Moment } from "../ui/timeline.tsx";
import { TimeText } from "../ui/time-text.tsx";
import classes from "./document-page.module.css";

type Document = ResponseOutput<typeof operations.getDocument.key>;

const followMs = 1_000;
const dayMs = 86_400_000;

/** The time until the document's record is other than it was: it ends, or its PDF expires. */
function untilNextChange({ finishedAt, content, expiresAt }: Document): number | false {
  if (finishedAt === null) return followMs;
  if (content !== "available" || expiresAt === null) return false;
  return Math.min(dayMs, Math.max(followMs, Date.parse(expiresAt) - Date.now()));
}

function momentsOf(document: Document): Moment[] {
  const { status, createdAt, finishedAt, queueMs, renderMs, apiKey, attempts, notBefore } = document;
  const withKey = apiKey === null ? "" : ` with the key “${apiKey.name}”`;
  const moments: Moment[] = [{ title: "Requested", text: `${formatInstant(createdAt)}${withKey}` }];
  if (notBefore !== null && status === "queued" && Date.parse(notBefore) > Date.now()) {
    moments.push({ title: "Waiting for its time", text: formatInstant(notBefore), isOpen: true });
    return moments;
  }
  if (attempts > 0) {
    moments.push({ title: "Tried again", text: `${formatCount(attempts, "time")}, after a failure that may pass` });
  }
  if (queueMs !== null) {
    moments.push({ title: "Picked up by a worker", text: `after ${formatDuration(queueMs)} in the queue` });
  } else if (status === "queued") {
    moments.push({ title: "Waiting for a worker", isOpen: true });
  }
  if (status === "rendering") moments.push({ title: "Rendering", isOpen: true });
  if (finishedAt !== null) {
    const title = statusLabels[status];
    const took = renderMs === null ? formatInstant(finishedAt) : `after ${formatDuration(renderMs)} of rendering`;
    moments.push({ title, text: took, ...(status === "failed" ? { isBad: true } : {}) });
  }
  return moments;
}

type Place = { part?: string | undefined; line?: number | undefined; column?: number | undefined };

/** The texts of a version that have lines, by their names in warnings and failures. */
const versionParts = new Map([
  ["html", "html"],
  ["css", "css"],
  ["settings.header", "header"],
  ["settings.footer", "footer"],
]);

/** A link to a place in the version of the document, if the place is in a text of the template's own. */
function PlaceLink({ document: { templateId, version }, place }: { document: Document; place: Place }) {
  const { projectId } = useProject();
  const { line } = place;
  const part = versionParts.get(place.part ?? "");
  if (templateId === null || version === null || part === undefined || line === undefined) return null;
  return (
    <>
      {" "}
      <Anchor component={Link} to={paths.versionAt({ projectId, templateId, version, part, line })} underline="always">
        Open version {version} at line {line}
      </Anchor>
    </>
  );
}

function FailurePanel({ document, failure }: { document: Document; failure: NonNullable<Document["failure"]> }) {
  // Often the message says all that the only detail says.
  const said = failure.details?.find(({ message }) => failure.message.includes(message));
  const details = failure.details?.filter(({ message }) => !failure.message.includes(message)) ?? [];
  return (
    <Panel title={failureLabel(failure.code)} isDanger>
      <p style={{ margin: "0.25rem 0 0", overflowWrap: "anywhere" }}>
        {sentence(failure.message)}
        {said ? <PlaceLink document={document} place={{ ...said, part: said.path }} /> : null}
      </p>
      {details.length > 0 ? (
        <ul style={{ margin: "0.75rem 0 0", paddingLeft: "1.2rem" }}>
          {details.map(({ path, line, column, message }) => (
            <li key={`${path} ${line} ${column} ${message}`}>
              <code>{path}</code>
              {line === undefined ? null : `, line ${line}, column ${column}:`} {message}
              <PlaceLink document={document} place={{ part: path, line, column }} />
            </li>
          ))}
        </ul>
      ) : null}
      <p style={{ margin: "0.75rem 0 0", color: "var(--soft)" }}>
        {failure.stage === undefined ? null : `The document failed ${stageLabels[failure.stage]}. `}
        {failure.retryable
          ? "The same request may succeed later."
          : "The same request will fail again. Change the request or its template first."}{" "}
        <code>{failure.code}</code>
      </p>
    </Panel>
  );
}

function placeOf({ part, line, column }: Place): string | undefined {
  return part === undefined || line === undefined ? undefined : `${part}, line ${line}, column ${column ?? 1}`;
}

/** The places of one cause. A warning that sums up others has none. */
function Places({ document, places }: { document: Document; places: readonly Place[] }) {
  const named = [...new Map(places.map((place) => [placeOf(place), place]))].filter(([name]) => name !== undefined);
  if (named.length === 0) return null;
  return (
    <ul style={{ margin: 0, paddingLeft: "1.2rem", color: "var(--soft)" }}>
      {named.map(([name, place]) => (
        <li key={name}>
          {name}
          <PlaceLink document={document} place={place} />
        </li>
      ))}
    </ul>
  );
}

function WarningsPanel({ document }: { document: Document }) {
  const causes = causesOf(document.warnings);
  return (
    <Panel title={warningCount(causes.length)}>
      <ul style={{ margin: "0.25rem 0 0", paddingLeft: "1.2rem", overflowWrap: "anywhere" }}>
        {causes.map(({ code, message, warnings }) => (
          <li key={`${code} ${message}`}>
            <strong>{warningLabel(code)}.</strong> {message} <code>{code}</code>
            <Places document={document} places={warnings} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function durationOf(queueMs: number, renderMs: number): string {
  const parts = `${formatDuration(queueMs)} in the queue, ${formatDuration(renderMs)} of rendering`;
  return `${formatDuration(queueMs + renderMs)}: ${parts}`;
}

function DocumentFacts({ document }: { document: Document }) {
  const { projectId } = useProject();
  const { documentId, templateId, templateName, version, apiKey, filename, pageCount, sizeBytes, sha256 } = document;
  const { requestId, queueMs, renderMs, content, expiresAt } = document;
  const { reference, metadata, notBefore } = document;
  return (
    <Facts
      facts={[
        ["Document", <Copyable key="id" name="id" value={documentId} />],
        ["Request", requestId === null ? null : <Copyable key="request" name="request id" value={requestId} />],
        [
          "Template",
          templateId === null ? (
            "Inline HTML"
          ) : (
            <span key="template">
              <Anchor component={Link} to={paths.documentsOfTemplate({ projectId, templateId })} underline="always">
                {templateName ?? templateId}
              </Anchor>
              , version {version}
            </span>
          ),
        ],
        [
          "API key",
          apiKey === null ? null : (
            <span key="key">
              <Anchor component={Link} to={paths.documentsOfKey({ projectId, keyId: apiKey.keyId })} underline="always">
                {apiKey.name}
              </Anchor>{" "}
              <MaskedKey lastFour={apiKey.lastFour} />
            </span>
          ),
        ],
        ["File name", filename],
        [
          "Reference",
          reference === null ? null : (
            <Anchor
              key="reference"
              component={Link}
              to={paths.documentsOfReference({ projectId, reference })}
              underline="always"
            >
              {reference}
            </Anchor>
          ),
        ],
        [
          "Metadata",
          metadata === null || Object.keys(metadata).length === 0 ? null : (
            <dl key="metadata" className={classes["metadata"]}>
              {Object.entries(metadata).map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{String(value)}</dd>
                </div>
              ))}
            </dl>
          ),
        ],
        ["Not before", notBefore === null ? null : formatInstant(notBefore)],
        ["Duration", renderMs === null ? null : durationOf(queueMs ?? 0, renderMs)],
        ["Pages", pageCount],
        ["Size", sizeBytes === null ? null : formatSize(sizeBytes)],
        [
          "Kept until",
          expiresAt === null ? null : content === "deleted" || content === "lost" ? (
            content
          ) : (
            <TimeText key="kept" instant={expiresAt} />
          ),
        ],
        ["SHA-256", sha256 === null ? null : <Copyable key="sha" name="SHA-256" value={sha256} />],
      ]}
    />
  );
}

export function DocumentPage() {
  const { projectId, name: projectName } = useProject();
  const { documentId = "" } = useParams();
  const { data, error, refetch } = useQuery({
    ...operationQuery(operations.getDocument.member, { params: { projectId, documentId } }),
    refetchInterval: ({ state }) => (state.data ? untilNextChange(state.data) : false),
  });
  return (
    <>
      <BackLink to={paths.documents({ projectId })}>Documents</BackLink>
      {data ? (
        <>
          <PageHead
            title={data.filename ?? data.templateName ?? data.documentId}
            documentTitle={`Document · ${projectName}`}
            description={
              <span style={{ display: "inline-flex", gap: "0.9rem", flexWrap: "wrap" }}>
                <DocumentStatus status={data.status} /> <TimeText instant={data.createdAt} />
              </span>
            }
          >
            {data.content === "pending" ? <CancelDocument document={data} /> : null}
            {data.content === "none" || data.content === "pending" ? null : <DeleteContent document={data} />}
            {data.content === "available" ? <DocumentLinks document={data} /> : null}
            {data.content === "available" ? <DownloadDocument document={data} /> : null}
          </PageHead>
          {data.failure ? <FailurePanel document={data} failure={data.failure} /> : null}
          {data.warnings.length > 0 ? <WarningsPanel document={data} /> : null}
          <div className={classes["columns"]}>
            <Panel title="Timeline">
              <Timeline moments={momentsOf(data)} />
            </Panel>
            <Panel title="Details">
              <DocumentFacts document={data} />
            </Panel>
          </div>
          <div className={classes["below"]}>
            <DeliveriesPanels document={data} />
            <RequestPanel document={data} />
          </div>
        </>
      ) : error ? (
        <ProblemPanel error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={28} width={220} />
      )}
    </>
  );
}
