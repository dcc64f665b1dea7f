import { posix } from "node:path";
import { parse } from "yaml";
import { z } from "zod";

const sha512 = /^sha512-[A-Za-z0-9+/]{86}==$/;
const nameAtVersion = /^(?:@[a-z0-9._~-]+\/)?[a-z0-9._~-]+@\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/i;
const exactVersion = /^(?:npm:(?:@[^/@]+\/)?[^/@]+@)?\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/;

const dependencies = z.record(z.string(), z.object({ specifier: z.string(), version: z.string() })).default({});
const lockfileSchema = z.object({
  importers: z.record(
    z.string(),
    z.object({ dependencies, optionalDependencies: dependencies, devDependencies: dependencies }),
  ),
  packages: z.record(z.string(), z.object({ resolution: z.record(z.string(), z.unknown()) })),
});

/** The part of pnpm-lock.yaml that says where packages come from. */
export type Lockfile = z.infer<typeof lockfileSchema>;

export function readLockfile(text: string): Lockfile {
  return lockfileSchema.parse(parse(text));
}

/** Finds packages that do not come from the registry by exact version and hash: others could change unnoticed. */
export function originFindings(lockfile: Lockfile): string[] {
  return [...packageFindings(lockfile), ...importerFindings(lockfile)];
}

function packageFindings({ packages }: Lockfile): string[] {
  return Object.entries(packages).flatMap(([id, { resolution }]) => {
    const { integrity, ...other } = resolution;
    const findings: string[] = [];
    if (!nameAtVersion.test(id)) findings.push(`${id} is not a package of the registry with a version`);
    if (Object.keys(other).length > 0)
      findings.push(`${id} comes from outside the registry (${Object.keys(other).join(", ")})`);
    if (typeof integrity !== "string" || !sha512.test(integrity)) findings.push(`${id} has no SHA-512 hash`);
    return findings;
  });
}

function importerFindings({ importers }: Lockfile): string[] {
  return Object.entries(importers).flatMap(([folder, { dependencies, optionalDependencies, devDependencies }]) =>
    Object.entries({ ...dependencies, ...optionalDependencies, ...devDependencies }).flatMap(
      ([name, { specifier, version }]) => {
        if (version.startsWith("link:")) {
          const target = posix.join(folder, version.slice("link:".length));
          const isOurs = specifier === "workspace:*" && target in importers;
          return isOurs ? [] : [`${folder}: ${name} links to ${target}, which is outside the workspace`];
        }
        return exactVersion.test(specifier)
          ? []
          : [`${folder}: ${name} has the version range ${specifier}. Set an exact version.`];
      },
    ),
  );
}
