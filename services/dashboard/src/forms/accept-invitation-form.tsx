import { Button, PasswordInput } from "@mantine/core";
import { operations } from "@platen/contracts";
import { useOperation } from "../api/operation-query.ts";
import type { Account } from "../api/session.ts";
import { Notice } from "../ui/notice.tsx";
import { useForm } from "./use-form.ts";

/** Accepts the invitation of `code`; `onDone` gets the account, signed in. */
export function AcceptInvitationForm({ code, onDone }: { code: string; onDone: (account: Account) => void }) {
  const { mutateAsync: accept } = useOperation(operations.acceptInvitation);
  const { form, field, problem, isPending } = useForm({
    initialValues: { password: "" },
    send: ({ password }) => accept({ body: { code, password } }),
    onDone,
  });
  return (
    <form {...form}>
      {problem === undefined ? null : <Notice kind="failure">{problem}</Notice>}
      <PasswordInput
        label="Password"
        description="New here: choose one of at least 12 characters. Otherwise: the one of your account."
        autoFocus
        {...field("password")}
      />
      <Button type="submit" loading={isPending} fullWidth>
        Join
      </Button>
    </form>
  );
}
