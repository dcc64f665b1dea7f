import { Button, PasswordInput, TextInput } from "@mantine/core";
import { operations } from "@platen/contracts";
import { useOperation } from "../api/operation-query.ts";
import type { Account } from "../api/session.ts";
import { Notice } from "../ui/notice.tsx";
import { useForm } from "../components/form/use-form.ts";

type SignInFormProps = {
  /** Runs while the user types, so that what comes next can load meanwhile. */
  onBegin: () => void;
  onDone: (account: Account) => void;
};

/** Signs in. `onDone` receives the account. */
export function SignInForm({ onBegin, onDone }: SignInFormProps) {
  const { mutateAsync: signIn } = useOperation(operations.signIn);
  const { form, field, problem, isPending } = useForm({
    initialValues: { email: "", password: "" },
    send: (body) => signIn({ body }),
    onDone,
  });
  return (
    <form {...form} onInput={onBegin}>
      {problem === undefined ? null : <Notice kind="failure">{problem}</Notice>}
      <TextInput label="E-mail" type="email" autoComplete="username" autoFocus {...field("email")} />
      <PasswordInput label="Password" autoComplete="current-password" {...field("password")} />
      <Button type="submit" loading={isPending} fullWidth>
        Sign in
      </Button>
    </form>
  );
}
