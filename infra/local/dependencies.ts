import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { licenceFindings, readLicenceList } from "./src/dependencies/licence-findings.ts";
import { originFindings, settingsFindings } from "./src/dependencies/install-findings.ts";
import { applyWaivers, waivers } from "./src/dependencies/waivers.ts";
import { workflowFindings } from "./src/dependencies/workflow-findings.ts";
import { pnpmOutput } from "./src/run-pnpm.ts";

// Checks, without the network, where packages and the actions of workflows come from, which install scripts run, and the
// licences in the images.

const rootFolder = resolve(import.meta.dirname, "../..");
const services = ["gateway", "catalog", "worker", "courier", "dashboard"];

const lockfile = readFileSync(join(rootFolder, "pnpm-lock.yaml"), "utf8");
const settings = readFileSync(join(rootFolder, "pnpm-workspace.yaml"), "utf8");
const filters = services.flatMap((service) => ["--filter-prod", `@platen/${service}...`]);
const inImages = readLicenceList(await pnpmOutput(rootFolder, [...filters, "licenses", "list", "--prod", "--json"]));

const advisories = (settings.match(/GHSA(?:-\w{4}){3}/g) ?? []).map((what) => ({
  what,
  about: "advisory" as const,
  finding: `pnpm-workspace.yaml ignores ${what} without a waiver. Add one to waivers.ts.`,
}));
const today = new Date().toISOString().slice(0, 10);
const workflows = join(rootFolder, ".github/workflows");
const findings = [
  ...readdirSync(workflows).flatMap((name) => workflowFindings(name, readFileSync(join(workflows, name), "utf8"))),
  ...originFindings(lockfile),
  ...settingsFindings(settings),
  ...applyWaivers([...licenceFindings(inImages), ...advisories], waivers, today),
];
for (const finding of findings) process.stdout.write(`${finding}\n`);
process.stdout.write(
  `${lockfile.match(/^ +resolution:/gm)?.length ?? 0} packages checked, ${inImages.length} of them in the images\n`,
);
process.exitCode = findings.length === 0 && inImages.length > 0 ? 0 : 1;
