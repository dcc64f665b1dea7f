import { Button } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { operations, scopes, type ResponseOutput } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { Ban, KeyRound, Pencil, Plus } from "lucide-react";
import { useRef, useState } from "react";
import { listQuery, useOperation } from "../api/operation-query.ts";
import { fieldMessages, problemMessage } from "../api/problem-message.ts";
import { CommandBlock } from "../components/command-block.tsx";
import { MaskedKey } from "../components/masked-key.tsx";
import { ListPage } from "../components/list-page.tsx";
import { useMay, useProject } from "../components/project-context.ts";
import { useListQuery } from "../components/use-list-query.ts";
import { ConfirmDialog } from "../components/dialogs/confirm-dialog.tsx";
import { CreateApiKeyDialog } from "../forms/create-api-key-dialog.tsx";
import type { Column } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Help } from "../ui/help.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { RenameInPlace } from "../ui/rename-in-place.tsx";
import { RowMenu } from "../ui/row-menu.tsx";
import { TimeText } from "../ui/time-text.tsx";
import { toast } from "../ui/toast.ts";
import { useDialog, type DialogState } from "../ui/use-dialog.ts";

type ApiKey = ResponseOutput<typeof operations.renameApiKey>;

/** The account that made a key. An account that has left the project may still know the key. */
function Maker({ createdBy }: Pick<ApiKey, "createdBy">) {
  if (!createdBy) return <span style={{ color: "var(--faint)" }}>Not known</span>;
  return (
    <span title={createdBy.isMember ? createdBy.email : `${createdBy.email}, no member any more`}>
      {createdBy.email}
      {createdBy.isMember ? null : <span style={{ color: "var(--faint)" }}> no member any more</span>}
    </span>
  );
}

function Scopes({ scopes: given }: Pick<ApiKey, "scopes">) {
  const text = given.map((scope) => scopes[scope].label).join(", ");
  return <span title={text}>{text}</span>;
}

type RevokeDialogProps = {
  dialog: DialogState<ApiKey>;
  revoke: (key: ApiKey) => Promise<unknown>;
  onRevoked: () => void;
};

function RevokeDialog({ dialog: { subject, props }, revoke, onRevoked }: RevokeDialogProps) {
  const name = subject?.name ?? "";
  return (
    <ConfirmDialog
      title={`Revoke “${name}”?`}
      confirmLabel="Revoke key"
      {...props}
      onConfirm={async () => subject && revoke(subject)}
      onDone={() => {
        toast(`Key “${name}” is revoked.`);
        onRevoked();
      }}
    >
      <p>
        Every application that uses the key {subject ? <MaskedKey lastFour={subject.lastFour} /> : null} stops working
        immediately. You cannot restore a revoked key.
      </p>
    </ConfirmDialog>
  );
}

export function ApiKeysPage() {
  const { projectId, name: projectName } = useProject();
  const may = useMay();
  const { query, change } = useListQuery(operations.listApiKeys.request.query);
  const list = useQuery(listQuery(operations.listApiKeys, { params: { projectId }, query }));
  const { mutateAsync: renameApiKey } = useOperation(operations.renameApiKey, [operations.listApiKeys]);
  const { mutateAsync: revokeApiKey } = useOperation(operations.revokeApiKey, [operations.listApiKeys]);
  const [renamedId, setRenamedId] = useState<string>();
  const creation = useDialog();
  const revocation = useDialog<ApiKey>();
  const heading = useRef<HTMLDivElement>(null);

  const mayCreate = may(operations.createApiKey);
  const mayRename = may(operations.renameApiKey);
  const mayRevoke = may(operations.revokeApiKey);
  const openCreation = () => {
    if (mayCreate) creation.open(true);
  };
  useHotkeys([["c", openCreation]]);

  async function rename({ keyId }: ApiKey, name: string): Promise<string | undefined> {
    try {
      await renameApiKey({ params: { projectId, keyId }, body: { name } });
      return undefined;
    } catch (problem) {
      return fieldMessages(problem, ["name"])?.["name"] ?? problemMessage(problem);
    }
  }

  const columns: Column<ApiKey>[] = [
    {
      header: "Name",
      sort: "name",
      kind: "title",
      cell: (key) =>
        mayRename ? (
          <RenameInPlace
            name={key.name}
            kind="key"
            isEditing={renamedId === key.keyId}
            onEdit={() => setRenamedId(key.keyId)}
            onEnd={() => setRenamedId(undefined)}
            onSave={(name) => rename(key, name)}
          />
        ) : (
          key.name
        ),
    },
    {
      header: "Key",
      width: 7,
      cell: ({ lastFour }) => <MaskedKey lastFour={lastFour} />,
    },
    { header: "May", width: 16, cell: Scopes },
    {
      header: "Created by",
      width: 13,
      isExtra: true,
      cell: ({ createdBy }) => <Maker createdBy={createdBy} />,
    },
    {
      header: "Last used",
      width: 9,
      cell: ({ lastUsedAt }) =>
        lastUsedAt === null ? <span style={{ color: "var(--faint)" }}>Never</span> : <TimeText instant={lastUsedAt} />,
    },
    {
      header: "Created",
      sort: "createdAt",
      width: 9,
      isExtra: true,
      cell: ({ createdAt }) => <TimeText instant={createdAt} />,
    },
    ...(mayRevoke
      ? [
          {
            header: "Actions",
            kind: "actions",
            cell: (key) => (
              <RowMenu
                name={key.name}
                actions={[
                  { label: "Rename", icon: Pencil, onSelect: () => setRenamedId(key.keyId) },
                  { label: "Revoke", icon: Ban, isDanger: true, onSelect: () => revocation.open(key) },
                ]}
              />
            ),
          } satisfies Column<ApiKey>,
        ]
      : []),
  ];

  const isEmpty = list.data?.pagination.total === 0;
  const createButton = (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={openCreation}>
      New API key
    </Button>
  );
  return (
    <>
      <div ref={heading} tabIndex={-1} style={{ outline: "none" }}>
        <PageHead
          title="API keys"
          documentTitle={`API keys · ${projectName}`}
          help={
            <Help about="API keys">
              Applications use an API key to generate documents from this project's templates.
            </Help>
          }
        >
          {mayCreate && !isEmpty ? createButton : null}
        </PageHead>
      </div>
      <ListPage
        label="API keys"
        noun="key"
        columns={columns}
        list={list}
        itemsOf={({ apiKeys }) => apiKeys}
        keyOf={({ keyId }) => keyId}
        sort={query.sort}
        onChange={change}
        empty={
          <EmptyState
            icon={KeyRound}
            title="No API keys"
            text={
              mayCreate
                ? "Create a key for each application, so that you can revoke each one separately. Then this command generates a document:"
                : "Owners and editors can create keys. With a key, this command generates a document:"
            }
            {...(mayCreate ? { action: createButton } : {})}
          >
            <CommandBlock projectId={projectId} apiKey={undefined} />
          </EmptyState>
        }
      />

      <CreateApiKeyDialog projectId={projectId} {...creation.props} />
      <RevokeDialog
        dialog={revocation}
        revoke={({ keyId }) => revokeApiKey({ params: { projectId, keyId } })}
        onRevoked={() => heading.current?.focus()}
      />
    </>
  );
}
