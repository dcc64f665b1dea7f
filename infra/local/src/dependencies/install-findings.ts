import { isDeepStrictEqual } from "node:util";
import { parse } from "yaml";
import { z } from "zod";

const sha512 = /^sha512-[A-Za-z0-9+/]{86}==$/;
const exactVersion = /^(?:npm:(?:@[^/@]+\/)?[^/@]+@)?\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/;

const dependencies = z.record(z.string(), z.object({ specifier: z.string() })).default({});
const lockfileSchema = z.object({
  importers: z.record(
    z.string(),
    z.object({ dependencies, optionalDependencies: dependencies, devDependencies: dependencies }),
  ),
  packages: z.record(z.string(), z.object({ resolution: z.record(z.string(), z.unknown()) })),
});
const settingsSchema = z.looseObject({
  allowBuilds: z.record(z.string(), z.boolean()),
  auditConfig: z.object({ ignoreGhsas: z.array(z.string()).default([]) }).default({ ignoreGhsas: [] }),
});

/** The part of pnpm-lock.yaml that says where packages come from. */
export const readLockfile = (text: string) => lockfileSchema.parse(parse(text));
/** The settings of pnpm-workspace.yaml that decide how packages get in. */
export const readSettings = (text: string) => settingsSchema.parse(parse(text));

/** Settings that pnpm enforces. Without one, a package gets in, or runs its install script, without a decision. */
const requiredSettings = {
  minimumReleaseAge: 4_320,
  minimumReleaseAgeExclude: undefined,
  blockExoticSubdeps: true,
  strictDepBuilds: true,
  dangerouslyAllowAllBuilds: undefined,
};
/** Packages whose install scripts may run. pnpm-workspace.yaml gives the reasons. */
const mayRunScripts = ["node"];

/** Finds packages that do not come from the registry by exact version and hash: others could change unnoticed. */
export function originFindings({ importers, packages }: z.infer<typeof lockfileSchema>): string[] {
  const unpinned = Object.entries(packages)
    .filter(([, { resolution }]) => {
      const { integrity, ...other } = resolution;
      return typeof integrity !== "string" || !sha512.test(integrity) || Object.keys(other).length > 0;
    })
    .map(([id]) => `${id} does not come from the registry with a SHA-512 hash`);
  const ranged = Object.entries(importers).flatMap(([folder, all]) =>
    Object.entries({ ...all.dependencies, ...all.optionalDependencies, ...all.devDependencies })
      .filter(([, { specifier }]) => specifier !== "workspace:*" && !exactVersion.test(specifier))
      .map(([name, { specifier }]) => `${folder}: ${name} has the version ${specifier}. Set an exact version.`),
  );
  return [...unpinned, ...ranged];
}

/** Finds settings that differ from the required ones, and install scripts that run without a reason. */
export function settingsFindings(settings: z.infer<typeof settingsSchema>): string[] {
  const wrong = Object.entries(requiredSettings)
    .filter(([name, value]) => !isDeepStrictEqual(settings[name], value))
    .map(([name, value]) => (value === undefined ? `Remove ${name}.` : `Set ${name} to ${String(value)}.`));
  const scripts = Object.entries(settings.allowBuilds)
    .filter(([name, mayRun]) => mayRun && !mayRunScripts.includes(name))
    .map(([name]) => `allowBuilds lets ${name} run its install script. Set it to false, or add it to mayRunScripts.`);
  return [...wrong, ...scripts];
}
