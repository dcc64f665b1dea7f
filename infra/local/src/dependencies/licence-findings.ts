import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import satisfies from "spdx-satisfies";
import { z } from "zod";
import type { Finding } from "./waivers.ts";

/** Licences that ask for no more than that their text goes with a copy. */
const allowed = [
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  // Fonts.
  "OFL-1.1",
  "Unlicense",
];

const licenceFile = /^(?:licen[cs]e|copying|unlicense|notice)/i;

/** A package as `pnpm licenses` lists it: `id` is its `name@version`, `folder` where it is installed. */
export type LicensedPackage = { id: string; licence: string; folder: string };

const licenceList = z.record(
  z.string(),
  z.array(z.object({ name: z.string(), versions: z.array(z.string()), paths: z.array(z.string()) })),
);

/** Reads the output of `pnpm licenses list --json`. */
export function readLicenceList(json: string): LicensedPackage[] {
  return Object.entries(licenceList.parse(JSON.parse(json))).flatMap(([licence, packages]) =>
    packages.flatMap(({ name, versions, paths }) =>
      versions.map((version, index) => ({ id: `${name}@${version}`, licence, folder: paths[index] ?? "" })),
    ),
  );
}

/** Finds packages whose licence a user of the images may not accept, or would not get to read. */
export function licenceFindings(packages: readonly LicensedPackage[]): Finding[] {
  return packages.flatMap(({ id, licence, folder }): Finding[] => {
    if (!isAllowedLicence(licence))
      return [{ what: id, about: "licence", finding: `${id} has the licence ${licence}, which is not allowed` }];
    // The program of a package for one kind of machine belongs to another package, which has the text.
    if (hasLicenceText(folder, licence) || isForOneKindOfMachine(folder)) return [];
    return [{ what: id, about: "licence text", finding: `${id} lacks the text of its licence (${licence})` }];
  });
}

/** Whether the allowed licences satisfy an SPDX expression. */
export function isAllowedLicence(expression: string): boolean {
  try {
    return satisfies(expression, allowed);
  } catch {
    // The text is not an SPDX expression.
    return false;
  }
}

/** Whether the folder has the licence's text. Fonts need the text of the font licence, besides any of their code. */
function hasLicenceText(folder: string, licence: string): boolean {
  const texts = readdirSync(folder).filter((name) => licenceFile.test(name));
  if (!licence.includes("OFL")) return texts.length > 0;
  return texts.some((name) => /SIL OPEN FONT LICENSE/i.test(readFileSync(join(folder, name), "utf8")));
}

const machineFields = z.object({ os: z.unknown(), cpu: z.unknown() }).partial();

function isForOneKindOfMachine(folder: string): boolean {
  const { os, cpu } = machineFields.parse(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")));
  return os !== undefined || cpu !== undefined;
}
