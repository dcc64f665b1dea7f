import { createApiKeyValue, createId, keyScopes, Problem, usualScopes, type KeyScope } from "@platen/contracts";
import type { DataSource, EntityManager } from "typeorm";
import { sha256 } from "../secrets/sha256.ts";
import { lockOfProject, refuseMoreThan } from "../database/quota.ts";
import { queryRows } from "../database/rows.ts";
import type { PageRequest } from "../pagination/page-plan.ts";
import { readPage, type Page } from "../pagination/read-page.ts";
import { apiKeys, type ApiKeyRow } from "./api-key-row.ts";

export type ApiKeyQuery = PageRequest & { sort: `${"createdAt" | "name"}:${"asc" | "desc"}` };

/** The ids that identify one active key of one project. */
export type ApiKeyRef = { projectId: string; keyId: string };

/** An active key, with the account that made it. */
export type ListedKey = Pick<ApiKeyRow, "keyId" | "name" | "lastFour" | "scopes" | "createdAt" | "lastUsedAt"> & {
  createdBy: { accountId: string; email: string; isMember: boolean } | null;
};

const maxKeys = 100;
/** A key with its project, as the key itself reads it. */
type OwnKey = Pick<ListedKey, "keyId" | "name" | "lastFour" | "scopes" | "createdAt"> & {
  project: { projectId: string; name: string };
};

const matchesActiveRef = "keyId = :keyId AND projectId = :projectId AND revokedAt IS NULL";

const columns = `k.key_id AS "keyId", k.name, k.last_four AS "lastFour", k.scopes, k.created_at AS "createdAt",
  k.last_used_at AS "lastUsedAt",
  CASE WHEN a.account_id IS NOT NULL THEN json_build_object(
    'accountId', a.account_id, 'email', a.email, 'isMember', m.account_id IS NOT NULL) END AS "createdBy"`;
const from = `api_keys AS k LEFT JOIN accounts AS a ON a.account_id = k.created_by
  LEFT JOIN memberships AS m ON m.account_id = k.created_by AND m.project_id = k.project_id`;
const ofProject = ["k.project_id = $1", "k.revoked_at IS NULL"];

async function findActiveKey(manager: EntityManager, { projectId, keyId }: ApiKeyRef): Promise<ListedKey> {
  const [row] = await queryRows<ListedKey>(
    manager,
    `SELECT ${columns} FROM ${from} WHERE ${ofProject.join(" AND ")} AND k.key_id = $2`,
    [projectId, keyId],
  );
  if (!row) throw new Problem("key.not_found");
  return row;
}

/** API keys of projects. Revoked keys are never returned. */
export function createApiKeys(options: { dataSource: DataSource; randomBytes: (size: number) => Uint8Array }) {
  const { dataSource } = options;

  return {
    list(projectId: string, query: ApiKeyQuery): Promise<Page<ListedKey>> {
      return readPage<ListedKey, "createdAt" | "name">(
        dataSource,
        {
          columns,
          from,
          where: ofProject,
          parameters: [projectId],
          id: "k.key_id",
          sorts: { createdAt: "k.created_at", name: "k.name" },
        },
        query,
      );
    },

    async describe({ projectId, keyId }: ApiKeyRef): Promise<OwnKey> {
      const [row] = await queryRows<OwnKey>(
        dataSource.manager,
        `SELECT k.key_id AS "keyId", k.name, k.last_four AS "lastFour", k.scopes, k.created_at AS "createdAt",
           json_build_object('projectId', p.project_id, 'name', p.name) AS project
         FROM api_keys AS k JOIN projects AS p ON p.project_id = k.project_id
         WHERE ${ofProject.join(" AND ")} AND k.key_id = $2`,
        [projectId, keyId],
      );
      // Revoked since the request was let in.
      if (!row) throw new Problem("auth.key_invalid");
      return row;
    },

    /** The active keys that an account has made, which may know them. */
    madeBy(projectId: string, accountId: string): Promise<ListedKey[]> {
      const where = [...ofProject, "k.created_by = $2"].join(" AND ");
      const sql = `SELECT ${columns} FROM ${from} WHERE ${where} ORDER BY k.created_at, k.key_id`;
      return queryRows<ListedKey>(dataSource.manager, sql, [projectId, accountId]);
    },

    /** Creates a key. Only the answer contains its value. */
    async create(
      projectId: string,
      { name, scopes = usualScopes }: { name: string; scopes?: readonly KeyScope[] },
      createdBy: string,
    ): Promise<{ row: ListedKey; value: string }> {
      const value = createApiKeyValue(options.randomBytes);
      const ref = { projectId, keyId: createId("apiKey") };
      await dataSource.transaction(async (manager) => {
        await refuseMoreThan(manager, maxKeys, {
          lock: lockOfProject,
          from: "api_keys WHERE project_id = $1 AND revoked_at IS NULL",
          id: projectId,
          message: `The project has ${maxKeys} API keys, the maximum. Revoke one that is not used any more.`,
        });
        await manager.getRepository(apiKeys).insert({
          ...ref,
          name,
          createdBy,
          scopes: keyScopes.filter((scope) => scopes.includes(scope)),
          valueHash: sha256(value),
          lastFour: value.slice(-4),
        });
      });
      return { row: await findActiveKey(dataSource.manager, ref), value };
    },

    async rename(ref: ApiKeyRef, name: string): Promise<ListedKey> {
      await dataSource.createQueryBuilder().update(apiKeys).set({ name }).where(matchesActiveRef, ref).execute();
      return findActiveKey(dataSource.manager, ref);
    },

    /** After this resolves, the catalog accepts no new request with the key. */
    async revoke(ref: ApiKeyRef): Promise<void> {
      const { affected } = await dataSource
        .createQueryBuilder()
        .update(apiKeys)
        .set({ revokedAt: () => "now()" })
        .where(matchesActiveRef, ref)
        .execute();
      if (affected === 0) throw new Problem("key.not_found");
    },
  };
}

export type ApiKeys = ReturnType<typeof createApiKeys>;
