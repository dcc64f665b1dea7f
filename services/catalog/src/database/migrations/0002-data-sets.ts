import type { MigrationInterface, QueryRunner } from "typeorm";

const batchSize = 200;

type Row = { id: string; sampleData: string };

/**
 * One value of sample data becomes a list of named sets, each the author's own text. jsonb keeps a text as it is. The
 * old column stays, with a default, for the release before this one.
 */
export class DataSets0002 implements MigrationInterface {
  readonly name = "DataSets0000000000002";

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const [table, id] of [
      ["template_drafts", "template_id"],
      ["template_versions", "version_id"],
    ] as const) {
      await queryRunner.query(
        `ALTER TABLE ${table}
           ADD COLUMN data_sets jsonb NOT NULL DEFAULT '[{ "name": "Sample data", "json": "{}" }]',
           ALTER COLUMN sample_data SET DEFAULT '{}'`,
      );
      await convertRows(queryRunner, table, id);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations go forward only."));
  }
}

/** Here and not in SQL: jsonb would forget the order of keys and refuse what it cannot hold. */
async function convertRows(queryRunner: QueryRunner, table: string, id: string): Promise<void> {
  let last = "";
  for (;;) {
    // The driver gives rows as `any`; this is what is selected.
    const rows = (await queryRunner.query(
      `SELECT ${id} AS id, sample_data AS "sampleData" FROM ${table}
       WHERE ${id} > $1 AND sample_data <> '{}' ORDER BY ${id} LIMIT ${batchSize}`,
      [last],
    )) as Row[];
    if (rows.length === 0) return;
    await queryRunner.query(
      `UPDATE ${table} AS t SET data_sets = converted.data_sets::jsonb
       FROM unnest($1::text[], $2::text[]) AS converted (id, data_sets) WHERE t.${id} = converted.id`,
      [rows.map((row) => row.id), rows.map(({ sampleData }) => dataSetsOf(sampleData))],
    );
    last = rows.at(-1)?.id ?? last;
  }
}

function dataSetsOf(sampleData: string): string {
  const value: unknown = JSON.parse(sampleData);
  return JSON.stringify([{ name: "Sample data", json: JSON.stringify(value, null, 2) }]);
}
