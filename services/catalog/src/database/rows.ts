import type { DataSource, EntityManager, EntitySchema, ObjectLiteral } from "typeorm";
import { sha256 } from "../secrets/sha256.ts";
import { isPreparedStatementLost } from "./database-error.ts";
import { poolOf } from "./pool.ts";

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

/**
 * Prepares a statement, which the server parses and plans once per connection. For statements on every request. Behind
 * a pooler that gives each transaction another connection and keeps no statements, it is parsed each time.
 */
export function prepare<Row extends object>(
  dataSource: DataSource,
  given: string,
  text: string,
): (values: readonly unknown[]) => Promise<Row[]> {
  // Behind such a pooler another release may have prepared another text.
  const name = `${given}_${sha256(text).slice(0, 16)}`;
  let isNamed = true;

  async function run(values: readonly unknown[]): Promise<Row[]> {
    const query = { text, values: [...values] };
    const named = isNamed ? { ...query, name } : undefined;
    try {
      return (await poolOf(dataSource).query<Row>(named ?? query)).rows;
    } catch (error) {
      if (!named || !isPreparedStatementLost(error)) throw error;
      // The server has refused the name and run nothing.
      isNamed = false;
      return run(values);
    }
  }

  return run;
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
