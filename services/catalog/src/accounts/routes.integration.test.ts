import { beforeEach, describe, expect, test } from "@jest/globals";
import { getTenant, internalOperations as operations } from "@platen/contracts/internal";
import { catalogForFile } from "../testing/catalog-for-file.ts";
import type { TestAccount } from "../testing/test-catalog.ts";

const catalog = catalogForFile();
beforeEach(() => catalog.dataSource.query("TRUNCATE accounts CASCADE"));

const first = { email: "ada@example.com", password: "correct horse battery" };

const setUp = (body = first) => catalog.asNobody(operations.setUpFirstAccount, { body });
const signIn = (body = first) => catalog.asNobody(operations.signIn, { body });

describe("set-up", () => {
  test("one of several simultaneous requests creates the first account", async () => {
    await expect(catalog.asNobody(operations.getSetup, {})).resolves.toEqual({ needed: true });
    const outcomes = await Promise.allSettled(
      [1, 2, 3, 4].map((number) => setUp({ ...first, email: `ada${number}@example.com` })),
    );
    const made = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
    expect(made).toHaveLength(1);
    await expect(catalog.asNobody(operations.getSetup, {})).resolves.toEqual({ needed: false });
    await expect(setUp()).rejects.toMatchObject({ code: "account.exists", status: 409 });
    await expect(catalog.asSession(made[0]?.sessionValue ?? "")(operations.getSession, {})).resolves.toEqual(
      made[0]?.account,
    );
  });

  test("a weak password and an invalid address are refused", async () => {
    await expect(setUp({ email: "ada", password: "short" })).rejects.toMatchObject({
      code: "request.invalid",
      details: [expect.objectContaining({ path: "email" }), expect.objectContaining({ path: "password" })],
    });
  });
});

describe("sessions", () => {
  beforeEach(() => setUp());

  test("the password opens a session, and the case of the address does not matter", async () => {
    const { account, sessionValue } = await signIn({ ...first, email: "ADA@Example.com" });
    expect(account).toMatchObject({ email: first.email });
    await expect(catalog.asSession(sessionValue)(operations.getSession, {})).resolves.toEqual(account);
  });

  test("a wrong password and an unknown address get the same answer, for the same work", async () => {
    const wrong = { code: "auth.credentials_invalid", status: 401 };
    /** The minimum processor time of a refusal, in microseconds. */
    const workOf = async (body: typeof first) => {
      const spent: number[] = [];
      for (let count = 0; count < 6; count += 1) {
        const before = process.cpuUsage();
        await expect(signIn(body)).rejects.toMatchObject(wrong);
        const { user, system } = process.cpuUsage(before);
        spent.push(user + system);
      }
      return Math.min(...spent);
    };
    const work = [await workOf({ ...first, password: "wrong" }), await workOf({ ...first, email: "eve@example.com" })];
    // Without hashing, an unknown address would take about a tenth of the time.
    expect(Math.min(...work) * 2).toBeGreaterThan(Math.max(...work));
  });

  test("passwords and session values are stored only as hashes", async () => {
    const { sessionValue } = await signIn();
    const stored: unknown = await catalog.dataSource.query(
      "SELECT a.*, s.* FROM accounts AS a JOIN sessions AS s USING (account_id)",
    );
    expect(JSON.stringify(stored)).toContain("$argon2id$v=19$m=19456,t=2,p=1$");
    expect(JSON.stringify(stored)).not.toContain(sessionValue);
    expect(JSON.stringify(stored)).not.toContain(first.password);
  });

  test("signing out ends this session and no other", async () => {
    const here = catalog.asSession((await signIn()).sessionValue);
    const there = catalog.asSession((await signIn()).sessionValue);
    await here(operations.signOut, {});
    await expect(here(operations.getSession, {})).rejects.toMatchObject({ code: "auth.session_invalid" });
    await expect(there(operations.getSession, {})).resolves.toBeDefined();
  });

  test("changing the password ends every session and opens a new one", async () => {
    const sessions = [(await signIn()).sessionValue, (await signIn()).sessionValue].map((value) =>
      catalog.asSession(value),
    );
    const [here] = sessions;
    const change = (currentPassword: string) =>
      here?.(operations.changePassword, { body: { currentPassword, newPassword: "another horse battery" } });
    await expect(change("wrong")).rejects.toMatchObject({ code: "auth.credentials_invalid" });
    await expect(here?.(operations.getSession, {})).resolves.toBeDefined();
    const changed = await change(first.password);
    for (const session of sessions) {
      await expect(session(operations.getSession, {})).rejects.toMatchObject({ code: "auth.session_invalid" });
    }
    await expect(catalog.asSession(changed?.sessionValue ?? "")(operations.getSession, {})).resolves.toMatchObject({
      email: first.email,
    });
    await expect(signIn()).rejects.toMatchObject({ code: "auth.credentials_invalid" });
    await expect(signIn({ ...first, password: "another horse battery" })).resolves.toBeDefined();
  });
});

