import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  scripts: z.record(z.string(), z.unknown()).optional(),
  license: z.unknown().optional(),
  licenses: z.unknown().optional(),
});

export type InstalledPackage = {
  /** `name@version` */
  id: string;
  name: string;
  /** As its manifest says; undefined if that says nothing. */
  licence: string | undefined;
  hasLicenceText: boolean;
  /** Runs something of its own when it is installed. */
  hasInstallScript: boolean;
};

const installScripts = ["preinstall", "install", "postinstall"];
const licenceFile = /^(?:licen[cs]e|copying|unlicense|notice)/i;
const namedType = z.object({ type: z.string() });

function licenceOf({ license, licenses }: z.infer<typeof manifestSchema>): string | undefined {
  // The older spellings: an object, or a list of them.
  for (const said of [license, licenses].flat()) {
    if (typeof said === "string") return said;
    const named = namedType.safeParse(said);
    if (named.success) return named.data.type;
  }
  return undefined;
}

/** A font's licence asks that its own text goes with it; one that brings code as well has the code's besides. */
function hasLicenceText(folder: string, files: readonly string[], licence: string | undefined): boolean {
  const texts = files.filter((name) => licenceFile.test(name));
  if (!licence?.includes("OFL")) return texts.length > 0;
  return texts.some((name) => /SIL OPEN FONT LICENSE/i.test(readFileSync(join(folder, name), "utf8")));
}

function readManifest(path: string): z.infer<typeof manifestSchema> {
  try {
    return manifestSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (cause) {
    throw new Error(`${path} is no manifest of a package: install it anew`, { cause });
  }
}

function readPackage(folder: string): InstalledPackage | undefined {
  const path = join(folder, "package.json");
  if (!existsSync(path)) return undefined;
  const manifest = readManifest(path);
  const files = readdirSync(folder);
  const licence = licenceOf(manifest);
  return {
    id: `${manifest.name}@${manifest.version}`,
    name: manifest.name,
    licence,
    hasLicenceText: hasLicenceText(folder, files, licence),
    hasInstallScript:
      installScripts.some((script) => manifest.scripts?.[script] !== undefined) || files.includes("binding.gyp"),
  };
}

/** The folders in a folder, without links to other places; those of a scope one by one. */
function ownFolders(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => (name.startsWith("@") ? ownFolders(join(folder, name)) : [join(folder, name)]));
}

/** All packages that are installed here, those of other systems and processors not among them. */
export function installedPackages(rootFolder: string): InstalledPackage[] {
  const store = join(rootFolder, "node_modules/.pnpm");
  return readdirSync(store)
    .map((name) => join(store, name, "node_modules"))
    .filter((folder) => existsSync(folder))
    .flatMap(ownFolders)
    .flatMap((folder) => readPackage(folder) ?? []);
}
