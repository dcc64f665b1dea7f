import { posix } from "node:path";
import { parse } from "yaml";
import { z } from "zod";

const dependencies = z.record(z.string(), z.object({ specifier: z.string(), version: z.string() })).default({});
const versions = z.record(z.string(), z.string()).default({});

const lockfileSchema = z.object({
  importers: z.record(
    z.string(),
    z.object({ dependencies, optionalDependencies: dependencies, devDependencies: dependencies }),
  ),
  packages: z.record(
    z.string(),
    z.object({
      resolution: z.record(z.string(), z.unknown()),
      /** Set for those that are for one kind of machine only. */
      os: z.array(z.string()).optional(),
      cpu: z.array(z.string()).optional(),
    }),
  ),
  snapshots: z.record(z.string(), z.object({ dependencies: versions, optionalDependencies: versions })),
});

/** pnpm-lock.yaml, as far as it is looked at. */
export type Lockfile = z.infer<typeof lockfileSchema>;

export function readLockfile(text: string): Lockfile {
  return lockfileSchema.parse(parse(text));
}

/** Without what it was resolved beside: `ws@8.1.0(bufferutil@4.0.1)` is `ws@8.1.0`. */
function packageId(snapshot: string): string {
  return snapshot.replace(/\(.*$/, "");
}

/** The packages, as `name@version`, that running the workspace folders takes: what development needs is left out. */
export function productionPackages(lockfile: Lockfile, folders: readonly string[]): Set<string> {
  const seenFolders = new Set<string>();
  const seen = new Set<string>();

  function addFolder(folder: string): void {
    if (seenFolders.has(folder)) return;
    seenFolders.add(folder);
    const importer = lockfile.importers[folder];
    if (!importer) throw new Error(`${folder} is not in pnpm-lock.yaml`);
    for (const [name, { version }] of Object.entries({ ...importer.dependencies, ...importer.optionalDependencies })) {
      if (version.startsWith("link:")) addFolder(posix.join(folder, version.slice("link:".length)));
      else addSnapshot(name, version);
    }
  }

  function addSnapshot(name: string, version: string): void {
    // One that goes by another name here is given with its own.
    const key = version in lockfile.snapshots ? version : `${name}@${version}`;
    if (seen.has(key)) return;
    seen.add(key);
    const snapshot = lockfile.snapshots[key];
    if (!snapshot) throw new Error(`${key} is not in pnpm-lock.yaml`);
    const all = { ...snapshot.dependencies, ...snapshot.optionalDependencies };
    for (const [dependency, wanted] of Object.entries(all)) addSnapshot(dependency, wanted);
  }

  for (const folder of folders) addFolder(folder);
  return new Set([...seen].map(packageId));
}
