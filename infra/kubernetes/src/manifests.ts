import { DaemonSet } from "kubernetes-models/apps/v1/DaemonSet";
import { Deployment } from "kubernetes-models/apps/v1/Deployment";
import { StatefulSet } from "kubernetes-models/apps/v1/StatefulSet";
import { Job } from "kubernetes-models/batch/v1/Job";
import type { IContainer } from "kubernetes-models/v1/Container";
import type { IPodSpec } from "kubernetes-models/v1/PodSpec";
import type { Mutation } from "./mutation.ts";
import type { Resource } from "./resource.ts";

/** An object that creates pods. */
export type Workload = {
  /** Its kind and name. */
  title: string;
  name: string;
  labels: Readonly<Record<string, string>>;
  pod: IPodSpec;
  containers: readonly IContainer[];
};

/** The objects that a kustomization renders to. */
export type Manifests = { resources: readonly Resource[]; workloads: readonly Workload[] };

/** A rule that only Platen knows, for rendered manifests. */
export type Rule = {
  name: string;
  faults: (manifests: Manifests) => string[];
  /** Mistakes that the rule finds. rules.test.ts makes each of them. */
  finds: readonly [Mutation, ...Mutation[]];
};

/** The services that have an image. */
export const serviceNames = ["gateway", "catalog", "worker"] as const;

export function manifestsOf(resources: readonly Resource[]): Manifests {
  return { resources, workloads: resources.flatMap((resource) => workloadOf(resource) ?? []) };
}

/** Returns the objects of one kind. */
export function objectsOf<T>(resources: readonly unknown[], model: { is: (value: unknown) => value is T }): T[] {
  return resources.filter(model.is);
}

export function workload(manifests: Manifests, name: string): Workload {
  const found = manifests.workloads.find((candidate) => candidate.name === name);
  if (!found) throw new Error(`there is no workload ${name}`);
  return found;
}

/** Returns the container named like its workload, or else the first. */
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
