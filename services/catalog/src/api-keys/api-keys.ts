import { createApiKeyValue, createId, Problem } from "@platen/contracts";
import type { DataSource, EntityManager } from "typeorm";
import { sha256 } from "../auth/sha256.ts";
import { selectList } from "../database/rows.ts";
import type { PageRequest } from "../pagination/page-plan.ts";
import { readPage, type Page } from "../pagination/read-page.ts";
import { apiKeys, type ApiKeyRow } from "./api-key-row.ts";

export type ApiKeyQuery = PageRequest & { sort: `${"createdAt" | "name"}:${"asc" | "desc"}` };

/** One active key of one project, as paths name it. */
export type ApiKeyPlace = { projectId: string; keyId: string };

const activeAtPlace = "keyId = :keyId AND projectId = :projectId AND revokedAt IS NULL";

async function findActiveKey(manager: EntityManager, place: ApiKeyPlace): Promise<ApiKeyRow> {
  const row = await manager
    .createQueryBuilder(apiKeys, "k")
    .where("k.keyId = :keyId AND k.projectId = :projectId AND k.revokedAt IS NULL", place)
    .getOne();
  if (!row) throw new Problem("key.not_found");
  return row;
}

/** API keys of projects. Only active ones are ever shown. */
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

    /** Makes a key. Its value is in the answer and nowhere else. */
    async create(projectId: string, name: string): Promise<{ row: ApiKeyRow; value: string }> {
      const value = createApiKeyValue(options.randomBytes);
      const place = { projectId, keyId: createId("apiKey") };
      await dataSource
        .getRepository(apiKeys)
        .insert({ ...place, name, valueHash: sha256(value), lastFour: value.slice(-4) });
      return { row: await findActiveKey(dataSource.manager, place), value };
    },

    async rename(place: ApiKeyPlace, name: string): Promise<ApiKeyRow> {
      await dataSource.createQueryBuilder().update(apiKeys).set({ name }).where(activeAtPlace, place).execute();
      return findActiveKey(dataSource.manager, place);
    },

    /** Once this resolves, no request that begins later is accepted with the key. */
    async revoke(place: ApiKeyPlace): Promise<void> {
      const { affected } = await dataSource
        .createQueryBuilder()
        .update(apiKeys)
        .set({ revokedAt: () => "now()" })
        .where(activeAtPlace, place)
        .execute();
      if (affected === 0) throw new Problem("key.not_found");
    },
  };
}
