import { parse } from "yaml";
import { z } from "zod";
import type { InstalledPackage } from "./installed-packages.ts";
import type { Lockfile } from "./lockfile.ts";

const settingsSchema = z.object({
  minimumReleaseAge: z.number().default(0),
  minimumReleaseAgeExclude: z.array(z.string()).default([]),
  blockExoticSubdeps: z.boolean().default(false),
  dangerouslyAllowAllBuilds: z.boolean().default(false),
  allowBuilds: z.record(z.string(), z.boolean()).default({}),
  auditConfig: z.object({ ignoreGhsas: z.array(z.string()).default([]) }).default({ ignoreGhsas: [] }),
});

export type InstallSettings = z.infer<typeof settingsSchema>;

/** Packages whose install scripts may run, each for the reason that pnpm-workspace.yaml gives. */
const mayRunScripts = new Set(["node"]);
const threeDaysInMinutes = 4_320;

/** pnpm-workspace.yaml, as far as it says how packages get in. */
export function readInstallSettings(text: string): InstallSettings {
  return settingsSchema.parse(parse(text));
}

/** What would let a package in, or run, that nobody has decided about. */
export function settingsFindings(
  settings: InstallSettings,
  lockfile: Lockfile,
  installed: readonly InstalledPackage[],
): string[] {
  const { allowBuilds } = settings;
  const findings: string[] = [];
  if (settings.minimumReleaseAge < threeDaysInMinutes)
    findings.push("minimumReleaseAge is less than three days: set it to 4320");
  for (const name of settings.minimumReleaseAgeExclude)
    findings.push(`minimumReleaseAgeExclude lets ${name} in on the day it is published: take it out`);
  if (!settings.blockExoticSubdeps) findings.push("blockExoticSubdeps is not true: set it");
  if (settings.dangerouslyAllowAllBuilds)
    findings.push("dangerouslyAllowAllBuilds lets every install script run: take it out");
  for (const name of new Set(installed.filter((found) => found.hasInstallScript).map((found) => found.name))) {
    if (!(name in allowBuilds))
      findings.push(
        `${name} has an install script, and allowBuilds does not say whether it may run: add \`${name}: false\``,
      );
  }
  const locked = new Set(Object.keys(lockfile.packages).map((id) => id.slice(0, id.lastIndexOf("@"))));
  for (const [name, mayRun] of Object.entries(allowBuilds)) {
    if (!locked.has(name)) findings.push(`allowBuilds names ${name}, which is no dependency: take it out`);
    if (mayRun && !mayRunScripts.has(name))
      findings.push(
        `allowBuilds lets ${name} run its install script: set it to false, or name it in mayRunScripts with its reason`,
      );
  }
  return findings;
}
