import { Anchor, Button } from "@mantine/core";
import { operations, type KeptRequest, type ResponseOutput } from "@platen/contracts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { operationQuery, useOperation } from "../../api/operation-query.ts";
import { problemMessage } from "../../api/problem-message.ts";
import { ConfirmDialog } from "../dialogs/confirm-dialog.tsx";
import { paths } from "../../paths.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { toast } from "../../ui/toast.ts";
import { useDialog } from "../../ui/use-dialog.ts";
import { useMay, useProject } from "../project-context.ts";
import { makeAgain } from "./make-again.ts";
import { RemadePages } from "./remade-pages.tsx";
import classes from "./request-panel.module.css";

type Document = ResponseOutput<typeof operations.getDocument.key>;

/** The gateway hands a request over after it has created the document. */
const arrivesWithinMs = 5_000;
const lookAgainMs = 1_000;

const asJson = (value: object) => JSON.stringify(value, null, 2);

/** The parts of a request beside its data, each as a text with its name. */
function partsOf({ data, html, css, settings, options, locale, timeZone }: KeptRequest): [string, string][] {
  const rest = { ...(options && { options }), ...(locale && { locale }), ...(timeZone && { timeZone }) };
  const parts: [string, string | undefined][] = [
    ["data", data && asJson(data)],
    ["options", Object.keys(rest).length === 0 ? undefined : asJson(rest)],
    ["HTML", html],
    ["CSS", css],
    ["settings", settings && asJson(settings)],
  ];
  return parts.filter((part): part is [string, string] => part[1] !== undefined && part[1] !== "");
}

function DeleteRequest({ document: { documentId } }: { document: Document }) {
  const { projectId } = useProject();
  const { open, props } = useDialog();
  const { mutateAsync } = useOperation(operations.deleteDocumentRequest, [operations.getDocumentRequest]);
  return (
    <>
      <Button color="red" variant="outline" onClick={() => open(true)}>
        Delete request
      </Button>
      <ConfirmDialog
        title="Delete the kept request?"
        confirmLabel="Delete request"
        {...props}
        onConfirm={() => mutateAsync({ params: { projectId, documentId } })}
        onDone={() => toast("The request is deleted.")}
      >
        <p>Nobody can see its data any more. The record of the document and its PDF stay. You cannot undo this.</p>
      </ConfirmDialog>
    </>
  );
}

function KeptPanel({ document, request, keptUntil }: { document: Document; request: KeptRequest; keptUntil: string }) {
  const { projectId } = useProject();
  const { documentId, templateId } = document;
  const remaking = useMutation({ mutationFn: () => makeAgain(projectId, document, request) });
  const remade = remaking.data;
  return (
    <Panel
      title="Request"
      text={
        <>
          What the document was made from. Platen deletes it <TimeText instant={keptUntil} />.
        </>
      }
    >
      <div className={classes["actions"]}>
        <Button loading={remaking.isPending} onClick={() => remaking.mutate()}>
          {remade ? "Make it once more" : "Make it again"}
        </Button>
        {templateId === null ? null : (
          <Button component={Link} variant="default" to={paths.templateWithData({ projectId, templateId, documentId })}>
            Open in the editor with this data
          </Button>
        )}
        <DeleteRequest document={document} />
      </div>
      {remaking.error ? <Notice kind="failure">{problemMessage(remaking.error)}</Notice> : null}
      <div className={classes["columns"]} data-remade={remade !== undefined || undefined}>
        <div className={classes["parts"]}>
          {partsOf(request).map(([name, text]) => (
            <section key={name}>
              <h3 className={classes["name"]}>{name.charAt(0).toUpperCase() + name.slice(1)}</h3>
              <CodeBlock code={text} name={name} />
            </section>
          ))}
        </div>
        {remade ? <RemadePages document={document} remade={remade} /> : null}
      </div>
    </Panel>
  );
}

/** The kept request of a document: its data, its PDF made again, and the way into the editor. */
export function RequestPanel({ document }: { document: Document }) {
  const { projectId } = useProject();
  const may = useMay();
  const { documentId, createdAt } = document;
  const { data, error } = useQuery({
    ...operationQuery(operations.getDocumentRequest, { params: { projectId, documentId } }),
    enabled: may(operations.getDocumentRequest),
    refetchInterval: ({ state }) =>
      state.data?.request === null && Date.now() - Date.parse(createdAt) < arrivesWithinMs ? lookAgainMs : false,
  });
  if (!data && error) {
    return (
      <Panel title="Request">
        <Notice kind="failure">{problemMessage(error)}</Notice>
      </Panel>
    );
  }
  if (!data) return null;
  const { request, keptUntil, isTooLarge } = data;
  if (request && keptUntil !== null) return <KeptPanel document={document} request={request} keptUntil={keptUntil} />;
  return (
    <Panel title="Request">
      <p className={classes["none"]}>
        {isTooLarge ? (
          "The request has more than 1,000,000 bytes. Platen does not keep it."
        ) : (
          <>
            Platen does not keep the request of this document.{" "}
            {may(operations.saveRequestKeeping) ? (
              <>
                The{" "}
                <Anchor component={Link} to={paths.settings({ projectId }, "documents")} underline="always">
                  settings
                </Anchor>{" "}
                say for how long it keeps new ones.
              </>
            ) : null}
          </>
        )}
      </p>
    </Panel>
  );
}
