import type { DataSource } from "typeorm";
import { prepare } from "./rows.ts";

/** Creates the function that reads the epoch of the database. Never cached: a database may be restored while catalogs run. */
export function createReadEpoch(dataSource: DataSource): () => Promise<string> {
  const read = prepare<{ epoch: string }>(dataSource, "read_epoch", "SELECT epoch FROM database_epoch");
  return async () => (await read([]))[0]?.epoch ?? "";
}

export type ReadEpoch = ReturnType<typeof createReadEpoch>;
