import type { MigrationInterface, QueryRunner } from "typeorm";
import { boundAt, databaseTime, daysAfter, midnightBefore } from "../partition-bounds.ts";
import { queryRows } from "../rows.ts";
import { accountsSql } from "./initial-schema/accounts.sql.ts";
import { batchesSql } from "./initial-schema/batches.sql.ts";
import { deliveriesSql } from "./initial-schema/deliveries.sql.ts";
import { documentDataSql } from "./initial-schema/document-data.sql.ts";
import { documentsSql } from "./initial-schema/documents.sql.ts";
import { installationSql } from "./initial-schema/installation.sql.ts";
import { leasesSql } from "./initial-schema/leases.sql.ts";
import { librarySql } from "./initial-schema/library.sql.ts";
import { projectsSql } from "./initial-schema/projects.sql.ts";
import { templatesSql } from "./initial-schema/templates.sql.ts";
import { usageSql } from "./initial-schema/usage.sql.ts";

/** The first partition ends so many midnights from now. Catalogs create the next one as soon as they start. */
const firstMidnights = 3;

/** The last commit with the migrations 0001 to 0040, whose schema this one creates at once. */
const lastCommitOfSteps = "db83d7a1";

/** Refuses a database that has some of those migrations: this one cannot complete its tables. */
async function refusePartOfSteps({ manager }: QueryRunner): Promise<void> {
  const sql = "SELECT name FROM migrations WHERE timestamp < 40 ORDER BY timestamp DESC LIMIT 1";
  const [last] = await queryRows<{ name: string }>(manager, sql);
  if (last === undefined) return;
  throw new Error(
    `The database ends at ${last.name}, and this release begins with the schema of 0040. ` +
      `Run \`node src/migrate.ts\` of the commit ${lastCommitOfSteps} first, then migrate again.`,
  );
}

export class InitialSchema0040 implements MigrationInterface {
  // TypeORM orders migrations by the thirteen digits at the end of the name. The last of the earlier migrations had this
  // name: databases that have recorded it have this schema.
  readonly name = "LeaseIndexes0000000000040";

  async up(queryRunner: QueryRunner): Promise<void> {
    await refusePartOfSteps(queryRunner);
    const firstEnd = boundAt(daysAfter(midnightBefore(await databaseTime(queryRunner.manager)), firstMidnights));
    const parts = [
      // Both come with PostgreSQL and may be created by the owner of the database.
      "CREATE EXTENSION IF NOT EXISTS pg_trgm",
      "CREATE EXTENSION IF NOT EXISTS btree_gin",
      accountsSql,
      projectsSql,
      templatesSql,
      librarySql,
      documentsSql(firstEnd),
      documentDataSql,
      batchesSql,
      deliveriesSql,
      usageSql,
      leasesSql,
      installationSql,
    ];
    for (const sql of parts) await queryRunner.query(sql);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations go forward only."));
  }
}
