import { createId, operations } from "@platen/contracts";
import { startPlaten, type Platen } from "@platen/testing";
import { inviteStranger, signIn, type DashboardSession } from "../dashboard-session.ts";
import type { Place } from "../fresh.ts";
import {
  createKey,
  createProject,
  createRevokedKey,
  createSnippet,
  createTemplate,
  publishTemplate,
  uploadAsset,
} from "../project-setup.ts";
import type { Ids } from "./attempts.ts";

/** What one project has and another must not reach. */
export type Home = Place & { ids: Ids; headers: Record<"key" | "revoked key" | "session", Record<string, string>> };

export const html = "<p>{{x}}</p>";

async function makeHome(baseUrl: string, dashboard: DashboardSession, projectId: string, name: string): Promise<Home> {
  const templateId = await publishTemplate(dashboard, projectId, { name: `${name} invoice`, html, tags: [name] });
  await createTemplate(dashboard, projectId, { name: `${name} letter`, html });
  const { snippetId } = await createSnippet(dashboard, projectId, "letterhead");
  const { client, key, keyId } = await createKey(baseUrl, dashboard, projectId, `${name} key`);
  const { documentId } = await client.generateDocument({ templateId, data: {}, store: true });
  const { batchId } = await client.createBatch({ templateId });
  await client.addRows(batchId, [{ data: {} }]);
  await client.startBatch(batchId);
  await client.waitForBatch(batchId);
  const { invitationId } = await dashboard.call(operations.inviteMember, {
    params: { projectId },
    body: { email: `guest@${name}.example`, role: "viewer" },
  });
  const { assetId } = await uploadAsset(dashboard, projectId);
  const { accountId } = await dashboard.call(operations.getSession, {});
  const revoked = await createRevokedKey(baseUrl, dashboard, projectId);
  // That of another project's message gets the same answer: `deliveries.integration.test.ts` of the catalog.
  const deliveryId = createId("delivery");
  return {
    baseUrl,
    dashboard,
    projectId,
    ids: {
      projectId,
      templateId,
      snippetId,
      documentId,
      deliveryId,
      keyId,
      accountId,
      invitationId,
      assetId,
      batchId,
      version: "1",
    },
    headers: {
      key: { authorization: `Bearer ${key}` },
      "revoked key": { authorization: `Bearer ${revoked.key}` },
      session: { cookie: dashboard.cookie() ?? "" },
    },
  };
}

/** A Platen with two projects of two people who have nothing in common. */
export type TwoHomes = { platen: Platen; a: Home; b: Home };

export async function startTwoHomes(): Promise<TwoHomes> {
  const platen = await startPlaten({ workers: 1, env: { gateway: { FAILED_REQUESTS_PER_ADDRESS: "100000" } } });
  const { baseUrl } = platen;
  const first = await signIn(baseUrl, platen.account);
  const second = await inviteStranger(baseUrl, first, {
    email: "second@example.com",
    password: "a password of the second",
  });
  const { projectId } = second;
  await second.call(operations.renameProject, { params: { projectId }, body: { name: "beta" } });
  const ownProject = await createProject(first, "alpha");
  await first.call(operations.renameProject, { params: { projectId: ownProject }, body: { allowsInlineHtml: true } });
  return {
    platen,
    a: await makeHome(baseUrl, first, ownProject, "alpha"),
    b: await makeHome(baseUrl, second, projectId, "beta"),
  };
}
