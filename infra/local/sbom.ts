import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { z } from "zod";
import { runPnpm } from "./src/run-pnpm.ts";

// Writes a software bill of materials for each image, as CycloneDX JSON: every npm package in it with its version,
// licence and hash. What Debian brings is told by the images themselves.

const rootFolder = resolve(import.meta.dirname, "../..");
const folder = join(rootFolder, ".data/sbom");
const images = [
  { name: "gateway", parts: ["gateway", "dashboard"] },
  { name: "catalog", parts: ["catalog"] },
  { name: "worker", parts: ["worker"] },
  { name: "courier", parts: ["courier"] },
];

const bill = z.looseObject({
  metadata: z.looseObject({ component: z.looseObject({ name: z.string() }) }),
  components: z.array(z.looseObject({ licenses: z.array(z.unknown()).default([]) })).nonempty(),
});

await mkdir(folder, { recursive: true });
for (const { name, parts } of images) {
  const file = join(folder, `${name}.cdx.json`);
  const filters = parts.flatMap((part) => ["--filter-prod", `@platen/${part}...`]);
  const format = ["--sbom-format", "cyclonedx", "--sbom-type", "application"];
  const code = await runPnpm(rootFolder, [...filters, "sbom", ...format, "--prod", "--out", file]);
  if (code !== 0) process.exit(code);
  const written = bill.parse(JSON.parse(await readFile(file, "utf8")));
  written.metadata.component.name = `platen-${name}`;
  await writeFile(file, `${JSON.stringify(written, undefined, 2)}\n`);

  const named = written.components.filter(({ licenses }) => licenses.length > 0).length;
  process.stdout.write(
    `${relative(rootFolder, file)}: ${written.components.length} packages, of ${named} the licence\n`,
  );
}
