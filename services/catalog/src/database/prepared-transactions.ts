import type { PoolClient } from "pg";
import type { DataSource } from "typeorm";
import { sha256 } from "../secrets/sha256.ts";
import { isPreparedStatementLost } from "./database-error.ts";

/** Runs a statement in a transaction and returns its rows. The caller promises with `Row` which columns it selects. */
export type RunPrepared = <Row extends object>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

/**
 * Creates the function that runs transactions whose statements the server parses and plans once per connection. For
 * transactions of several long statements, each with a constant text. Behind a pooler that keeps no prepared statements, a
 * transaction is run again without them, and so is each later one.
 */
export function createPreparedTransactions(
  dataSource: DataSource,
): <T>(work: (run: RunPrepared) => Promise<T>) => Promise<T> {
  const names = new Map<string, string>();
  let isNamed = true;

  function nameOf(text: string): string {
    const name = names.get(text) ?? sha256(text).slice(0, 32);
    names.set(text, name);
    return name;
  }

  return async function transact<T>(work: (run: RunPrepared) => Promise<T>): Promise<T> {
    const named = isNamed;
    try {
      return await dataSource.transaction(async ({ queryRunner }) => {
        // `as`: a data source of type "postgres" has connections of pg's pool.
        const client = (await queryRunner?.connect()) as PoolClient;
        return work(async <Row extends object>(text: string, values: readonly unknown[] = []) => {
          const query = { text, values: [...values] };
          return (await client.query<Row>(named ? { ...query, name: nameOf(text) } : query)).rows;
        });
      });
    } catch (error) {
      if (!named || !isPreparedStatementLost(error)) throw error;
      // The server has refused the name, and taken back the transaction.
      isNamed = false;
      return transact(work);
    }
  };
}
