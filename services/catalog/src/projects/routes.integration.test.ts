import { beforeEach, describe, expect, test } from "@jest/globals";
import { ownerlessAccount } from "@platen/contracts/holder";
import { internalOperations as operations } from "@platen/contracts/internal";
import { waitFor } from "@platen/testing";
import { catalogForFile } from "../testing/catalog-for-file.ts";
import { problemOf, type TestAccount } from "../testing/test-catalog.ts";

const catalog = catalogForFile();

let owner: TestAccount;
beforeEach(async () => {
  owner = await catalog.createAccount();
});

describe("projects", () => {
  test("the account that creates a project owns it", async () => {
    const made = await owner.call(operations.createProject, { body: { name: " Billing " } });
    expect(made).toMatchObject({ name: "Billing", role: "owner" });
    await expect(owner.call(operations.getProject, { params: { projectId: made.projectId } })).resolves.toEqual(made);
    await expect(owner.call(operations.createProject, { body: { name: "a\nb" } })).rejects.toMatchObject({
      code: "request.invalid",
    });
  });

  test("a project counts for the account that created it, and only its key and its members learn that", async () => {
    const projectId = await catalog.createProject(owner);
    const key = await catalog.createKey(owner, projectId);
    const viewer = await catalog.createMember(projectId, "viewer");
    const tenant = { projectId, accountId: owner.accountId };
    const epoch = await catalog.dependencies.readEpoch();
    await expect(key.call(operations.getTenant, {})).resolves.toEqual({ ...tenant, epoch });
    const params = { projectId };
    await expect(viewer.call(operations.getTenant, { params })).resolves.toEqual({ ...tenant, epoch });
    const stranger = await catalog.createAccount();
    await expect(stranger.call(operations.getTenant, { params })).rejects.toMatchObject({ code: "project.not_found" });
    await catalog.dataSource.query("DELETE FROM accounts WHERE account_id = $1", [owner.accountId]);
    await expect(key.call(operations.getTenant, {})).resolves.toEqual({
      projectId,
      accountId: ownerlessAccount,
      epoch,
    });
  });

  test("an account sees the projects it is a member of, sorted and searched, and no others", async () => {
    await catalog.createProject(await catalog.createAccount(), "Not mine");
    const other = await catalog.createProject(await catalog.createAccount(), "Ärzte_1");
    await catalog.createProject(owner, "zoo");
    await catalog.createProject(owner, "Apples 100%");
    await catalog.dataSource.query("INSERT INTO memberships (project_id, account_id, role) VALUES ($1, $2, 'viewer')", [
      other,
      owner.accountId,
    ]);
    const names = async (query: { sort?: "name:asc" | "createdAt:asc"; search?: string }) =>
      (await owner.call(operations.listMemberProjects, { query })).projects.map(({ name, role }) => `${name} ${role}`);
    expect(await names({ sort: "name:asc" })).toEqual(["Apples 100% owner", "Ärzte_1 viewer", "zoo owner"]);
    expect(await names({ search: "ÄRZTE" })).toEqual(["Ärzte_1 viewer"]);
    expect(await names({ search: "0%" })).toEqual(["Apples 100% owner"]);
    expect(await names({ search: "e_1" })).toEqual(["Ärzte_1 viewer"]);
    expect(await names({ search: "\\" })).toEqual([]);
  });

  test("a key sees its own project only, in every search", async () => {
    const projectId = await catalog.createProject(owner, "Billing");
    await catalog.createProject(owner, "Billing too");
    const key = await catalog.createKey(owner, projectId);
    const found = await key.call(operations.listProjects, { query: { search: "bill" } });
    expect(found.projects.map((project) => project.projectId)).toEqual([projectId]);
    expect(found.pagination.total).toBe(1);
    await expect(key.call(operations.listProjects, { query: { search: "too" } })).resolves.toMatchObject({
      projects: [],
      pagination: { total: 0, totalPages: 0 },
    });
  });

  test("an account owns at most 20 projects, also of those that it asks for at once", async () => {
    const create = () => owner.call(operations.createProject, { body: { name: "One of many" } });
    const outcomes = await Promise.allSettled(Array.from({ length: 24 }, create));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(20);
    await expect(create()).rejects.toMatchObject({ code: "quota.reached", status: 409 });
    const stranger = await catalog.createAccount();
    await expect(stranger.call(operations.createProject, { body: { name: "Another's" } })).resolves.toBeDefined();
  });

  test("renaming changes updatedAt", async () => {
    const made = await owner.call(operations.createProject, { body: { name: "Billing" } });
    const renamed = await owner.call(operations.renameProject, {
      params: { projectId: made.projectId },
      body: { name: "Invoices" },
    });
    expect(renamed).toEqual({ ...made, name: "Invoices", updatedAt: renamed.updatedAt });
    expect(renamed.updatedAt > made.updatedAt).toBe(true);
  });

  test("only an owner allows HTML in requests, and renaming leaves that as it is", async () => {
    const projectId = await catalog.createProject(owner);
    const params = { projectId };
    const change = (by: TestAccount, body: { name?: string; allowsInlineHtml?: boolean }) =>
      by.call(operations.renameProject, { params, body });
    await expect(owner.call(operations.getProject, { params })).resolves.toMatchObject({ allowsInlineHtml: false });
    const editor = await catalog.createMember(projectId, "editor");
    await expect(change(editor, { allowsInlineHtml: true })).rejects.toMatchObject({ code: "auth.scope_missing" });
    await expect(change(owner, { allowsInlineHtml: true })).resolves.toMatchObject({ allowsInlineHtml: true });
    await expect(change(owner, { name: "Renamed" })).resolves.toMatchObject({
      name: "Renamed",
      allowsInlineHtml: true,
    });
    await expect(change(owner, { allowsInlineHtml: false })).resolves.toMatchObject({
      name: "Renamed",
      allowsInlineHtml: false,
    });
  });

  test("only an owner changes for how long PDFs are kept, never to a default above the maximum", async () => {
    const params = { projectId: await catalog.createProject(owner) };
    const other = { projectId: await catalog.createProject(owner) };
    const change = (body: { name?: string; contentDefaultDays?: number; contentMaxDays?: number | null }, by = owner) =>
      by.call(operations.renameProject, { params, body });
    const unchanged = { contentDefaultDays: 7, contentMaxDays: null };
    await expect(owner.call(operations.getProject, { params })).resolves.toMatchObject(unchanged);
    const editor = await catalog.createMember(params.projectId, "editor");
    await expect(change({ contentMaxDays: 90 }, editor)).rejects.toMatchObject({ code: "auth.scope_missing" });

    const refused = async (body: Parameters<typeof change>[0]) => {
      const { code, details } = await problemOf(change(body));
      return [code, ...details.map(({ path, message }) => `${path} ${message}`)];
    };
    expect(await refused({ contentMaxDays: 6 })).toEqual([
      "request.invalid",
      "contentMaxDays must be at least 7 days, the default of this project",
    ]);
    expect(await refused({ contentDefaultDays: 5, contentMaxDays: 3 })).toEqual([
      "request.invalid",
      "contentDefaultDays must be at most 3 days, the maximum of this project",
    ]);
    expect(await refused({ contentDefaultDays: 0, contentMaxDays: 3_651 })).toEqual([
      "request.invalid",
      "contentDefaultDays must be a whole number of days from 1 to 3650",
      "contentMaxDays must be a whole number of days from 1 to 3650",
    ]);
    expect(await refused({ contentMaxDays: 1.5 })).toEqual([
      "request.invalid",
      "contentMaxDays must be a whole number of days from 1 to 3650",
    ]);
    await expect(owner.call(operations.getProject, { params })).resolves.toMatchObject(unchanged);

    const changed = { contentDefaultDays: 2, contentMaxDays: 3 };
    await expect(change(changed)).resolves.toMatchObject(changed);
    expect((await refused({ contentDefaultDays: 4 }))[1]).toMatch("contentDefaultDays must be at most 3 days");
    await expect(change({ name: "Renamed" })).resolves.toMatchObject(changed);
    const key = await catalog.createKey(owner, params.projectId);
    await expect(key.call(operations.listProjects, {})).resolves.toMatchObject({ projects: [changed] });
    await expect(owner.call(operations.getProject, { params: other })).resolves.toMatchObject(unchanged);
    await expect(change({ contentMaxDays: null })).resolves.toMatchObject({ ...changed, contentMaxDays: null });
  });

  test("of two changes at once, of the default and of the maximum, one is refused if they exclude each other", async () => {
    const params = { projectId: await catalog.createProject(owner) };
    const change = (body: { contentDefaultDays?: number; contentMaxDays?: number }) =>
      owner.call(operations.renameProject, { params, body });
    const changes = await catalog.dataSource.transaction(async (manager) => {
      await manager.query("SELECT 1 FROM projects WHERE project_id = $1 FOR UPDATE", [params.projectId]);
      const waiting = Promise.allSettled([change({ contentDefaultDays: 20 }), change({ contentMaxDays: 10 })]);
      const bothWait = async () => {
        await manager.query("SELECT pg_stat_clear_snapshot()");
        const found: unknown = await manager.query(
          "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        );
        return Array.isArray(found) && found.length === 2;
      };
      await waitFor(bothWait, { describe: "both changes to wait for the project" });
      return { waiting };
    });
    const outcomes = await changes.waiting;
    const problems = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    expect(problems).toMatchObject([{ code: "request.invalid" }]);
  });

  test("an empty project is deleted without confirmation, a project in use only with its name", async () => {
    const params = { projectId: await catalog.createProject(owner, "Billing") };
    const key = await catalog.createKey(owner, params.projectId);
    const templateId = await catalog.publishTemplate(owner, params.projectId);
    const { documentId } = await key.createDocument({ templateId });
    for (const query of [{}, { confirmName: "billing" }]) {
      await expect(owner.call(operations.deleteProject, { params, query })).rejects.toMatchObject({
        code: "project.not_empty",
        status: 409,
      });
    }
    await owner.call(operations.deleteProject, { params, query: { confirmName: "Billing" } });
    await expect(owner.call(operations.getProject, { params })).rejects.toMatchObject({ code: "project.not_found" });
    await expect(key.call(operations.listTemplates, {})).rejects.toMatchObject({ code: "auth.key_invalid" });
    const left: unknown = await catalog.dataSource.query(
      `SELECT 1 FROM documents WHERE document_id = $1 UNION ALL SELECT 1 FROM template_versions WHERE template_id = $2`,
      [documentId, templateId],
    );
    expect(left).toEqual([]);

    const empty = { projectId: await catalog.createProject(owner) };
    await owner.call(operations.deleteProject, { params: empty });
    await expect(owner.call(operations.getProject, { params: empty })).rejects.toMatchObject({
      code: "project.not_found",
    });
  });
});
