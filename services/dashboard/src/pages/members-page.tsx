import { Button } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { operations, type ResponseOutput } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { MailX, Plus, UserCog, UserMinus, Users } from "lucide-react";
import { useNavigate } from "react-router";
import { listQuery, operationQuery, useOperation } from "../api/operation-query.ts";
import { ListPage } from "../components/list-page.tsx";
import { useMay, useProject } from "../components/project-context.ts";
import { roleLabels } from "../components/role-labels.ts";
import { useAccount } from "../components/require-sign-in.tsx";
import { useListQuery } from "../components/use-list-query.ts";
import { ChangeRoleDialog } from "../forms/change-role-dialog.tsx";
import { ConfirmDialog } from "../components/dialogs/confirm-dialog.tsx";
import { InviteMemberDialog } from "../forms/invite-member-dialog.tsx";
import { KeysOfMemberDialog, type KeysOfMember } from "../forms/keys-of-member-dialog.tsx";
import { paths } from "../paths.ts";
import { DataTable, type Column } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Help } from "../ui/help.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { RowMenu } from "../ui/row-menu.tsx";
import { TimeText } from "../ui/time-text.tsx";
import { toast } from "../ui/toast.ts";
import { useDialog } from "../ui/use-dialog.ts";

type Member = ResponseOutput<typeof operations.changeMemberRole>;
type Invitation = ResponseOutput<typeof operations.listInvitations>["invitations"][number];

/** Invitations that are not accepted yet. Only owners see them. */
function Invitations({ projectId }: { projectId: string }) {
  const { data } = useQuery(
    operationQuery(operations.listInvitations, { params: { projectId }, query: { pageSize: 100 } }),
  );
  const { mutateAsync: withdraw } = useOperation(operations.withdrawInvitation, [operations.listInvitations]);
  const withdrawal = useDialog<Invitation>();
  const renewal = useDialog<Invitation>();
  const columns: Column<Invitation>[] = [
    { header: "Invited", kind: "title", cell: ({ email }) => email },
    { header: "Role", width: 9, cell: ({ role }) => roleLabels[role].label },
    { header: "Expires", width: 11, cell: ({ expiresAt }) => <TimeText instant={expiresAt} /> },
    {
      header: "Actions",
      kind: "actions",
      cell: (invitation) => (
        <RowMenu
          name={invitation.email}
          actions={[
            { label: "Change role or link", icon: UserCog, onSelect: () => renewal.open(invitation) },
            { label: "Withdraw", icon: MailX, isDanger: true, onSelect: () => withdrawal.open(invitation) },
          ]}
        />
      ),
    },
  ];
  return (
    <>
      {data && data.invitations.length > 0 ? (
        <section style={{ marginTop: "2rem" }}>
          <h2 style={{ margin: "0 0 0.75rem", fontSize: "1rem" }}>Pending invitations</h2>
          <DataTable
            label="Invitations"
            columns={columns}
            items={data.invitations}
            keyOf={({ invitationId }) => invitationId}
            empty={null}
          />
        </section>
      ) : null}
      <InviteMemberDialog projectId={projectId} pending={renewal.subject} {...renewal.props} />
      <ConfirmDialog
        title="Withdraw the invitation?"
        confirmLabel="Withdraw"
        {...withdrawal.props}
        onConfirm={() => withdraw({ params: { projectId, invitationId: withdrawal.subject?.invitationId ?? "" } })}
        onDone={() => toast(`The invitation for ${withdrawal.subject?.email ?? ""} is withdrawn.`)}
      >
        <p>The link for {withdrawal.subject?.email} stops working. You can invite them again at any time.</p>
      </ConfirmDialog>
    </>
  );
}

