import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { installedPackages } from "./src/dependencies/installed-packages.ts";
import { licenceFindings } from "./src/dependencies/licence-findings.ts";
import { productionPackages, readLockfile } from "./src/dependencies/lockfile.ts";
import { originFindings } from "./src/dependencies/origin-findings.ts";
import { readInstallSettings, settingsFindings } from "./src/dependencies/settings-findings.ts";
import { applyWaivers, waivers } from "./src/dependencies/waivers.ts";

// Checks, without the network, where all packages come from, what runs when they are installed, and under which licences
// they are.

const rootFolder = resolve(import.meta.dirname, "../..");
/** What is in the images. */
const services = ["services/gateway", "services/catalog", "services/worker", "services/dashboard"];

const lockfile = readLockfile(readFileSync(join(rootFolder, "pnpm-lock.yaml"), "utf8"));
const settings = readInstallSettings(readFileSync(join(rootFolder, "pnpm-workspace.yaml"), "utf8"));
const installed = installedPackages(rootFolder);
const production = productionPackages(lockfile, services);

const advisories = settings.auditConfig.ignoreGhsas.map((what) => ({
  what,
  about: "advisory" as const,
  finding: `pnpm-workspace.yaml ignores ${what}, and no waiver says why`,
}));
const today = new Date().toISOString().slice(0, 10);
const findings = [
  ...originFindings(lockfile),
  ...settingsFindings(settings, lockfile, installed),
  ...applyWaivers([...licenceFindings(production, installed, lockfile), ...advisories], waivers, today),
];
for (const finding of findings) process.stdout.write(`${finding}\n`);
process.stdout.write(
  `${Object.keys(lockfile.packages).length} packages looked at, ${production.size} of them in the images\n`,
);
process.exitCode = findings.length === 0 ? 0 : 1;
