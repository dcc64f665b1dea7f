import type { MigrationInterface, QueryRunner } from "typeorm";
import { createIndexConcurrently } from "../create-index-concurrently.ts";

export class DocumentsKeyIndex0006 implements MigrationInterface {
  readonly name = "DocumentsKeyIndex0000000000006";
  readonly transaction = false;

  up(queryRunner: QueryRunner): Promise<void> {
    return createIndexConcurrently(
      queryRunner,
      "documents_key",
      "documents (project_id, key_id, created_at, document_id)",
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations go forward only."));
  }
}
