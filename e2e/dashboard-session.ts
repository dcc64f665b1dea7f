import { createSendByFetch, createTransport, type Transport } from "@platen/client";
import { operations } from "@platen/contracts";

export type Credentials = { email: string; password: string };

/** A browser's side of the dashboard: it keeps the session cookie and calls the dashboard's operations with it. */
export type DashboardSession = Transport & {
  /** The `Cookie` header it sends, or undefined while signed out. */
  cookie(): string | undefined;
};

/** Opens the dashboard as somebody who has not signed in. */
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

/**
 * Brings somebody new into the system the only way there is after set-up: `inviter` invites them to a project made for
 * the purpose and deleted again, so that the two have nothing in common.
 */
export async function inviteStranger(
  baseUrl: string,
  inviter: DashboardSession,
  credentials: Credentials,
): Promise<DashboardSession> {
  const { projectId } = await inviter.call(operations.createProject, { body: { name: "Meeting place" } });
  const { code } = await inviter.call(operations.inviteMember, {
    params: { projectId },
    body: { email: credentials.email, role: "viewer" },
  });
  const stranger = openDashboard(baseUrl);
  await stranger.call(operations.acceptInvitation, { body: { code, password: credentials.password } });
  await inviter.call(operations.deleteProject, { params: { projectId } });
  return stranger;
}
