import { createId, operations, type OperationId, type Role } from "@platen/contracts";
import { z } from "zod";
import { addMember, type Credentials, type DashboardSession } from "./dashboard-session.ts";
import {
  createKey,
  createProject,
  createSnippet,
  publishTemplate,
  uploadAsset,
  type IssuedKey,
} from "./project-setup.ts";

/** A member, and the project in which they make something. */
export type Place = { baseUrl: string; dashboard: DashboardSession; projectId: string };

const freshPerson = (): Credentials => ({
  email: `${createId("account")}@example.com`,
  password: "a password of a member",
});

async function freshTemplate({ dashboard, projectId }: Place): Promise<{ templateId: string; version: string }> {
  const source = { name: createId("template"), html: "<p>{{x}}</p>" };
  return { templateId: await publishTemplate(dashboard, projectId, source), version: "1" };
}

/** The key made last in a project. It is revoked before the next is made, because a project has at most a hundred. */
const lastKeys = new Map<string, string>();
async function freshKey({ baseUrl, dashboard, projectId }: Place): Promise<{ keyId: string }> {
  const last = lastKeys.get(projectId);
  // The test may have revoked it.
  if (last !== undefined)
    await dashboard.call(operations.revokeApiKey, { params: { projectId, keyId: last } }).catch(() => undefined);
  const { keyId } = await createKey(baseUrl, dashboard, projectId);
  lastKeys.set(projectId, keyId);
  return { keyId };
}

/** One key for all that is made in a project. */
const keys = new Map<string, Promise<IssuedKey>>();
function keyIn({ baseUrl, dashboard, projectId }: Place): Promise<IssuedKey> {
  const known = keys.get(projectId) ?? createKey(baseUrl, dashboard, projectId);
  keys.set(projectId, known);
  return known;
}

async function freshInvitation({ dashboard, projectId }: Place): Promise<{ invitationId: string }> {
  const body = { email: freshPerson().email, role: "viewer" } as const;
  const { invitationId } = await dashboard.call(operations.inviteMember, { params: { projectId }, body });
  return { invitationId };
}

async function freshSnippet({ dashboard, projectId }: Place): Promise<{ snippetId: string }> {
  return createSnippet(dashboard, projectId, createId("snippet"));
}

/** Adds a new person to the project. */
export async function freshMember(place: Place, role: Role = "editor"): Promise<{ accountId: string }> {
  const member = await addMember(place.baseUrl, place.dashboard, { ...place, role }, freshPerson());
  return { accountId: (await member.call(operations.getSession, {})).accountId };
}

async function freshProject({ dashboard }: Place): Promise<{ projectId: string }> {
  return { projectId: await createProject(dashboard, createId("project")) };
}

/** With a second owner, as the last one may not leave. */
async function freshSharedProject(place: Place): Promise<{ projectId: string }> {
  const { projectId } = await freshProject(place);
  await freshMember({ ...place, projectId }, "owner");
  return { projectId };
}

async function freshAsset({ dashboard, projectId }: Place): Promise<{ assetId: string }> {
  return uploadAsset(dashboard, projectId, `${createId("asset")}.svg`);
}

async function freshContent(place: Place): Promise<{ documentId: string }> {
  const { templateId } = await freshTemplate(place);
  const { client } = await keyIn(place);
  const { documentId } = await client.generateDocument({ templateId, data: {}, store: true });
  return { documentId };
}

/** A batch that is `receiving`, or further on its way. It makes nothing for an hour. */
async function freshBatch(place: Place, until: "receiving" | "queued" | "paused"): Promise<{ batchId: string }> {
  const { templateId } = await freshTemplate(place);
  const { client } = await keyIn(place);
  const notBefore = new Date(Date.now() + 3_600_000).toISOString();
  const { batchId } = await client.createBatch({ templateId, notBefore });
  if (until === "receiving") return { batchId };
  await client.addRows(batchId, [{ data: {} }]);
  await client.startBatch(batchId);
  if (until === "paused") await client.pauseBatch(batchId);
  return { batchId };
}

/** The newest delivery of a document or batch. */
async function deliveryOf(address: string, key: string): Promise<string> {
  const answer = await fetch(`${address}/deliveries`, { headers: { authorization: `Bearer ${key}` } });
  const { data } = z
    .object({ data: z.object({ deliveries: z.array(z.object({ deliveryId: z.string() })) }) })
    .parse(await answer.json());
  return data.deliveries[0]?.deliveryId ?? "";
}

/** With a message that is due, because the document is cancelled. */
async function freshDelivery(place: Place): Promise<{ documentId: string; deliveryId: string }> {
  const { templateId } = await freshTemplate(place);
  const { client, key } = await keyIn(place);
  const notBefore = new Date(Date.now() + 3_600_000).toISOString();
  const callbackUrl = "https://receiver.invalid/";
  const { documentId } = await client.createDocument({ templateId, data: {}, notBefore, callbackUrl });
  await client.cancelDocument(documentId);
  return { documentId, deliveryId: await deliveryOf(`${place.baseUrl}/api/v1/documents/${documentId}`, key) };
}

async function freshBatchDelivery(place: Place): Promise<{ batchId: string; deliveryId: string }> {
  const { templateId } = await freshTemplate(place);
  const { client, key } = await keyIn(place);
  const { batchId } = await client.createBatch({ templateId, callbackUrl: "https://receiver.invalid/" });
  await client.cancelBatch(batchId);
  return { batchId, deliveryId: await deliveryOf(`${place.baseUrl}/api/v1/batches/${batchId}`, key) };
}

const makers: Partial<Record<OperationId, (place: Place) => Promise<Record<string, string>>>> = {
  deleteDocumentContent: freshContent,
  addBatchRows: (place) => freshBatch(place, "receiving"),
  deleteBatch: (place) => freshBatch(place, "queued"),
  pauseBatch: (place) => freshBatch(place, "queued"),
  resumeBatch: (place) => freshBatch(place, "paused"),
  retryDelivery: freshDelivery,
  retryBatchDelivery: freshBatchDelivery,
  updateTemplate: freshTemplate,
  deleteTemplate: freshTemplate,
  saveDraft: freshTemplate,
  publishDraft: freshTemplate,
  importTemplateTranslations: freshTemplate,
  restoreVersion: freshTemplate,
  makeVersionCurrent: freshTemplate,
  renameProject: freshProject,
  deleteProject: freshProject,
  renameApiKey: freshKey,
  revokeApiKey: freshKey,
  changeMemberRole: freshMember,
  removeMember: freshMember,
  leaveProject: freshSharedProject,
  withdrawInvitation: freshInvitation,
  republishVersion: freshTemplate,
  saveSnippet: freshSnippet,
  deleteSnippet: freshSnippet,
  renameAsset: freshAsset,
  deleteAsset: freshAsset,
};

/** Makes what a successful call uses up or needs in its first state, and returns its ids. */
export async function freshFor(id: OperationId, place: Place): Promise<Record<string, string>> {
  return (await makers[id]?.(place)) ?? {};
}
