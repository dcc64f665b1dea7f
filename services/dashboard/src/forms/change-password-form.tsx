import { Button, PasswordInput } from "@mantine/core";
import { operations } from "@platen/contracts";
import { useOperation } from "../api/operation-query.ts";
import { Notice } from "../ui/notice.tsx";
import { useForm } from "../components/form/use-form.ts";

/** Changes the user's password. */
export function ChangePasswordForm({ email, onDone }: { email: string; onDone: () => void }) {
  const { mutateAsync: changePassword } = useOperation(operations.changePassword);
  const { form, field, problem, isPending, reset } = useForm({
    initialValues: { currentPassword: "", newPassword: "" },
    send: (body) => changePassword({ body }),
    onDone: () => {
      reset();
      onDone();
    },
  });
  return (
    <form {...form} style={{ display: "grid", gap: "1rem", maxWidth: "24rem" }}>
      {problem === undefined ? null : <Notice kind="failure">{problem}</Notice>}
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput label="Current password" autoComplete="current-password" {...field("currentPassword")} />
      <PasswordInput
        label="New password"
        description="At least 12 characters. A few words in a row work well."
        autoComplete="new-password"
        {...field("newPassword")}
      />
      <div>
        <Button type="submit" loading={isPending}>
          Change password
        </Button>
      </div>
    </form>
  );
}
