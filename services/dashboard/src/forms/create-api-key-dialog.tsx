import { Button, Checkbox, TextInput } from "@mantine/core";
import { keyScopes, operations, scopes, usualScopes, type ResponseOutput } from "@platen/contracts";
import { useState } from "react";
import { useOperation } from "../api/operation-query.ts";
import { CommandBlock } from "../components/command-block.tsx";
import { CodeBlock } from "../ui/code-block.tsx";
import { Dialog, DialogButtons } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { FormButtons } from "../components/form/form-buttons.tsx";
import { useForm } from "../components/form/use-form.ts";
import { useLeaveWarning } from "../ui/use-leave-warning.ts";

type CreatedKey = ResponseOutput<typeof operations.createApiKey>;
type CreateApiKeyDialogProps = { projectId: string; isOpen: boolean; onClose: () => void };

type KeyFormProps = { projectId: string; onCreated: (key: CreatedKey) => void; onCancel: () => void };

function KeyForm({ projectId, onCreated, onCancel }: KeyFormProps) {
  const { mutateAsync: createApiKey } = useOperation(operations.createApiKey, [operations.listApiKeys]);
  const [chosen, setChosen] = useState<string[]>([...usualScopes]);
  const { form, field, problem, isPending } = useForm({
    initialValues: { name: "" },
    send: (body) =>
      createApiKey({
        params: { projectId },
        body: { ...body, scopes: keyScopes.filter((one) => chosen.includes(one)) },
      }),
    onDone: onCreated,
  });
  return (
    <form {...form}>
      {problem === undefined ? null : <Notice kind="failure">{problem}</Notice>}
      <TextInput
        label="Name"
        description="Name the application that uses the key, so that you know what stops when you revoke it."
        placeholder="Production"
        autoComplete="off"
        data-autofocus
        {...field("name")}
      />
      <Checkbox.Group
        label="What the key may do"
        value={chosen}
        onChange={setChosen}
        error={chosen.length === 0 ? "Choose at least one." : undefined}
        mt="md"
      >
        {keyScopes.map((scope) => (
          <Checkbox
            key={scope}
            value={scope}
            label={scopes[scope].label}
            description={scopes[scope].description}
            mt="xs"
          />
        ))}
      </Checkbox.Group>
      <FormButtons submit="Create key" isPending={isPending} onCancel={onCancel} />
    </form>
  );
}

function KeyOnce({ projectId, created, onClose }: { projectId: string; created: CreatedKey; onClose: () => void }) {
  // The key is shown only here.
  useLeaveWarning();
  return (
    <>
      <Notice kind="warning">
        Copy the key now and keep it like a password. <strong>It cannot be shown again</strong>, because Platen stores
        only its hash.
      </Notice>
      <CodeBlock code={created.key} name="key" isValue autoFocus />
      <details style={{ marginTop: "1.1rem" }}>
        <summary style={{ cursor: "pointer", color: "var(--soft)", marginBottom: "0.6rem" }}>Try it with curl</summary>
        <CommandBlock projectId={projectId} apiKey={created.key} />
      </details>
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          I have stored the key
        </Button>
      </DialogButtons>
    </>
  );
}

/** Creates a key and shows it once. While it shows the key, only its own button closes the dialog. */
export function CreateApiKeyDialog({ projectId, isOpen, onClose }: CreateApiKeyDialogProps) {
  const [created, setCreated] = useState<CreatedKey>();
  return (
    <Dialog
      title={created ? `Key “${created.name}”` : "New API key"}
      isOpen={isOpen}
      onClose={onClose}
      isDeliberate={created !== undefined}
      size="lg"
      onClosed={() => setCreated(undefined)}
    >
      {created ? (
        <KeyOnce projectId={projectId} created={created} onClose={onClose} />
      ) : (
        <KeyForm projectId={projectId} onCreated={setCreated} onCancel={onClose} />
      )}
    </Dialog>
  );
}
