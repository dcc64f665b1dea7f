import { Button, PasswordInput } from "@mantine/core";
import { operations } from "@platen/contracts";
import { useOperation } from "../api/operation-query.ts";
import { Notice } from "../ui/notice.tsx";
import { useForm } from "./use-form.ts";

/** Changes one's password. */
export function ChangePasswordForm({ email, onDone }: { email: string; onDone: () => void }) {
  const { mutateAsync: changePassword } = useOperation(operations.changePassword);
  const { form, field, problem, isPending, startAgain } = useForm({
    initialValues: { currentPassword: "", newPassword: "" },
    send: (body) => changePassword({ body }),
    onDone: () => {
      startAgain();
      onDone();
    },
  });
  return (
    <form {...form} style={{ display: "grid", gap: "1rem", maxWidth: "24rem" }}>
      {problem === undefined ? null : <Notice kind="failure">{problem}</Notice>}
      {/* Tells password managers whose password this is. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput label="Current password" autoComplete="current-password" {...field("currentPassword")} />
      <PasswordInput
        label="New password"
        description="At least 12 characters. A few words in a row are good."
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
