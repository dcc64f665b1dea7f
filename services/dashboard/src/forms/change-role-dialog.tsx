import { Radio, Stack } from "@mantine/core";
import { operations, roles, type ResponseOutput, type Role } from "@platen/contracts";
import { useState } from "react";
import { useOperation } from "../api/operation-query.ts";
import { roleLabels } from "../components/role-labels.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { FormButtons } from "../components/form/form-buttons.tsx";
import { useForm } from "../components/form/use-form.ts";

type Member = ResponseOutput<typeof operations.changeMemberRole>;

type RoleFormProps = { projectId: string; member: Member; isSelf: boolean; onClose: () => void };

function RoleForm({ projectId, member, isSelf, onClose }: RoleFormProps) {
  const [role, setRole] = useState<Role>(member.role);
  const { mutateAsync: changeRole } = useOperation(operations.changeMemberRole, [
    operations.listMembers,
    ...(isSelf ? [operations.getProject, operations.listMemberProjects] : []),
  ]);
  const { form, problem, isPending } = useForm({
    initialValues: {},
    send: () => changeRole({ params: { projectId, accountId: member.accountId }, body: { role } }),
    onDone: onClose,
  });
  return (
    <form {...form}>
      {problem === undefined ? null : <Notice kind="failure">{problem}</Notice>}
      <Radio.Group
        aria-label="Role"
        value={role}
        onChange={(value) => setRole(roles.find((each) => each === value) ?? role)}
      >
        <Stack gap="xs" mb="md">
          {roles.map((each) => (
            <Radio
              key={each}
              value={each}
              label={roleLabels[each].label}
              description={roleLabels[each].description}
              data-autofocus={each === role || undefined}
            />
          ))}
        </Stack>
      </Radio.Group>
      {isSelf && role !== "owner" ? (
        <Notice kind="warning">This is your own role. Only another owner can give it back to you.</Notice>
      ) : null}
      <FormButtons submit="Change role" isPending={isPending} onCancel={onClose} isDisabled={role === member.role} />
    </form>
  );
}

type ChangeRoleDialogProps = Omit<RoleFormProps, "member"> & { isOpen: boolean; member: Member | undefined };

/** Changes the role of a member. */
export function ChangeRoleDialog({ isOpen, member, ...form }: ChangeRoleDialogProps) {
  return (
    <Dialog title={`Role of ${member?.email ?? ""}`} isOpen={isOpen} onClose={form.onClose}>
      {member ? <RoleForm member={member} {...form} /> : null}
    </Dialog>
  );
}
