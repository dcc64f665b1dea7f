import { operations } from "@platen/contracts";
import { Anchor, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { operationQuery, useOperation } from "../../api/operation-query.ts";
import { problemMessage } from "../../api/problem-message.ts";
import { ConfirmDialog } from "../dialogs/confirm-dialog.tsx";
import { paths } from "../../paths.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { formatInstant } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { toast } from "../../ui/toast.ts";
import { useDialog } from "../../ui/use-dialog.ts";
import { useMay, useProject } from "../project-context.ts";
import classes from "./webhooks-panel.module.css";

/** For so long the secret before a new one signs too. */
const overlapMs = 24 * 3_600_000;

function Consequences({ previousUntil }: { previousUntil: string | null | undefined }) {
  const [until] = useState(() => new Date(Date.now() + overlapMs).toISOString());
  return (
    <>
      <p>
        The new secret signs all messages at once. The current secret signs them too for 24 hours, until{" "}
        <strong>{formatInstant(until)}</strong>. Set the new secret in each receiver before then.
      </p>
      {previousUntil ? <p>An older secret, which signs until {formatInstant(previousUntil)}, stops at once.</p> : null}
    </>
  );
}

/** The signing secret, which is read only to be shown, and the way to a new one. */
function SigningSecret() {
  const { projectId } = useProject();
  const [isShown, setIsShown] = useState(false);
  const replacement = useDialog();
  const request = { params: { projectId } };
  const { data, error, isFetching } = useQuery({
    ...operationQuery(operations.getWebhookSecret, request),
    enabled: isShown || replacement.isOpen,
    // The cache forgets the secret when the user leaves the page.
    gcTime: 0,
  });
  const { mutateAsync: rotate } = useOperation(operations.rotateWebhookSecret, [operations.getWebhookSecret]);
  return (
    <div className={classes["secret"]}>
      {isShown && error ? <Notice kind="failure">{problemMessage(error)}</Notice> : null}
      {isShown && data ? (
        <CodeBlock code={data.secret} name="secret" isValue />
      ) : (
        <code className={classes["hidden"]}>
          whsec_<span aria-hidden>••••••••••••</span>
        </code>
      )}
      {isShown && data && data.previousUntil !== null ? (
        <p style={{ margin: 0, color: "var(--soft)" }}>
          The secret before this one signs too until {formatInstant(data.previousUntil)}.
        </p>
      ) : null}
      <div style={{ display: "flex", flexWrap: "wrap", gap: "0.6rem" }}>
        <Button variant="default" loading={isShown && isFetching && !data} onClick={() => setIsShown(!isShown)}>
          {isShown ? "Hide secret" : "Show secret"}
        </Button>
        <Button variant="default" onClick={() => replacement.open(true)}>
          Make a new secret
        </Button>
      </div>
      <ConfirmDialog
        title="Make a new secret?"
        confirmLabel="Replace the secret"
        {...replacement.props}
        onConfirm={() => rotate(request)}
        onDone={() => {
          setIsShown(true);
          toast("The new secret signs from now on.");
        }}
      >
        <Consequences previousUntil={data?.previousUntil} />
      </ConfirmDialog>
    </div>
  );
}

type WebhooksPanelProps = {
  /** Whether the catalog has a `SECRETS_KEY`. */
  isAvailable: boolean;
};

/** The signing secret of the project's webhooks, for its owners. */
export function WebhooksPanel({ isAvailable }: WebhooksPanelProps) {
  const may = useMay();
  if (!may(operations.getWebhookSecret)) return null;
  return (
    <Panel
      title="Webhooks"
      text={
        <>
          Platen calls the <code>callbackUrl</code> of a request when its document is completed, has failed or was
          cancelled. A secret signs all messages of the project: each receiver needs it to know them from forged ones.{" "}
          <Anchor component={Link} to={paths.guide("webhooks", "a-receiver")} underline="always">
            How to write a receiver
          </Anchor>
        </>
      }
    >
      {isAvailable ? (
        <SigningSecret />
      ) : (
        <div className={classes["secret"]}>
          <Notice kind="warning">
            This installation sends no webhooks yet, because it stores signing secrets encrypted and its catalog has no{" "}
            <code>SECRETS_KEY</code>. Its operator sets <code>SECRETS_KEY</code> to 32 random bytes in base64, as{" "}
            <code>openssl rand -base64 32</code> makes them.
          </Notice>
        </div>
      )}
    </Panel>
  );
}
