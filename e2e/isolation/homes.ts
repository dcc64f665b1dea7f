import { createId, operations } from "@platen/contracts";
import { startPlaten, type Platen } from "@platen/testing";
import { inviteStranger, openDashboard, signIn, type DashboardSession } from "../dashboard-session.ts";
import {
  createKey,
  createProject,
  createRevokedKey,
  createTemplate,
  publishTemplate,
  type IssuedKey,
} from "../project-setup.ts";

/** What one project has and another must not reach. */
export type Home = {
  baseUrl: string;
  dashboard: DashboardSession;
  projectId: string;
  templateId: string;
  documentId: string;
  keyId: string;
  accountId: string;
  invitationId: string;
  key: IssuedKey;
  revoked: IssuedKey;
};

async function makeHome(baseUrl: string, dashboard: DashboardSession, name: string): Promise<Home> {
  const projectId = await createProject(dashboard, name);
  const params = { projectId };
  const html = "<p>{{x}}</p>";
  const templateId = await publishTemplate(dashboard, projectId, { name: `${name} invoice`, html, tags: [name] });
  await createTemplate(dashboard, projectId, { name: `${name} letter`, html });
  const key = await createKey(baseUrl, dashboard, projectId, `${name} key`);
  const { documentId } = await key.client.generateDocument({ templateId, data: {} });
  const { invitationId } = await dashboard.call(operations.inviteMember, {
    params,
    body: { email: `guest@${name}.example`, role: "viewer" },
  });
  const { accountId } = await dashboard.call(operations.getSession, {});
  const revoked = await createRevokedKey(baseUrl, dashboard, projectId);
  return {
    baseUrl,
    dashboard,
    projectId,
    templateId,
    documentId,
    keyId: key.keyId,
    accountId,
    invitationId,
    key,
    revoked,
  };
}

/** A Platen with two projects of two people who have nothing in common. */
export type TwoHomes = { platen: Platen; a: Home; b: Home };

export async function startTwoHomes(): Promise<TwoHomes> {
  const platen = await startPlaten({ workers: 1 });
  const { baseUrl } = platen;
  const first = await signIn(baseUrl, platen.account);
  const second = await inviteStranger(baseUrl, first, {
    email: "second@example.com",
    password: "a password of the second",
  });
  return { platen, a: await makeHome(baseUrl, first, "alpha"), b: await makeHome(baseUrl, second, "beta") };
}

export const source = { html: "<p>{{x}}</p>", css: "", settings: {}, dataSets: [{ name: "Sample data", json: "{}" }] };
let made = 0;

export function freshName(): string {
  made += 1;
  return `Fresh ${made}`;
}

export async function freshTemplate({ dashboard, projectId }: Home): Promise<{ templateId: string }> {
  return { templateId: await publishTemplate(dashboard, projectId, { name: freshName(), html: source.html }) };
}

export async function freshKey({ baseUrl, dashboard, projectId }: Home): Promise<{ keyId: string }> {
  return { keyId: (await createKey(baseUrl, dashboard, projectId, freshName())).keyId };
}

export async function freshInvitation({ dashboard, projectId }: Home): Promise<{ invitationId: string }> {
  const body = { email: `${createId("account")}@example.com`, role: "viewer" } as const;
  return dashboard.call(operations.inviteMember, { params: { projectId }, body });
}

export async function freshMember({ baseUrl, dashboard, projectId }: Home): Promise<{ accountId: string }> {
  const { code } = await dashboard.call(operations.inviteMember, {
    params: { projectId },
    body: { email: `${createId("account")}@example.com`, role: "editor" },
  });
  return openDashboard(baseUrl).call(operations.acceptInvitation, {
    body: { code, password: "a password of a member" },
  });
}

export async function freshProject({ dashboard }: Home): Promise<{ projectId: string }> {
  return { projectId: await createProject(dashboard, freshName()) };
}

/** With a second owner, as the last one may not leave. */
export async function freshSharedProject(home: Home): Promise<{ projectId: string }> {
  const { projectId } = await freshProject(home);
  const { accountId } = await freshMember({ ...home, projectId });
  const params = { projectId, accountId };
  await home.dashboard.call(operations.changeMemberRole, { params, body: { role: "owner" } });
  return { projectId };
}
