import { Button, PasswordInput, TextInput } from "@mantine/core";
import { operations } from "@platen/contracts";
import { useOperation } from "../api/operation-query.ts";
import type { Account } from "../api/session.ts";
import { Notice } from "../ui/notice.tsx";
import { useForm } from "../components/form/use-form.ts";

/** Signs in. `onDone` receives the account. */
export function SignInForm({ onDone }: { onDone: (account: Account) => void }) {
  const { mutateAsync: signIn } = useOperation(operations.signIn);
  const { form, field, problem, isPending } = useForm({
    initialValues: { email: "", password: "" },
    send: (body) => signIn({ body }),
    onDone,
  });
  return (
    <form {...form}>
      {problem === undefined ? null : <Notice kind="failure">{problem}</Notice>}
      <TextInput label="E-mail" type="email" autoComplete="username" autoFocus {...field("email")} />
      <PasswordInput label="Password" autoComplete="current-password" {...field("password")} />
      <Button type="submit" loading={isPending} fullWidth>
        Sign in
      </Button>
    </form>
  );
}
