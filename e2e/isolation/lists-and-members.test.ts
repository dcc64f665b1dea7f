import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { openDashboard } from "../dashboard-session.ts";
import { callWith, idsOf, outcome, randomIds, refusedWith, table } from "./attempts.ts";
import { freshProject, startTwoHomes, type Home, type TwoHomes } from "./homes.ts";

let homes: TwoHomes;
let a: Home;
let b: Home;

beforeAll(async () => {
  homes = await startTwoHomes();
  ({ a, b } = homes);
}, 120_000);

afterAll(() => homes?.platen.stop());

describe("lists and their totals", () => {
  const pageSize = 100;

  test("hold only what is the key's project's", async () => {
    for (const [mine, other] of [
      [a, b],
      [b, a],
    ] as const) {
      const { client } = mine.key;
      const params = { projectId: mine.projectId };
      const own = await mine.dashboard.call(operations.listProjectTemplates, { params, query: { pageSize } });
      const listed = await client.listTemplates({ pageSize });
      expect(listed).toEqual(own);
      expect(listed.pagination.total).toBe(listed.templates.length);
      expect(listed.templates.map(({ templateId }) => templateId)).not.toContain(other.templateId);

      const documents = await client.listDocuments({ pageSize });
      expect(documents.documents.every(({ templateId }) => templateId === mine.templateId)).toBe(true);
      expect(documents.pagination.total).toBe(documents.documents.length);
      const projects = await client.listProjects();
      expect(projects.projects.map(({ projectId }) => projectId)).toEqual([mine.projectId]);
      expect(projects.pagination.total).toBe(1);
    }
  });

  test("are empty for what only another project has, whatever is searched or filtered by", async () => {
    const { client } = a.key;
    const lists = await Promise.all([
      client.listTemplates({ search: "beta" }),
      client.listTemplates({ tag: "beta" }),
      client.listTemplates({ search: b.templateId }),
      client.listDocuments({ templateId: b.templateId }),
      client.listProjects({ search: "beta" }),
      a.dashboard.call(operations.listMemberProjects, { query: { search: "beta" } }),
      a.dashboard.call(operations.listProjectDocuments, {
        params: { projectId: a.projectId },
        query: { templateId: b.templateId },
      }),
      a.dashboard.call(operations.listProjectTemplates, {
        params: { projectId: a.projectId },
        query: { search: "beta" },
      }),
    ]);
    expect(lists.map(({ pagination }) => [pagination.total, pagination.totalPages])).toEqual(lists.map(() => [0, 0]));
  });

  test("of the dashboard hold only one's own projects, keys, members and invitations", async () => {
    const query = { pageSize };
    const { projects } = await a.dashboard.call(operations.listMemberProjects, { query });
    expect(projects.map(({ projectId }) => projectId)).not.toContain(b.projectId);
    const params = { projectId: a.projectId };
    const { apiKeys } = await a.dashboard.call(operations.listApiKeys, { params, query });
    expect(apiKeys.map(({ keyId }) => keyId)).not.toContain(b.keyId);
    const { members } = await a.dashboard.call(operations.listMembers, { params, query });
    expect(members.map(({ accountId }) => accountId)).not.toContain(b.accountId);
    const { invitations } = await a.dashboard.call(operations.listInvitations, { params, query });
    expect(invitations.map(({ invitationId }) => invitationId)).not.toContain(b.invitationId);
  });
});

test("a member removed from a project cannot reach it any more, with the session they had", async () => {
  const { projectId } = await freshProject(a);
  const home = { ...a, projectId };
  const { code } = await a.dashboard.call(operations.inviteMember, {
    params: { projectId },
    body: { email: "leaver@example.com", role: "editor" },
  });
  const leaver = openDashboard(a.baseUrl);
  const { accountId } = await leaver.call(operations.acceptInvitation, {
    body: { code, password: "a password of a leaver" },
  });
  expect((await leaver.call(operations.getProject, { params: { projectId } })).role).toBe("editor");
  await home.dashboard.call(operations.removeMember, { params: { projectId, accountId } });
  const headers = { cookie: leaver.cookie() ?? "" };
  expect(outcome(await callWith(a.baseUrl, "getProject", { ...idsOf(a), projectId }, headers))).toBe(
    refusedWith("project.not_found"),
  );
  expect(outcome(await callWith(a.baseUrl, "createTemplate", { ...idsOf(a), projectId }, headers))).toBe(
    refusedWith("project.not_found"),
  );
});

test("roles bound what a member may do", async () => {
  const { projectId } = await freshProject(a);
  const join = async (role: "editor" | "viewer") => {
    const { code } = await a.dashboard.call(operations.inviteMember, {
      params: { projectId },
      body: { email: `${role}@example.com`, role },
    });
    const member = openDashboard(a.baseUrl);
    await member.call(operations.acceptInvitation, { body: { code, password: "a password of a member" } });
    return { cookie: member.cookie() ?? "" };
  };
  const headers = { editor: await join("editor"), viewer: await join("viewer") };
  for (const [id, definition] of table) {
    if (definition.permission === undefined || definition.permission === "read") continue;
    const refused = definition.permission === "edit" ? (["viewer"] as const) : (["viewer", "editor"] as const);
    for (const role of refused) {
      const answer = await callWith(a.baseUrl, id, { ...randomIds(), projectId }, headers[role]);
      expect([id, role, outcome(answer)]).toEqual([id, role, refusedWith("auth.scope_missing")]);
    }
  }
});
