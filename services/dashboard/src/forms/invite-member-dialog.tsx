import { Button, Radio, Stack, TextInput } from "@mantine/core";
import { operations, roles, type ResponseOutput, type Role } from "@platen/contracts";
import { useState } from "react";
import { useOperation } from "../api/operation-query.ts";
import { roleLabels } from "../components/role-labels.ts";
import { basePath, paths } from "../paths.ts";
import { CodeBlock } from "../ui/code-block.tsx";
import { Dialog, DialogButtons } from "../ui/dialog.tsx";
import { formatInstant } from "../ui/format.ts";
import { Notice } from "../ui/notice.tsx";
import { FormButtons } from "../components/form/form-buttons.tsx";
import { useForm } from "../components/form/use-form.ts";

type Invitation = ResponseOutput<typeof operations.inviteMember>;

/** An invitation that is not accepted yet. A new one for its e-mail takes its place. */
type PendingInvitation = { email: string; role: Role };

type InviteMemberDialogProps = {
  projectId: string;
  pending?: PendingInvitation | undefined;
  isOpen: boolean;
  onClose: () => void;
};

/** The link to accept an invitation. */
function linkOf({ code }: Invitation): string {
  return `${window.location.origin}${basePath}${paths.invitation(code)}`;
}

type InviteFormProps = {
  projectId: string;
  pending: PendingInvitation | undefined;
  onInvited: (invitation: Invitation) => void;
  onCancel: () => void;
};

function InviteForm({ projectId, pending, onInvited, onCancel }: InviteFormProps) {
  const { mutateAsync: inviteMember } = useOperation(operations.inviteMember, [operations.listInvitations]);
  const [role, setRole] = useState<Role>(pending?.role ?? "editor");
  const { form, field, problem, isPending } = useForm({
    initialValues: { email: pending?.email ?? "" },
    send: ({ email }) => inviteMember({ params: { projectId }, body: { email, role } }),
    onDone: onInvited,
  });
  return (
    <form {...form}>
      {problem === undefined ? null : <Notice kind="failure">{problem}</Notice>}
      {pending ? <Notice kind="warning">The link that {pending.email} has now stops working.</Notice> : null}
      <TextInput
        label="E-mail"
        readOnly={pending !== undefined}
        type="email"
        placeholder="ada@example.com"
        autoComplete="off"
        data-autofocus
        {...field("email")}
      />
      <Radio.Group
        label="Role"
        mt="md"
        value={role}
        onChange={(value) => setRole(roles.find((each) => each === value) ?? "viewer")}
      >
        <Stack gap="xs" mt={6}>
          {roles.map((each) => (
            <Radio key={each} value={each} label={roleLabels[each].label} description={roleLabels[each].description} />
          ))}
        </Stack>
      </Radio.Group>
      <FormButtons
        submit={`${pending ? "Make a link for" : "Invite as"} ${roleLabels[role].label.toLowerCase()}`}
        isPending={isPending}
        onCancel={onCancel}
      />
    </form>
  );
}

function LinkOnce({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  return (
    <>
      <Notice kind="warning">
        Send this link to {invitation.email} yourself. It lets this person join as{" "}
        {roleLabels[invitation.role].label.toLowerCase()}. <strong>It cannot be shown again</strong>, works once, and
        expires {formatInstant(invitation.expiresAt)}.
      </Notice>
      <CodeBlock code={linkOf(invitation)} name="link" isValue autoFocus />
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          I have the link
        </Button>
      </DialogButtons>
    </>
  );
}

/** Invites a person with a one-time link, which the inviter sends. */
export function InviteMemberDialog({ projectId, pending, isOpen, onClose }: InviteMemberDialogProps) {
  const [invitation, setInvitation] = useState<Invitation>();
  return (
    <Dialog
      title={invitation ? "Invitation" : pending ? "Change the invitation" : "Invite a member"}
      isOpen={isOpen}
      onClose={onClose}
      isDeliberate={invitation !== undefined}
      onClosed={() => setInvitation(undefined)}
    >
      {invitation ? (
        <LinkOnce invitation={invitation} onClose={onClose} />
      ) : (
        <InviteForm projectId={projectId} pending={pending} onInvited={setInvitation} onCancel={onClose} />
      )}
    </Dialog>
  );
}
