import { Button, PasswordInput } from "@mantine/core";
import { operations } from "@platen/contracts";
import { useOperation } from "../api/operation-query.ts";
import type { Account } from "../api/session.ts";
import { Notice } from "../ui/notice.tsx";
import { useForm } from "../components/form/use-form.ts";

type AcceptInvitationFormProps = {
  code: string;
  onDone: (account: Account) => void;
};

/** Accepts an invitation. `onDone` receives the account, which is then signed in. */
export function AcceptInvitationForm({ code, onDone }: AcceptInvitationFormProps) {
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
        description="If you have an account with this e-mail address, enter its password. If not, choose one of at least 12 characters."
        autoComplete="current-password"
        autoFocus
        {...field("password")}
      />
      <Button type="submit" loading={isPending} fullWidth>
        Join
      </Button>
    </form>
  );
}
