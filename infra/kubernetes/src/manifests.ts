import { DaemonSet } from "kubernetes-models/apps/v1/DaemonSet";
import { Deployment } from "kubernetes-models/apps/v1/Deployment";
import { StatefulSet } from "kubernetes-models/apps/v1/StatefulSet";
import { Job } from "kubernetes-models/batch/v1/Job";
import type { IContainer } from "kubernetes-models/v1/Container";
import type { IPodSpec } from "kubernetes-models/v1/PodSpec";
import type { Resource } from "./kustomize/resource.ts";

/** Something that makes pods. */
export type Workload = {
  /** Its kind and name. */
  title: string;
  name: string;
  labels: Readonly<Record<string, string>>;
  pod: IPodSpec;
  containers: readonly IContainer[];
};

/** What a kustomization renders to. */
export type Manifests = { resources: readonly Resource[]; workloads: readonly Workload[] };

/** Something that has to be so of rendered manifests, and what of them is not. */
export type Rule = { name: string; faults: (manifests: Manifests) => string[] };

/** The services that the images are built for. */
export const serviceNames = ["gateway", "catalog", "worker"] as const;

export function manifestsOf(resources: readonly Resource[]): Manifests {
  return { resources, workloads: resources.flatMap((resource) => workloadOf(resource) ?? []) };
}

/** Those of a kind. */
export function objectsOf<T>(resources: readonly unknown[], model: { is: (value: unknown) => value is T }): T[] {
  return resources.filter(model.is);
}

export function workload(manifests: Manifests, name: string): Workload {
  const found = manifests.workloads.find((candidate) => candidate.name === name);
  if (!found) throw new Error(`there is no workload ${name}`);
  return found;
}

/** The container that a workload is there for. */
export function mainContainer({ title, name, pod }: Workload): IContainer {
  const found = pod.containers.find((container) => container.name === name) ?? pod.containers[0];
  if (!found) throw new Error(`${title} has no container`);
  return found;
}

function workloadOf(resource: Resource): Workload | undefined {
  const isWorkload = Deployment.is(resource) || StatefulSet.is(resource) || DaemonSet.is(resource) || Job.is(resource);
  const template = isWorkload ? resource.spec?.template : undefined;
  if (!template?.spec) return undefined;
  return {
    title: `${resource.kind} ${resource.metadata.name}`,
    name: resource.metadata.name,
    labels: template.metadata?.labels ?? {},
    pod: template.spec,
    containers: [...(template.spec.initContainers ?? []), ...template.spec.containers],
  };
}
