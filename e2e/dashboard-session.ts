import { createSendByFetch, createTransport, type Transport } from "@platen/client";
import { operations, type Role } from "@platen/contracts";

export type Credentials = { email: string; password: string };

/** A client of the dashboard's API. It keeps the session cookie, as a browser does, and no other. */
export type DashboardSession = Transport & {
  /** The `Cookie` header that it sends; undefined while signed out. */
  cookie(): string | undefined;
};

/** Opens the dashboard without signing in. */
export function openDashboard(baseUrl: string): DashboardSession {
  let cookie: string | undefined;
  const transport = createTransport({
    baseUrl,
    timeoutMs: 65_000,
    headers: () => ({ ...(cookie === undefined ? {} : { cookie }), "sec-fetch-site": "same-origin" }),
    send: createSendByFetch(async (input, init) => {
      const response = await fetch(input, init);
      for (const set of response.headers.getSetCookie()) {
        const pair = set.split(";")[0] ?? "";
        if (!pair.includes("_session=")) continue;
        cookie = /max-age=0\b/i.test(set) ? undefined : pair;
      }
      return response;
    }),
  });
  return { ...transport, cookie: () => cookie };
}

/** Opens the dashboard and signs in. */
export async function signIn(baseUrl: string, credentials: Credentials): Promise<DashboardSession> {
  const dashboard = openDashboard(baseUrl);
  await dashboard.call(operations.signIn, { body: credentials });
  return dashboard;
}

/** Creates the first account of a new installation, which signs it in. */
export async function createFirstAccount(baseUrl: string, credentials: Credentials): Promise<DashboardSession> {
  const dashboard = openDashboard(baseUrl);
  await dashboard.call(operations.setUpFirstAccount, { body: credentials });
  return dashboard;
}

/** Invites a person to a project and accepts the invitation, which creates an account if necessary and signs it in. */
export async function addMember(
  baseUrl: string,
  inviter: DashboardSession,
  { projectId, role }: { projectId: string; role: Role },
  { email, password }: Credentials,
): Promise<DashboardSession> {
  const { code } = await inviter.call(operations.inviteMember, { params: { projectId }, body: { email, role } });
  const member = openDashboard(baseUrl);
  await member.call(operations.acceptInvitation, { body: { code, password } });
  return member;
}

/**
 * Creates an account that has no project in common with the inviter, and a project of its own. After set-up, an
 * invitation is the only way to get an account, so this invites it to a project that the inviter then leaves.
 */
export async function inviteStranger(
  baseUrl: string,
  inviter: DashboardSession,
  credentials: Credentials,
): Promise<DashboardSession & { projectId: string }> {
  const { projectId } = await inviter.call(operations.createProject, { body: { name: "Meeting place" } });
  const stranger = await addMember(baseUrl, inviter, { projectId, role: "owner" }, credentials);
  await inviter.call(operations.leaveProject, { params: { projectId } });
  return { ...stranger, projectId };
}
