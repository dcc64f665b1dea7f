import type { Pool } from "pg";
import type { DataSource, EntityManager, EntitySchema, ObjectLiteral } from "typeorm";
import type { PostgresDriver } from "typeorm/driver/postgres/PostgresDriver.js";

/**
 * Runs a statement and returns its rows, for statements that the query builder cannot express. The caller promises with
 * `Row` which columns the statement selects.
 */
export async function queryRows<Row>(
  manager: EntityManager,
  sql: string,
  parameters: readonly unknown[] = [],
): Promise<Row[]> {
  const result: unknown = await manager.query(sql, [...parameters]);
  if (!Array.isArray(result)) return [];
  // For UPDATE and DELETE TypeORM returns a pair: the rows and their number.
  const rows: unknown = Array.isArray(result[0]) && typeof result[1] === "number" ? result[0] : result;
  return rows as Row[];
}

/** Prepares a statement, which the server parses and plans once per connection. For statements on every request. */
export function prepare<Row extends object>(
  dataSource: DataSource,
  name: string,
  text: string,
): (values: readonly unknown[]) => Promise<Row[]> {
  return async (values) => {
    // `as`: a data source of type "postgres" has this driver, and its pool is pg's own, which takes named statements.
    const pool = (dataSource.driver as PostgresDriver).master as Pool;
    const result = await pool.query<Row>({ name, text, values: [...values] });
    return result.rows;
  };
}

/** The columns of an entity as a select list, under the row type's property names. */
export function selectList<Row extends ObjectLiteral>(
  dataSource: DataSource,
  entity: EntitySchema<Row>,
  alias: string,
): string {
  return dataSource
    .getMetadata(entity)
    .columns.map((column) => `${alias}."${column.databaseName}" AS "${column.propertyName}"`)
    .join(", ");
}
