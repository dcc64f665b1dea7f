import { internalOperations as operations } from "@platen/contracts/internal";
import type { Serve } from "../auth/serve.ts";
import type { Accounts } from "./accounts.ts";
import type { Members } from "./members.ts";
import type { Invitations } from "./invitations.ts";
import type { ApiKeys } from "../api-keys/api-keys.ts";

export function serveAccounts(
  serve: Serve,
  {
    accounts,
    members,
    invitations,
    apiKeys,
  }: { accounts: Accounts; members: Members; invitations: Invitations; apiKeys: ApiKeys },
): void {
  serve("anyone", operations.getSetup, async () => ({ needed: await accounts.isSetUpNeeded() }));
  serve("anyone", operations.setUpFirstAccount, ({ body }) => accounts.setUpFirstAccount(body));
  serve("anyone", operations.signIn, ({ body }) => accounts.signIn(body));
  serve("anyone", operations.readInvitation, ({ body }) => invitations.read(body.code));
  serve("anyone", operations.acceptInvitation, ({ body }) => invitations.accept(body));
  serve("account", operations.getSession, (_request, { account }) => Promise.resolve(account));
  serve("account", operations.signOut, (_request, { sessionHash }) => accounts.signOut(sessionHash));
  serve("account", operations.changePassword, ({ body }, { account }) =>
    accounts.changePassword(account.accountId, body),
  );

  serve("member", operations.listMembers, async ({ query }, { projectId }) => {
    const { rows, pagination } = await members.list(projectId, query);
    return { members: rows, pagination };
  });
  serve("member", operations.changeMemberRole, ({ params, body }, { projectId }) =>
    members.changeRole({ ...params, projectId }, body.role),
  );
  serve("member", operations.removeMember, async ({ params }, { projectId }) => {
    await members.remove({ ...params, projectId });
    return { apiKeys: await apiKeys.madeBy(projectId, params.accountId) };
  });

  serve("member", operations.leaveProject, (_request, { projectId, account }) =>
    members.remove({ projectId, accountId: account.accountId }),
  );

  serve("member", operations.listInvitations, async ({ query }, { projectId }) => {
    const { rows, pagination } = await invitations.list(projectId, query);
    return { invitations: rows, pagination };
  });
  serve("member", operations.inviteMember, ({ body }, { projectId, account }) =>
    invitations.create(projectId, body, account.accountId),
  );
  serve("member", operations.withdrawInvitation, ({ params }, { projectId }) =>
    invitations.withdraw({ ...params, projectId }),
  );
}
