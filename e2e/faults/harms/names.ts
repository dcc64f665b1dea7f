import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The addresses that services see behind names, one or several; `slowMs` is the time that each look-up takes. */
export type Names = {
  /** Variables for the services that resolve these names. */
  env: Record<string, string>;
  set(addresses: Record<string, string | readonly string[]>, slowMs?: number): Promise<void>;
  remove(): Promise<void>;
};

/** Stands in for the name server of services that are started with its variables. */
export async function createNames(): Promise<Names> {
  const folder = await mkdtemp(join(tmpdir(), "platen-names-"));
  const file = join(folder, "names.json");
  return {
    env: { NODE_OPTIONS: `--import=${new URL("resolve-names.ts", import.meta.url).href}`, TEST_NAMES_FILE: file },
    set: (addresses, slowMs = 0) => writeFile(file, JSON.stringify({ addresses, slowMs })),
    remove: () => rm(folder, { recursive: true }),
  };
}
