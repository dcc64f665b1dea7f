import type { MigrationInterface, QueryRunner } from "typeorm";
import { createIndexConcurrently } from "../create-index-concurrently.ts";

/** Lists the drafts that use variables of a brand, so that a search for them reads no text. */
export class DraftsWithBrand0046 implements MigrationInterface {
  readonly name = "DraftsWithBrand0000000000046";
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    const text =
      String.raw`(html || E'\n' || css || E'\n' || coalesce(settings->>'header', '') || E'\n' || ` +
      `coalesce(settings->>'footer', ''))`;
    const on =
      String.raw`template_drafts (project_id) WHERE strpos(${text}, '--brand-') > 0 AND ` +
      String.raw`${text} ~* 'var\(\s*--brand-'`;
    await createIndexConcurrently(queryRunner, "template_drafts_with_brand", on);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations go forward only."));
  }
}
