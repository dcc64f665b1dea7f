import { Button, PasswordInput, TextInput } from "@mantine/core";
import { operations } from "@platen/contracts";
import { useOperation } from "../api/operation-query.ts";
import type { Account } from "../api/session.ts";
import { Notice } from "../ui/notice.tsx";
import { useForm } from "../components/form/use-form.ts";

/** Creates the first account. `onDone` receives the account, which is then signed in. */
export function SetUpForm({ onDone }: { onDone: (account: Account) => void }) {
  const { mutateAsync: setUp } = useOperation(operations.setUpFirstAccount);
  const { form, field, problem, isPending } = useForm({
    initialValues: { email: "", password: "" },
    send: (body) => setUp({ body }),
    onDone,
  });
  return (
    <form {...form}>
      {problem === undefined ? null : <Notice kind="failure">{problem}</Notice>}
      <TextInput label="E-mail" type="email" autoComplete="username" autoFocus {...field("email")} />
      <PasswordInput
        label="Password"
        description="At least 12 characters. A few words in a row work well."
        autoComplete="new-password"
        {...field("password")}
      />
      <Button type="submit" loading={isPending} fullWidth>
        Create account
      </Button>
    </form>
  );
}
