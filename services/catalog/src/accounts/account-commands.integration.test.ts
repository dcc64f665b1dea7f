import { beforeEach, expect, test } from "@jest/globals";
import { randomBytes } from "node:crypto";
import { internalOperations as operations } from "@platen/contracts/internal";
import { catalogForFile } from "../testing/catalog-for-file.ts";
import type { TestAccount } from "../testing/test-catalog.ts";
import { runAccountCommand, type AccountCommand } from "./account-commands.ts";
import { createPasswords } from "./passwords.ts";

const catalog = catalogForFile();
let account: TestAccount;
let other: TestAccount;
beforeEach(async () => {
  await catalog.dataSource.query("TRUNCATE accounts CASCADE");
  account = await catalog.createAccount("member");
  other = await catalog.createAccount();
});

const run = (command: AccountCommand, email = account.email) =>
  runAccountCommand({ dataSource: catalog.dataSource, passwords: createPasswords(), randomBytes }, command, email);
const ended = { code: "auth.session_invalid" };

test("a reset password opens the account, and its sessions end", async () => {
  const { password = "" } = await run("reset-password", account.email.toUpperCase());
  await expect(account.call(operations.getSession, {})).rejects.toMatchObject(ended);
  await expect(other.call(operations.getSession, {})).resolves.toBeDefined();
  const body = { email: account.email, password };
  await expect(catalog.asNobody(operations.signIn, { body })).resolves.toMatchObject({
    account: { email: body.email },
  });
});

test("only an admin creates projects, as the operator decides, with the next request", async () => {
  const create = () => account.call(operations.createProject, { body: { name: "Billing" } });
  const refused = { code: "auth.scope_missing", status: 403 };
  await expect(create()).rejects.toMatchObject(refused);
  await run("grant-admin");
  await expect(create()).resolves.toMatchObject({ role: "owner" });
  await run("revoke-admin");
  await expect(create()).rejects.toMatchObject(refused);
});

test("a removed account is gone with its sessions, and its projects keep an owner, for whom they count", async () => {
  const projectId = await catalog.createProject(other);
  await expect(run("remove", other.email)).rejects.toThrow(`is the only owner of ${projectId}`);
  const next = await catalog.createMember(projectId, "owner");
  await run("remove", other.email);
  const tenant = await next.call(operations.getTenant, { params: { projectId } });
  expect(tenant.accountId).toBe(next.accountId);
  await expect(other.call(operations.getSession, {})).rejects.toMatchObject(ended);
  await expect(run("remove", other.email)).rejects.toThrow("No account has the e-mail address");
});

test("the last account is not removed, because any caller could then create the first one", async () => {
  await run("remove", other.email);
  await expect(run("remove")).rejects.toThrow("is the only account");
});