export function MembersPage() {
  const { projectId, name: projectName } = useProject();
  const { accountId: ownId } = useAccount();
  const may = useMay();
  const navigate = useNavigate();
  const { query, change } = useListQuery(operations.listMembers.request.query);
  const list = useQuery(listQuery(operations.listMembers, { params: { projectId }, query }));
  const { mutateAsync: removeMember } = useOperation(operations.removeMember, [operations.listApiKeys]);
  const { mutateAsync: leaveProject } = useOperation(operations.leaveProject, [operations.listMemberProjects]);
  const invitation = useDialog();
  const roleChange = useDialog<Member>();
  const removal = useDialog<Member>();
  const keys = useDialog<KeysOfMember>();
  const mayInvite = may(operations.inviteMember);
  const mayManage = may(operations.changeMemberRole);
  const openInvitation = () => {
    if (mayInvite) invitation.open(true);
  };
  useHotkeys([["c", openInvitation]]);
  const isSelfRemoved = removal.subject?.accountId === ownId;

  const columns: Column<Member>[] = [
    {
      header: "Member",
      kind: "title",
      cell: ({ email, accountId }) => (
        <span title={email}>
          {email}
          {accountId === ownId ? <span style={{ color: "var(--faint)", fontWeight: 400 }}> you</span> : null}
        </span>
      ),
    },
    {
      header: "Role",
      width: 9,
      cell: ({ role }) => <span title={roleLabels[role].description}>{roleLabels[role].label}</span>,
    },
    { header: "Joined", sort: "createdAt", width: 11, cell: ({ createdAt }) => <TimeText instant={createdAt} /> },
    {
      header: "Actions",
      kind: "actions",
      cell: (member) =>
        mayManage || member.accountId === ownId ? (
          <RowMenu
            name={member.email}
            actions={[
              mayManage ? { label: "Change role", icon: UserCog, onSelect: () => roleChange.open(member) } : undefined,
              {
                label: member.accountId === ownId ? "Leave project" : "Remove",
                icon: UserMinus,
                isDanger: true,
                onSelect: () => removal.open(member),
              },
            ]}
          />
        ) : null,
    },
  ];

  return (
    <>
      <PageHead
        title="Members"
        documentTitle={`Members · ${projectName}`}
        help={
          <Help about="Members">
            The people who can open this project here. API keys keep working when a member leaves.
          </Help>
        }
      >
        {mayInvite ? (
          <Button leftSection={<Plus size={16} aria-hidden />} onClick={openInvitation}>
            Invite
          </Button>
        ) : null}
      </PageHead>
      <ListPage
        label="Members"
        noun="member"
        columns={columns}
        list={list}
        itemsOf={({ members }) => members}
        keyOf={({ accountId }) => accountId}
        sort={query.sort}
        onChange={change}
        empty={<EmptyState icon={Users} title="No members on this page" />}
      />
      {may(operations.listInvitations) ? <Invitations projectId={projectId} /> : null}

      <InviteMemberDialog projectId={projectId} {...invitation.props} />
      <ChangeRoleDialog
        projectId={projectId}
        member={roleChange.subject}
        isSelf={roleChange.subject?.accountId === ownId}
        {...roleChange.props}
      />
      <ConfirmDialog
        title={isSelfRemoved ? `Leave “${projectName}”?` : `Remove ${removal.subject?.email ?? ""}?`}
        confirmLabel={isSelfRemoved ? "Leave project" : "Remove member"}
        {...removal.props}
        onConfirm={async () => {
          if (isSelfRemoved) {
            await leaveProject({ params: { projectId } });
            void navigate(paths.projects());
          } else {
            const { accountId = "", email = "" } = removal.subject ?? {};
            const { apiKeys } = await removeMember({ params: { projectId, accountId } });
            await list.refetch();
            if (apiKeys.length > 0) keys.open({ email, apiKeys });
          }
        }}
        onDone={() =>
          toast(isSelfRemoved ? `You have left “${projectName}”.` : `${removal.subject?.email ?? ""} is removed.`)
        }
      >
        <p>
          {isSelfRemoved
            ? "You lose access to this project immediately. Only an owner can invite you again."
            : "They lose access to this project immediately. API keys that they know keep working until you revoke them. Platen then lists those that they have created."}
        </p>
      </ConfirmDialog>
      <KeysOfMemberDialog projectId={projectId} of={keys.subject} {...keys.props} />
    </>
  );
}
