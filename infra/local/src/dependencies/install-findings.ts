/** Settings that pnpm enforces. Without one, a package gets in, or runs its install script, without a decision. */
const requiredSettings = ["minimumReleaseAge: 4320", "blockExoticSubdeps: true", "strictDepBuilds: true"];
const forbiddenSettings = ["minimumReleaseAgeExclude", "dangerouslyAllowAllBuilds"];
/** Packages whose install scripts may run. pnpm-workspace.yaml gives the reasons. */
const mayRunScripts = ["node"];

const fromRegistry = /^\{integrity: sha512-[A-Za-z0-9+/]{86}==\}$/;
const exactVersion = /^(?:npm:(?:@[^/@]+\/)?[^/@]+@)?\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/;

/** Finds packages in pnpm-lock.yaml that do not come from the registry by exact version and hash: others could change unnoticed. */
export function originFindings(lockfile: string): string[] {
  const valuesOf = (name: string) =>
    [...lockfile.matchAll(new RegExp(`^ +${name}: *(.*)$`, "gm"))].map(([, value = ""]) => value);
  return [
    ...valuesOf("resolution")
      .filter((resolution) => !fromRegistry.test(resolution))
      .map((resolution) => `${resolution} is not the SHA-512 hash of a package of the registry`),
    ...valuesOf("specifier")
      .filter((specifier) => specifier !== "workspace:*" && !exactVersion.test(specifier))
      .map((specifier) => `a package.json has the version ${specifier}. Set an exact version.`),
  ];
}

/** Finds settings of pnpm-workspace.yaml that differ from the required ones, and install scripts that run without a reason. */
export function settingsFindings(settings: string): string[] {
  const lines = settings.split("\n").map((line) => line.replace(/\s+#.*$/, ""));
  const scripts = lines.flatMap((line) => /^ +"?(.+?)"?: true$/.exec(line)?.[1] ?? []);
  return [
    ...requiredSettings.filter((setting) => !lines.includes(setting)).map((setting) => `Set ${setting}.`),
    ...forbiddenSettings.filter((name) => lines.some((line) => line.startsWith(name))).map((name) => `Remove ${name}.`),
    ...scripts
      .filter((name) => !mayRunScripts.includes(name))
      .map((name) => `allowBuilds lets ${name} run its install script. Set it to false, or add it to mayRunScripts.`),
  ];
}
