import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { renderKustomization, type Rendered } from "./kustomize/render.ts";
import { manifestsOf, type Manifests, type Rule } from "./manifests.ts";
import { availabilityRules } from "./rules/availability-rules.ts";
import { environmentRules } from "./rules/environment-rules.ts";
import { migrationRules } from "./rules/migration-rules.ts";
import { monitoringRules } from "./rules/monitoring-rules.ts";
import { networkRules } from "./rules/network-rules.ts";
import { overlayRules } from "./rules/overlay-rules.ts";
import { nodePodExceptions, podRules } from "./rules/pod-rules.ts";
import { probeRules } from "./rules/probe-rules.ts";
import { scalingRules } from "./rules/scaling-rules.ts";
import { seccompFaults } from "./rules/seccomp-rules.ts";
import { shutdownRules } from "./rules/shutdown-rules.ts";
import { workerRules } from "./rules/worker-rules.ts";
import { schemaFaults } from "./schema.ts";

export const manifestsFolder = resolve(import.meta.dirname, "../../../k8s");

/** What has to be so of the services, however they are deployed. */
const serviceRules: readonly Rule[] = [
  ...podRules,
  ...probeRules,
  ...shutdownRules,
  ...workerRules,
  ...availabilityRules,
  ...environmentRules,
  ...migrationRules,
  ...scalingRules,
  ...monitoringRules,
];

/** What has to be so of the overlays, which are complete. */
export const deploymentRules: readonly Rule[] = [...serviceRules, ...networkRules, ...overlayRules];

/** Everything that is wrong with the manifests, and how many files they are made of. */
export function findings(folder = manifestsFolder): { faults: string[]; fileCount: number } {
  const files = new Set<string>();
  const faults: string[] = [];

  function check(title: string, rendered: Rendered, rules: readonly Rule[]): void {
    for (const file of rendered.files) files.add(file);
    for (const resource of rendered.resources) {
      const named = `${resource.kind} ${resource.metadata.name}`;
      faults.push(...schemaFaults(resource).map((fault) => `${title}: ${named}: ${fault}`));
    }
    const manifests = manifestsOf(rendered.resources);
    for (const rule of rules)
      faults.push(...faultsOf(rule, manifests).map((fault) => `${title}: ${rule.name}: ${fault}`));
  }

  const base = join(folder, "base");
  const seccomp = renderKustomization(join(folder, "seccomp"));
  check("base", renderKustomization(base), serviceRules);
  for (const name of foldersIn(join(folder, "components")))
    check(`components/${name}`, renderKustomization(base, [join(folder, "components", name)]), serviceRules);
  for (const name of foldersIn(join(folder, "overlays")))
    check(`overlays/${name}`, renderKustomization(join(folder, "overlays", name)), deploymentRules);
  check(
    "seccomp",
    seccomp,
    podRules.filter(({ name }) => !nodePodExceptions.includes(name)),
  );
  faults.push(...seccompFaults(manifestsOf(seccomp.resources), manifestsOf(renderKustomization(base).resources)));
  return { faults, fileCount: files.size };
}

/** What a rule says, also of manifests that it cannot make sense of. */
function faultsOf(rule: Rule, manifests: Manifests): string[] {
  try {
    return rule.faults(manifests);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

function foldersIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}
