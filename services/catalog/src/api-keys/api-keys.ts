import { createApiKeyValue, createId, keyScopes, Problem, type KeyScope } from "@platen/contracts";
import type { DataSource, EntityManager } from "typeorm";
import { sha256 } from "../auth/sha256.ts";
import { lockOfProject, refuseMoreThan } from "../database/quota.ts";
import { selectList } from "../database/rows.ts";
import type { PageRequest } from "../pagination/page-plan.ts";
import { readPage, type Page } from "../pagination/read-page.ts";
import { apiKeys, type ApiKeyRow } from "./api-key-row.ts";

export type ApiKeyQuery = PageRequest & { sort: `${"createdAt" | "name"}:${"asc" | "desc"}` };

/** The ids that identify one active key of one project. */
export type ApiKeyRef = { projectId: string; keyId: string };

const maxKeys = 100;
const matchesActiveRef = "keyId = :keyId AND projectId = :projectId AND revokedAt IS NULL";

async function findActiveKey(manager: EntityManager, ref: ApiKeyRef): Promise<ApiKeyRow> {
  const row = await manager
    .createQueryBuilder(apiKeys, "k")
    .where("k.keyId = :keyId AND k.projectId = :projectId AND k.revokedAt IS NULL", ref)
    .getOne();
  if (!row) throw new Problem("key.not_found");
  return row;
}

/** API keys of projects. Revoked keys are never returned. */
export function createApiKeys(options: { dataSource: DataSource; randomBytes: (size: number) => Uint8Array }) {
  const { dataSource } = options;

  return {
    list(projectId: string, query: ApiKeyQuery): Promise<Page<ApiKeyRow>> {
      return readPage<ApiKeyRow, "createdAt" | "name">(
        dataSource,
        {
          columns: selectList(dataSource, apiKeys, "k"),
          from: "api_keys AS k",
          where: ["k.project_id = $1", "k.revoked_at IS NULL"],
          parameters: [projectId],
          id: "k.key_id",
          sorts: { createdAt: "k.created_at", name: "k.name" },
        },
        query,
      );
    },

    /** Creates a key. Only the answer contains its value. */
    async create(
      projectId: string,
      { name, scopes = ["documents"] }: { name: string; scopes?: readonly KeyScope[] },
    ): Promise<{ row: ApiKeyRow; value: string }> {
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
          scopes: keyScopes.filter((scope) => scopes.includes(scope)),
          valueHash: sha256(value),
          lastFour: value.slice(-4),
        });
      });
      return { row: await findActiveKey(dataSource.manager, ref), value };
    },

    async rename(ref: ApiKeyRef, name: string): Promise<ApiKeyRow> {
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
