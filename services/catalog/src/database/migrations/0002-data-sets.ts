import type { MigrationInterface, QueryRunner } from "typeorm";

const batchSize = 200;

type Row = { id: string; sampleData: string };

/**
 * Turns the one value of sample data into a list of named sets, each as the author's own text; jsonb stores a text
 * unchanged. The old column stays, with a default, for the previous release.
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

/** Converts in code instead of SQL: jsonb would lose the order of keys and refuse some values. */
async function convertRows(queryRunner: QueryRunner, table: string, id: string): Promise<void> {
  let last = "";
  for (;;) {
    // `as`: the driver returns rows as `any`, and the statement selects these columns.
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
