import { posix } from "node:path";
import type { Lockfile } from "./lockfile.ts";

const sha512 = /^sha512-[A-Za-z0-9+/]{86}==$/;
const nameAtVersion = /^(?:@[a-z0-9._~-]+\/)?[a-z0-9._~-]+@\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/i;
const exactVersion = /^(?:npm:(?:@[^/@]+\/)?[^/@]+@)?\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/;

/** What is not fetched from the registry by a version and a hash: packages from elsewhere could change unnoticed. */
export function originFindings(lockfile: Lockfile): string[] {
  return [...packageFindings(lockfile), ...importerFindings(lockfile)];
}

function packageFindings({ packages }: Lockfile): string[] {
  return Object.entries(packages).flatMap(([id, { resolution }]) => {
    const { integrity, ...other } = resolution;
    const findings: string[] = [];
    if (!nameAtVersion.test(id)) findings.push(`${id} is no package of the registry, by a version`);
    if (Object.keys(other).length > 0) {
      findings.push(`${id} is fetched from elsewhere than the registry (${Object.keys(other).join(", ")})`);
    }
    if (typeof integrity !== "string" || !sha512.test(integrity))
      findings.push(`${id} has no SHA-512 to hold it against`);
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
          return isOurs ? [] : [`${folder}: ${name} is linked to ${target}, which is no package of the workspace`];
        }
        return exactVersion.test(specifier)
          ? []
          : [`${folder}: ${name} is asked for as ${specifier}, not by an exact version`];
      },
    ),
  );
}
