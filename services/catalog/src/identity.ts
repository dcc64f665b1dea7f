import { randomBytes } from "node:crypto";
import type { Logger } from "@platen/telemetry";
import type { DataSource } from "typeorm";
import { createAccounts } from "./accounts/accounts.ts";
import { createFindSession } from "./accounts/find-session.ts";
import { createInvitations } from "./accounts/invitations.ts";
import { createMembers } from "./accounts/members.ts";
import { createPasswords } from "./accounts/passwords.ts";
import { createApiKeys } from "./api-keys/api-keys.ts";
import { createFindKey } from "./api-keys/find-key.ts";
import { createKeyUsage } from "./api-keys/key-usage.ts";
import type { CatalogConfig } from "./config.ts";
import { createProjects } from "./projects/projects.ts";

const keyUsageFlushMs = 5_000;

type IdentityDependencies = {
  dataSource: DataSource;
  config: Pick<CatalogConfig, "PROJECTS_PER_ACCOUNT">;
  logger: Logger;
};

/** Builds the parts that know accounts, their projects and the API keys of these. */
export function createIdentity({ dataSource, config, logger }: IdentityDependencies) {
  const passwords = createPasswords();
  return {
    keyUsage: createKeyUsage({ dataSource, logger, flushEveryMs: keyUsageFlushMs }),
    findKey: createFindKey(dataSource),
    findSession: createFindSession(dataSource),
    accounts: createAccounts({ dataSource, passwords, randomBytes }),
    members: createMembers(dataSource),
    invitations: createInvitations({ dataSource, passwords, randomBytes }),
    projects: createProjects(dataSource, { perAccount: config.PROJECTS_PER_ACCOUNT }),
    apiKeys: createApiKeys({ dataSource, randomBytes }),
  };
}
