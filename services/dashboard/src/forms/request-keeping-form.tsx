import { Button, NativeSelect, Textarea } from "@mantine/core";
import { operations, requestKeepingDays, type RequestKeeping } from "@platen/contracts";
import { useOperation } from "../api/operation-query.ts";
import { requestKeepingLabels } from "../components/request-keeping-labels.ts";
import { Notice } from "../ui/notice.tsx";
import { useDialog } from "../ui/use-dialog.ts";
import { ConfirmDialog } from "../components/dialogs/confirm-dialog.tsx";
import { useForm } from "../components/form/use-form.ts";

type RequestKeepingFormProps = { projectId: string; keeping: RequestKeeping; onDone: () => void };

const options = requestKeepingDays.map((days) => ({ value: String(days), label: requestKeepingLabels[days] }));

function pathsIn(lines: string): string[] {
  return lines
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function bodyOf(given: { days: string; redactedPaths: string }) {
  const days = requestKeepingDays.find((choice) => String(choice) === given.days) ?? 0;
  return { days, redactedPaths: pathsIn(given.redactedPaths) };
}

/** Chooses for how long a project keeps requests, and which of their data it never keeps. */
export function RequestKeepingForm({ projectId, keeping, onDone }: RequestKeepingFormProps) {
  const { mutateAsync: save } = useOperation(operations.saveRequestKeeping, [
    operations.getRequestKeeping,
    operations.getDocumentRequest,
  ]);
  const deletion = useDialog();
  const { form, field, values, setValue, problem, isPending } = useForm({
    initialValues: { days: String(keeping.days), redactedPaths: keeping.redactedPaths.join("\n") },
    send: (given) => save({ params: { projectId }, body: bodyOf(given) }),
    onDone,
  });

  const body = bodyOf(values);
  const isShorter = body.days < keeping.days;
  const isSame = body.days === keeping.days && body.redactedPaths.join("\n") === keeping.redactedPaths.join("\n");
  return (
    <form
      {...form}
      style={{ display: "grid", gap: "1rem", justifyItems: "start", maxWidth: "36rem" }}
      onSubmit={(event) => {
        if (!isShorter) return form.onSubmit(event);
        event.preventDefault();
        return deletion.open(true);
      }}
    >
      {problem === undefined ? null : <Notice kind="failure">{problem}</Notice>}
      {keeping.isAvailable ? null : (
        <Notice kind="warning">
          This installation cannot keep requests yet, because they are stored encrypted and its catalog has no{" "}
          <code>SECRETS_KEY</code>. Ask its operator to set one.
        </Notice>
      )}
      <NativeSelect
        label="Keep requests"
        data={options}
        name="days"
        w="14rem"
        maw="100%"
        disabled={!keeping.isAvailable && keeping.days === 0}
        value={values.days}
        onChange={({ currentTarget }) => setValue("days", currentTarget.value)}
      />
      <Textarea
        label="Never keep"
        description="One path in the data on each line, such as customer.iban or items.*.secret. Platen replaces these values before it stores a request. Requests that are kept already stay as they are."
        placeholder={"customer.iban\nitems.*.secret"}
        autosize
        minRows={3}
        maxRows={12}
        spellCheck={false}
        w="100%"
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)", fontSize: "0.8125rem" } }}
        {...field("redactedPaths")}
      />
      <Button type="submit" variant="default" loading={isPending} disabled={isSame}>
        Save
      </Button>
      <ConfirmDialog
        title={body.days === 0 ? "Delete all kept requests?" : "Delete older requests?"}
        confirmLabel="Delete requests"
        {...deletion.props}
        onConfirm={() => save({ params: { projectId }, body })}
        onDone={onDone}
      >
        <p>
          {body.days === 0
            ? "Platen deletes all requests that this project keeps, and keeps no more."
            : `Platen deletes all requests that are older than ${requestKeepingLabels[body.days]}.`}{" "}
          You cannot undo this.
        </p>
      </ConfirmDialog>
    </form>
  );
}
