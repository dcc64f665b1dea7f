import { Button } from "@mantine/core";
import { operations, type ResponseOutput } from "@platen/contracts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useOperation } from "../api/operation-query.ts";
import { problemMessage } from "../api/problem-message.ts";
import { MaskedKey } from "../components/masked-key.tsx";
import { DataTable, type Column } from "../ui/data-table.tsx";
import { Dialog, DialogButtons } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { TimeText } from "../ui/time-text.tsx";

type ApiKey = ResponseOutput<typeof operations.removeMember>["apiKeys"][number];

/** A member who was removed, with the keys that the member has made. */
export type KeysOfMember = { email: string; apiKeys: readonly ApiKey[] };

type KeysProps = { projectId: string; apiKeys: readonly ApiKey[]; onClose: () => void };

function Keys({ projectId, apiKeys, onClose }: KeysProps) {
  const [revoked, setRevoked] = useState<ReadonlySet<string>>(new Set());
  const { mutateAsync: revokeApiKey } = useOperation(operations.revokeApiKey, [operations.listApiKeys]);
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: ({ keyId }: ApiKey) => revokeApiKey({ params: { projectId, keyId } }),
    onSuccess: (_answer, { keyId }) => setRevoked(new Set([...revoked, keyId])),
  });
  const columns: Column<ApiKey>[] = [
    { header: "Name", kind: "title", cell: ({ name }) => name },
    { header: "Key", width: 7, cell: ({ lastFour }) => <MaskedKey lastFour={lastFour} /> },
    {
      header: "Last used",
      width: 9,
      cell: ({ lastUsedAt }) =>
        lastUsedAt === null ? <span style={{ color: "var(--faint)" }}>Never</span> : <TimeText instant={lastUsedAt} />,
    },
    {
      header: "Actions",
      width: 7,
      cell: (key) =>
        revoked.has(key.keyId) ? (
          "Revoked"
        ) : (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Revoke ${key.name}`}
            loading={isPending && variables.keyId === key.keyId}
            onClick={() => mutate(key)}
          >
            Revoke
          </Button>
        ),
    },
  ];
  return (
    <>
      {error ? <Notice kind="failure">{problemMessage(error)}</Notice> : null}
      <p>
        These keys keep working, and the member may have kept their values. Revoke those that no application of yours
        uses. Replace the others first: applications with a revoked key stop working immediately.
      </p>
      <DataTable
        label="Keys of the member"
        columns={columns}
        items={apiKeys}
        keyOf={({ keyId }) => keyId}
        empty={null}
      />
      <DialogButtons>
        <Button onClick={onClose} data-autofocus>
          Done
        </Button>
      </DialogButtons>
    </>
  );
}

type KeysOfMemberDialogProps = {
  projectId: string;
  of: KeysOfMember | undefined;
  isOpen: boolean;
  onClose: () => void;
};

/** Names the API keys that a removed member has made, and revokes them one by one. */
export function KeysOfMemberDialog({ projectId, of, isOpen, onClose }: KeysOfMemberDialogProps) {
  return (
    <Dialog title={`API keys created by ${of?.email ?? ""}`} size="lg" isOpen={isOpen} onClose={onClose}>
      {of ? <Keys projectId={projectId} apiKeys={of.apiKeys} onClose={onClose} /> : null}
    </Dialog>
  );
}
