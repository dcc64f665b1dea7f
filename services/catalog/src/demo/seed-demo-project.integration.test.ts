import { expect, test } from "@jest/globals";
import { internalOperations as operations } from "@platen/contracts/internal";
import { samples } from "@platen/samples";
import { catalogForFile } from "../testing/catalog-for-file.ts";
import { openCommandDataSource } from "../data-source.ts";
import { seedDemoProject, type SeededDemo } from "./seed-demo-project.ts";

const catalog = catalogForFile();

/** Seeds with connections of its own, without limits of time, as the command does. */
async function seed(options = { newKey: false, newPassword: false }): Promise<SeededDemo> {
  const dataSource = await openCommandDataSource(catalog.database.url);
  try {
    return await seedDemoProject(dataSource, options);
  } finally {
    await dataSource.destroy();
  }
}

test("several simultaneous runs create one demo, and only one run gets its secrets", async () => {
  const seeded = await Promise.all([seed(), seed()]);
  const [made] = seeded.filter(({ apiKey }) => apiKey !== null);
  expect(seeded.filter(({ apiKey, account }) => apiKey === null && account === null)).toHaveLength(1);
  expect(seeded[0]?.templates).toEqual(seeded[1]?.templates);
  expect(made?.templates.map(({ name }) => name)).toEqual(samples.map(({ name }) => name));

  const key = catalog.asKey(made?.apiKey ?? "");
  const listed = await key(operations.listTemplates, {});
  expect(listed.templates.map(({ version }) => version)).toEqual(samples.map(() => 1));
  for (const { templateId } of made?.templates ?? []) {
    await expect(catalog.createDocument(made?.apiKey ?? "", { templateId })).resolves.toMatchObject({ version: 1 });
  }
  const { email, password } = made?.account ?? { email: "", password: "" };
  await expect(catalog.asNobody(operations.signIn, { body: { email, password } })).resolves.toBeDefined();
});

test("a run can request a new key and a new password; the old password stops working", async () => {
  const first = await seed({ newKey: true, newPassword: true });
  const second = await seed({ newKey: true, newPassword: true });
  expect(second.projectId).toBe(first.projectId);
  for (const { apiKey } of [first, second]) {
    await expect(catalog.asKey(apiKey ?? "")(operations.listProjects, {})).resolves.toMatchObject({
      projects: [{ projectId: first.projectId, name: "Demo" }],
    });
  }
  const signIn = (account: typeof first.account) =>
    catalog.asNobody(operations.signIn, { body: account ?? { email: "", password: "" } });
  await expect(signIn(first.account)).rejects.toMatchObject({ code: "auth.credentials_invalid" });
  await expect(signIn(second.account)).resolves.toBeDefined();
});
