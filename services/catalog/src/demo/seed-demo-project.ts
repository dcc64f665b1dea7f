import { randomBytes } from "node:crypto";
import { createId, keyScopes } from "@platen/contracts";
import { samples } from "@platen/samples";
import type { DataSource } from "typeorm";
import { accounts } from "../accounts/account-row.ts";
import { createPasswords } from "../accounts/passwords.ts";
import { sessions } from "../accounts/session-row.ts";
import { apiKeys } from "../api-keys/api-key-row.ts";
import { createApiKeys } from "../api-keys/api-keys.ts";
import { createAssets } from "../assets/assets.ts";
import { createAssetStore } from "../assets/asset-store.ts";
import { createFileComposer } from "../assets/file-composer.ts";
import { queryRows } from "../database/rows.ts";
import { createProjects } from "../projects/projects.ts";
import { readSampleLibrary, templateOfSample } from "../samples/sample-library.ts";
import { createSnippets } from "../snippets/snippets.ts";
import { createDrafts } from "../templates/drafts.ts";
import { templates } from "../templates/template-row.ts";
import { createSourceComposer } from "../templates/source-composer.ts";
import { accountOfProject } from "../projects/account-of-project.ts";
import { createTemplateChecks } from "../templates/template-checks.ts";
import { createTemplateMessages } from "../translations/template-messages.ts";
import { createTemplates } from "../templates/templates.ts";

/** The content of the demo. Contains secrets only right after their creation, because they are not stored. */
export type SeededDemo = {
  apiKey: string | null;
  account: { email: string; password: string } | null;
  projectId: string;
  templates: { templateId: string; name: string; sampleData: Record<string, unknown> }[];
};

/** Any number that no other advisory lock of this database uses. */
const seedLock = 7_205_803;
const email = "demo@platen.local";
const keyName = "Demo key";

/** Creates the missing parts of the demo and leaves existing parts unchanged, but for the scopes of its key. Several processes may call it at once. */
export async function seedDemoProject(
  dataSource: DataSource,
  options: { newKey: boolean; newPassword: boolean },
): Promise<SeededDemo> {
  const lock = dataSource.createQueryRunner();
  try {
    await lock.startTransaction();
    // Of the transaction: a pooler gives the session to others, with a lock that the session holds.
    await lock.query("SELECT pg_advisory_xact_lock($1)", [seedLock]);
    const { accountId, password } = await seedAccount(dataSource, options.newPassword);
    const projectId = await seedProject(dataSource, accountId);
    return {
      apiKey: await seedKey(dataSource, { projectId, accountId }, options.newKey),
      account: password === null ? null : { email, password },
      projectId,
      templates: await seedTemplates(dataSource, projectId),
    };
  } finally {
    if (lock.isTransactionActive) await lock.rollbackTransaction();
    await lock.release();
  }
}

async function seedAccount(
  dataSource: DataSource,
  newPassword: boolean,
): Promise<{ accountId: string; password: string | null }> {
  const existing = await dataSource.getRepository(accounts).findOneBy({ email });
  if (existing && !newPassword) return { accountId: existing.accountId, password: null };
  const accountId = existing?.accountId ?? createId("account");
  const password = randomBytes(15).toString("base64url");
  const passwordHash = await createPasswords().hash(password);
  if (existing) {
    await dataSource.getRepository(accounts).update({ accountId }, { passwordHash });
    await dataSource.getRepository(sessions).delete({ accountId });
  } else {
    // In an installation with accounts, the demo gives no rights over it.
    const instanceRole = (await dataSource.getRepository(accounts).exists()) ? "member" : "admin";
    await dataSource.getRepository(accounts).insert({ accountId, email, passwordHash, instanceRole });
  }
  return { accountId, password };
}

/** The demo project is the oldest project of the account, so members may rename it. */
async function seedProject(dataSource: DataSource, accountId: string): Promise<string> {
  const [existing] = await queryRows<{ projectId: string }>(
    dataSource.manager,
    `SELECT m.project_id AS "projectId" FROM memberships AS m
     WHERE m.account_id = $1 AND m.role = 'owner' ORDER BY m.created_at, m.project_id LIMIT 1`,
    [accountId],
  );
  if (existing) return existing.projectId;
  const projects = createProjects(dataSource, { perAccount: Number.POSITIVE_INFINITY });
  const { projectId } = await projects.create(accountId, "Demo");
  await projects.change(projectId, { allowsInlineHtml: true });
  return projectId;
}

async function seedKey(
  dataSource: DataSource,
  { projectId, accountId }: { projectId: string; accountId: string },
  newKey: boolean,
): Promise<string | null> {
  if (!newKey && (await dataSource.getRepository(apiKeys).existsBy({ projectId }))) return null;
  const keys = createApiKeys({ dataSource, randomBytes });
  const { value } = await keys.create(projectId, { name: keyName, scopes: keyScopes }, accountId);
  return value;
}

async function seedTemplates(dataSource: DataSource, projectId: string): Promise<SeededDemo["templates"]> {
  const existing = await dataSource.getRepository(templates).findBy({ projectId });
  const seeded: SeededDemo["templates"] = [];
  const checks = createTemplateChecks({ accountOf: (id) => accountOfProject(dataSource.manager, id) });
  const store = createAssetStore(dataSource);
  const composer = createSourceComposer(dataSource.manager, {
    checks,
    files: createFileComposer(dataSource.manager, { store, checks }),
  });
  const templatesOfProject = createTemplates(dataSource, {
    composer,
    assets: createAssets({ dataSource, store, projectBytes: Number.POSITIVE_INFINITY }),
    snippets: createSnippets(dataSource, checks),
  });
  for (const sample of samples) {
    const { name, sampleData } = sample;
    const template =
      existing.find((row) => row.name.toLowerCase() === name.toLowerCase()) ??
      (await templatesOfProject.create(projectId, templateOfSample(sample), null, await readSampleLibrary(sample)))
        .template;
    const { templateId } = template;
    if (template.currentVersion === null) {
      const drafts = createDrafts(dataSource, composer, createTemplateMessages(checks));
      const { revision } = await drafts.get({ projectId, templateId });
      await drafts.publish({ projectId, templateId }, { revision, note: "", author: null, keyId: null });
    }
    seeded.push({ templateId, name: template.name, sampleData });
  }
  await checks.close();
  return seeded;
}
