import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve, sep } from "node:path";
import { promisify } from "node:util";
import { build } from "rolldown";
import { z } from "zod";

// Writes the npm package of the client, platen-client-<version>.tgz: `npm run pack:client`, or with another folder than
// .data, `npm run pack:client -- <folder>`. docs/decisions/0014-the-client-is-packed-apart.md has the reasons.

const run = promisify(execFile);
const packageFolder = import.meta.dirname;
const rootFolder = resolve(packageFolder, "../..");
const targetFolder = resolve(process.argv[2] ?? join(rootFolder, ".data"));

const staging = await mkdtemp(join(tmpdir(), "platen-client-"));
try {
  await Promise.all([bundleJavaScript(), writeDeclarations(), writeManifest(), copyTexts()]);
  await mkdir(targetFolder, { recursive: true });
  const { stdout } = await run("npm", ["pack", staging, "--pack-destination", targetFolder, "--silent"]);
  process.stdout.write(`${join(targetFolder, stdout.trim())}\n`);
} finally {
  await rm(staging, { recursive: true });
}

/** One file with the client and those parts of the contract that it uses. */
async function bundleJavaScript(): Promise<void> {
  await build({
    input: join(packageFolder, "src/npm.ts"),
    platform: "neutral",
    external: ["zod"],
    output: { file: join(staging, "index.js"), format: "esm" },
  });
}

async function writeDeclarations(): Promise<void> {
  const typesFolder = join(staging, "types");
  const compiler = join(rootFolder, "node_modules/typescript/bin/tsc");
  await run(process.execPath, [compiler, "-p", join(packageFolder, "tsconfig.types.json"), "--outDir", typesFolder]);
  const contracts = join(typesFolder, "contracts/src/index.js");
  for (const entry of await readdir(typesFolder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const toContracts = relative(dirname(file), contracts).split(sep).join("/");
    const text = await readFile(file, "utf8");
    // The package has no @platen/contracts beside it, and no sources.
    const selfContained = text
      .replaceAll('"@platen/contracts"', `"${toContracts.startsWith(".") ? toContracts : `./${toContracts}`}"`)
      .replaceAll(/"(\.{1,2}\/[^"]+)\.ts"/g, '"$1.js"');
    await writeFile(file, selfContained);
  }
}

async function writeManifest(): Promise<void> {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(join(rootFolder, "package.json"), "utf8")));
  const manifest = z
    .object({
      name: z.string(),
      description: z.string(),
      license: z.string(),
      engines: z.object({ node: z.string() }),
      dependencies: z.object({ zod: z.string() }),
    })
    .parse(JSON.parse(await readFile(join(packageFolder, "package.json"), "utf8")));
  const published = {
    ...manifest,
    version,
    type: "module",
    sideEffects: false,
    exports: { ".": { types: "./types/client/src/npm.d.ts", default: "./index.js" } },
    // A range, so that npm can share the zod that the application has.
    dependencies: { zod: `^${manifest.dependencies.zod}` },
  };
  await writeFile(join(staging, "package.json"), `${JSON.stringify(published, undefined, 2)}\n`);
}

async function copyTexts(): Promise<void> {
  await copyFile(join(packageFolder, "README.md"), join(staging, "README.md"));
  const own = await readFile(join(rootFolder, "LICENSE"), "utf8");
  const bundled = await readFile(join(packageFolder, "node_modules/eventsource-parser/LICENSE"), "utf8");
  await writeFile(join(staging, "LICENSE"), `${own}\n---\n\nindex.js contains eventsource-parser:\n\n${bundled}`);
}