let owner: TestAccount;
let projectId: string;

/** Creates a project for the tests of its members. */
async function startProject(): Promise<void> {
  owner = await catalog.createAccount();
  projectId = await catalog.createProject(owner);
}

describe("members", () => {
  beforeEach(startProject);

  test("members are listed with their roles, oldest first", async () => {
    const viewer = await catalog.createMember(projectId, "viewer");
    const { members, pagination } = await viewer.call(operations.listMembers, { params: { projectId } });
    expect(members).toEqual([
      expect.objectContaining({ accountId: owner.accountId, email: owner.email, role: "owner" }),
      expect.objectContaining({ accountId: viewer.accountId, email: viewer.email, role: "viewer" }),
    ]);
    expect(pagination.total).toBe(2);
  });

  test("a new role takes effect with the next request", async () => {
    const member = await catalog.createMember(projectId, "viewer");
    const create = () => member.call(operations.createTemplate, { params: { projectId }, body: { name: "Letter" } });
    await expect(create()).rejects.toMatchObject({ code: "auth.scope_missing", status: 403 });
    const params = { projectId, accountId: member.accountId };
    await expect(owner.call(operations.changeMemberRole, { params, body: { role: "editor" } })).resolves.toMatchObject({
      accountId: member.accountId,
      role: "editor",
    });
    await expect(create()).resolves.toBeDefined();
    await owner.call(operations.removeMember, { params });
    await expect(create()).rejects.toMatchObject({ code: "project.not_found" });
  });

  test("an owner who removes a member learns which keys of the project that member has made", async () => {
    const editor = await catalog.createMember(projectId, "editor");
    const create = (by: TestAccount, of: string, name: string) =>
      by.call(operations.createApiKey, { params: { projectId: of }, body: { name } });
    const [kept, revoked] = [await create(editor, projectId, "Kept"), await create(editor, projectId, "Revoked")];
    await create(owner, projectId, "Owner's");
    await editor.call(operations.revokeApiKey, { params: { projectId, keyId: revoked.keyId } });
    const elsewhere = await catalog.createProject(owner);
    const stranger = await catalog.createMember(elsewhere, "owner");
    await create(stranger, elsewhere, "Elsewhere");

    const { key, ...shown } = kept;
    const { accountId, email } = editor;
    expect(shown.createdBy).toEqual({ accountId, email, isMember: true });
    const removed = await owner.call(operations.removeMember, { params: { projectId, accountId } });
    const left = { ...shown, createdBy: { accountId, email, isMember: false } };
    expect(removed).toEqual({ apiKeys: [left] });
    expect(JSON.stringify(removed)).not.toContain(key);
    const { apiKeys } = await owner.call(operations.listApiKeys, { params: { projectId } });
    expect(apiKeys).toContainEqual(left);
    await catalog.dataSource.query("UPDATE api_keys SET created_by = NULL");
    const listed = await owner.call(operations.listApiKeys, { params: { projectId } });
    expect(listed.apiKeys.map(({ createdBy }) => createdBy)).toEqual([null, null]);
  });

  test("a project keeps an owner, even if the last two leave at the same time", async () => {
    const second = await catalog.createMember(projectId, "owner");
    const outcomes = await Promise.allSettled(
      [owner, second].map(({ accountId, call }) => call(operations.removeMember, { params: { projectId, accountId } })),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(outcomes.find((outcome) => outcome.status === "rejected")?.reason).toMatchObject({
      code: "member.last_owner",
      status: 409,
    });
    const left = outcomes[0]?.status === "rejected" ? owner : second;
    await expect(
      left.call(operations.changeMemberRole, {
        params: { projectId, accountId: left.accountId },
        body: { role: "viewer" },
      }),
    ).rejects.toMatchObject({ code: "member.last_owner" });
  });

  test.each([
    ["leaves", () => owner.call(operations.leaveProject, { params: { projectId } })],
    [
      "becomes an editor",
      () =>
        owner.call(operations.changeMemberRole, {
          params: { projectId, accountId: owner.accountId },
          body: { role: "editor" },
        }),
    ],
  ])("a project whose creator %s counts for another owner", async (_what, change) => {
    const second = await catalog.createMember(projectId, "owner");
    const accountOf = async () => (await second.call(getTenant, { params: { projectId } })).accountId;
    expect(await accountOf()).toBe(owner.accountId);
    await change();
    expect(await accountOf()).toBe(second.accountId);
  });

  test("members of any role may leave, except the last owner", async () => {
    const params = { projectId };
    for (const role of ["viewer", "editor", "owner"] as const) {
      const member = await catalog.createMember(projectId, role);
      await member.call(operations.leaveProject, { params });
      await expect(member.call(operations.getProject, { params })).rejects.toMatchObject({ code: "project.not_found" });
    }
    await expect(owner.call(operations.leaveProject, { params })).rejects.toMatchObject({ code: "member.last_owner" });
    await expect(owner.call(operations.listMembers, { params })).resolves.toMatchObject({ pagination: { total: 1 } });
    const stranger = await catalog.createAccount();
    await expect(stranger.call(operations.leaveProject, { params })).rejects.toMatchObject({
      code: "project.not_found",
    });
  });
});

describe("invitations", () => {
  beforeEach(startProject);

  const invite = (email: string, role: "editor" | "viewer" = "editor") =>
    owner.call(operations.inviteMember, { params: { projectId }, body: { email, role } });
  const accept = (code: string, password = first.password) =>
    catalog.asNobody(operations.acceptInvitation, { body: { code, password } });
  const list = () => owner.call(operations.listInvitations, { params: { projectId } });

  test("a new address gets an account and the role", async () => {
    const { code, ...invitation } = await invite(first.email);
    await expect(list()).resolves.toMatchObject({ invitations: [invitation] });
    const { account, sessionValue } = await accept(code);
    expect(account.email).toBe(first.email);
    await expect(
      catalog.asSession(sessionValue)(operations.getProject, { params: { projectId } }),
    ).resolves.toMatchObject({ role: "editor" });
    await expect(list()).resolves.toMatchObject({ invitations: [], pagination: { total: 0 } });
    await expect(signIn()).resolves.toMatchObject({ account });
  });

  test("an existing account must give its own password", async () => {
    await catalog.dataSource.query("TRUNCATE accounts CASCADE");
    await setUp();
    await startProject();
    const { code } = await invite(first.email);
    await expect(accept(code, "not the right password")).rejects.toMatchObject({ code: "auth.credentials_invalid" });
    await expect(accept(code)).resolves.toMatchObject({ account: { email: first.email } });
  });

  test("an invitation can be read and accepted by its code until it is accepted, replaced, withdrawn or expired", async () => {
    const name = "Billing & Söhne";
    projectId = await catalog.createProject(owner, name);
    const known = await catalog.createAccount();
    const read = (code: string) => catalog.asNobody(operations.readInvitation, { body: { code } });
    const { code, expiresAt } = await invite("new@example.com", "viewer");
    const seen = { projectName: name, role: "viewer", email: "new@example.com", invitedBy: owner.email, expiresAt };
    await expect(read(code)).resolves.toEqual(seen);
    await expect(read(code)).resolves.toEqual(seen);
    const ofKnown = await invite(known.email);
    // The same fields for an address with an account: they do not tell who has one.
    expect(Object.keys(await read(ofKnown.code)).toSorted()).toEqual(Object.keys(seen).toSorted());

    const second = await catalog.createMember(projectId, "owner");
    const again = await second.call(operations.inviteMember, {
      params: { projectId },
      body: { email: "new@example.com", role: "owner" },
    });
    await expect(read(again.code)).resolves.toMatchObject({ role: "owner", invitedBy: second.email });
    await accept(again.code);
    const withdrawn = await invite("withdrawn@example.com");
    const params = { projectId, invitationId: withdrawn.invitationId };
    await owner.call(operations.withdrawInvitation, { params });
    await expect(owner.call(operations.withdrawInvitation, { params })).rejects.toMatchObject({
      code: "member.not_found",
    });
    await catalog.dataSource.query("UPDATE invitations SET expires_at = now()");
    for (const gone of [code, again.code, withdrawn.code, ofKnown.code, "x".repeat(43)]) {
      await expect(read(gone)).rejects.toMatchObject({
        code: "member.not_found",
        message: "This invitation has expired, or was withdrawn, replaced or accepted. Ask for a new one.",
      });
      await expect(accept(gone)).rejects.toMatchObject({ code: "member.not_found", status: 404 });
    }
    await expect(list()).resolves.toMatchObject({ invitations: [] });
  });

  test("five wrong passwords end an invitation, one after the other and at once", async () => {
    await catalog.dataSource.query("TRUNCATE accounts CASCADE");
    await setUp();
    await startProject();
    const wrong = { code: "auth.credentials_invalid" };
    for (const together of [false, true]) {
      const { code } = await invite(first.email);
      const tries = Array.from({ length: 5 }, () => () => accept(code, "not the right password"));
      if (together) await Promise.allSettled(tries.map((attempt) => attempt()));
      else for (const attempt of tries) await expect(attempt()).rejects.toMatchObject(wrong);
      await expect(accept(code)).rejects.toMatchObject({ code: "member.not_found" });
    }
    await expect(accept((await invite(first.email)).code)).resolves.toMatchObject({ account: { email: first.email } });
  });

  test("only one of two simultaneous uses of a code succeeds", async () => {
    const { code } = await invite(first.email);
    const outcomes = await Promise.allSettled([accept(code), accept(code)]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("inviting a member is refused", async () => {
    await expect(invite(owner.email)).rejects.toMatchObject({
      code: "request.invalid",
      details: [{ path: "email", message: expect.any(String) }],
    });
  });
});
