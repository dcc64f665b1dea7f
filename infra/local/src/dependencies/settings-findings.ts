import { parse } from "yaml";
import { z } from "zod";

const settingsSchema = z.object({
  minimumReleaseAge: z.number().default(0),
  minimumReleaseAgeExclude: z.array(z.string()).default([]),
  blockExoticSubdeps: z.boolean().default(false),
  strictDepBuilds: z.boolean().default(false),
  dangerouslyAllowAllBuilds: z.boolean().default(false),
  allowBuilds: z.record(z.string(), z.boolean()).default({}),
  auditConfig: z.object({ ignoreGhsas: z.array(z.string()).default([]) }).default({ ignoreGhsas: [] }),
});

export type InstallSettings = z.infer<typeof settingsSchema>;

/** Packages whose install scripts may run. pnpm-workspace.yaml gives the reasons. */
const mayRunScripts = new Set(["node"]);
const threeDaysInMinutes = 4_320;

/** Reads the settings in pnpm-workspace.yaml that decide how packages get in. */
export function readInstallSettings(text: string): InstallSettings {
  return settingsSchema.parse(parse(text));
}

/** Finds settings that let a package in, or run its install script, without a decision. */
export function settingsFindings(settings: InstallSettings, packageNames: ReadonlySet<string>): string[] {
  const findings: string[] = [];
  if (settings.minimumReleaseAge < threeDaysInMinutes)
    findings.push("minimumReleaseAge is less than three days. Set it to 4320.");
  for (const name of settings.minimumReleaseAgeExclude)
    findings.push(`minimumReleaseAgeExclude lets ${name} in on its release day. Remove it.`);
  if (!settings.blockExoticSubdeps) findings.push("blockExoticSubdeps is not true. Set it.");
  if (!settings.strictDepBuilds)
    findings.push("strictDepBuilds is not true, so an install script can miss its decision in allowBuilds. Set it.");
  if (settings.dangerouslyAllowAllBuilds)
    findings.push("dangerouslyAllowAllBuilds lets every install script run. Remove it.");
  for (const [name, mayRun] of Object.entries(settings.allowBuilds)) {
    if (!packageNames.has(name)) findings.push(`allowBuilds names ${name}, which is not a dependency. Remove it.`);
    if (mayRun && !mayRunScripts.has(name))
      findings.push(
        `allowBuilds lets ${name} run its install script. Set it to false, or add it to mayRunScripts in settings-findings.ts.`,
      );
  }
  return findings;
}
