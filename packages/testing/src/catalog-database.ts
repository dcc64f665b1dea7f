import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { rootFolder } from "./root-folder.ts";
import { serviceEnvironment } from "./run-service.ts";
import { createTestDatabase, type TestDatabase } from "./test-database.ts";

const run = promisify(execFile);

/** Creates a database for a test, with the catalog's empty tables. */
export function createCatalogDatabase(options: { server?: string | undefined } = {}): Promise<TestDatabase> {
  return createTestDatabase({ name: "platen-e2e", migrate: migrateCatalog, server: options.server });
}

export async function migrateCatalog(databaseUrl: string): Promise<void> {
  await runCatalog("migrate.ts", databaseUrl);
}

/** Runs one of the catalog's commands on a database and returns its output. */
export async function runCatalog(
  command: "migrate.ts" | "seed-demo.ts" | "storage.ts",
  databaseUrl: string,
  { args = [], env = {} }: { args?: string[]; env?: Record<string, string> } = {},
): Promise<string> {
  const { stdout } = await run(process.execPath, [join(rootFolder, "services/catalog/src", command), ...args], {
    env: { ...serviceEnvironment(), DATABASE_URL: databaseUrl, ...env },
    timeout: 60_000,
    maxBuffer: 16 * 1024 * 1024,
  });
  return stdout;
}
