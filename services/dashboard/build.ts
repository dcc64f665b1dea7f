import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { guideNames } from "./src/guide/guide-names.ts";

// Builds the dashboard into `dist`, if its sources have changed since the last build. The new folder replaces the old one
// in one step, so that readers and concurrent builds never see an incomplete one.

const folder = import.meta.dirname;
const root = resolve(folder, "../..");
const output = join(folder, "dist");
const fingerprintName = ".built-from";
const sources = [
  "pnpm-lock.yaml",
  "services/dashboard/index.html",
  "services/dashboard/vite.config.ts",
  "services/dashboard/document-html.ts",
  "services/dashboard/guide-pages.ts",
  "services/dashboard/printed-fonts.ts",
  "services/dashboard/without-descriptions.ts",
  "services/dashboard/worker-licences.ts",
  "services/dashboard/package.json",
  "services/dashboard/src",
  "packages/client/src",
  "packages/contracts/src",
  "packages/engine/src/fonts",
  "packages/formats/src",
  "packages/library/src",
  "packages/library-import/src",
  "packages/mustache/src",
  "packages/template-source/src",
  "docs/pictures/design",
  ...guideNames.map((name) => `docs/${name}.md`),
];

function filesIn(path: string): string[] {
  const entries = readdirSync(path, { withFileTypes: true, recursive: true });
  return entries
    .filter(
      (entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name) && !entry.parentPath.endsWith("/src/testing"),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

function fingerprint(): string {
  const hash = createHash("sha256").update(process.version);
  for (const name of sources) {
    const path = join(root, name);
    for (const file of /\.\w+$/.test(name) ? [path] : filesIn(path)) {
      hash.update(`\n${relative(root, file)}\n`).update(readFileSync(file));
    }
  }
  return hash.digest("hex");
}

function isCurrent(wanted: string): boolean {
  const file = join(output, fingerprintName);
  return existsSync(file) && readFileSync(file, "utf8") === wanted;
}

async function buildInto(target: string, wanted: string): Promise<void> {
  // Set for every caller, because otherwise a build for tests would contain React's development code.
  // oxlint-disable-next-line node/no-process-env -- a command is an entry point, like main.ts.
  process.env["NODE_ENV"] = "production";
  // Loaded only here, because most of the time there is nothing to build.
  const { build } = await import("vite");
  await build({
    configFile: join(folder, "vite.config.ts"),
    logLevel: "warn",
    build: { outDir: target, emptyOutDir: true },
  });
  await writeFile(join(target, fingerprintName), wanted);
}

const startedAt = performance.now();
const wanted = fingerprint();
if (isCurrent(wanted)) {
  process.stdout.write("The dashboard is up to date.\n");
} else {
  const fresh = await mkdtemp(join(folder, "dist-"));
  // Readable by everybody, because the gateway may run as another user.
  await chmod(fresh, 0o755);
  const old = `${fresh}-old`;
  try {
    await buildInto(fresh, wanted);
    if (existsSync(output)) await rename(output, old);
    await rename(fresh, output);
  } finally {
    await Promise.all([fresh, old].map((path) => rm(path, { recursive: true, force: true })));
  }
  process.stdout.write(`The dashboard is built (${((performance.now() - startedAt) / 1000).toFixed(1)} s).\n`);
}
