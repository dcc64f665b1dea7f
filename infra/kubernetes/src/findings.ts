import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { ConfigMap } from "kubernetes-models/v1/ConfigMap";
import { manifestsOf, objectsOf, workload, type Manifests, type Rule } from "./manifests.ts";
import type { Kustomize } from "./kustomize.ts";
import { parseResources } from "./resource.ts";
import { overlayRules, scalingRules } from "./rules/deployment-rules.ts";
import { nodePodRules, serviceRules } from "./rules/service-rules.ts";

export const manifestsFolder = resolve(import.meta.dirname, "../../../k8s");

/** Rules for the overlays, which are complete deployments. */
export const deploymentRules: readonly Rule[] = [...serviceRules, ...scalingRules, ...overlayRules];

/** A kustomization as kustomize renders it. Its name is its folder below `k8s`. */
export type Rendering = { name: string; yaml: string };

/** Renders base, base with each component, every overlay, and seccomp. */
export function renderAll(kustomize: Kustomize, folder = manifestsFolder): Rendering[] {
  const base = join(folder, "base");
  return [
    { name: "base", yaml: kustomize.render(base) },
    ...foldersIn(folder, "components").map((name) => ({ name, yaml: kustomize.render(base, join(folder, name)) })),
    ...[...foldersIn(folder, "overlays"), "seccomp"].map((name) => ({
      name,
      yaml: kustomize.render(join(folder, name)),
    })),
  ];
}

/** Returns the faults that Platen's own rules find. */
export function findings(renderings: readonly Rendering[]): string[] {
  const manifests = new Map(renderings.map(({ name, yaml }) => [name, manifestsOf(parseResources(yaml))]));
  const [base, seccomp] = [manifests.get("base"), manifests.get("seccomp")];
  if (!base || !seccomp) throw new Error("base or seccomp was not rendered");
  const faults = [...manifests].flatMap(([name, rendered]) =>
    rulesFor(name).flatMap((rule) => faultsOf(rule, rendered).map((fault) => `${name}: ${rule.name}: ${fault}`)),
  );
  return [...faults, ...seccompFaults(seccomp, base)];
}

function rulesFor(name: string): readonly Rule[] {
  if (name === "seccomp") return nodePodRules;
  return name.startsWith("overlays/") ? deploymentRules : [...serviceRules, ...scalingRules];
}

/** A rule that cannot read the manifests is a fault too. */
function faultsOf(rule: Rule, manifests: Manifests): string[] {
  try {
    return rule.faults(manifests);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** Finds workers that name a seccomp profile which k8s/seccomp does not put on the nodes. */
function seccompFaults(seccomp: Manifests, platen: Manifests): string[] {
  const folder = workload(seccomp, "seccomp").pod.volumes?.find(({ hostPath }) => hostPath)?.hostPath?.path;
  const files = Object.keys(objectsOf(seccomp.resources, ConfigMap)[0]?.data ?? {}).map((name) => `${folder}/${name}`);
  const profile = workload(platen, "worker").pod.securityContext?.seccompProfile?.localhostProfile ?? "";
  const wanted = join("/var/lib/kubelet/seccomp", profile);
  return files.includes(wanted) ? [] : [`workers need ${wanted}; nodes get ${files.join(", ")}`];
}

function foldersIn(folder: string, kind: string): string[] {
  return readdirSync(join(folder, kind), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${kind}/${name}`);
}
