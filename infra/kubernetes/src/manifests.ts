import { DaemonSet } from "kubernetes-models/apps/v1/DaemonSet";
import { Deployment } from "kubernetes-models/apps/v1/Deployment";
import { StatefulSet } from "kubernetes-models/apps/v1/StatefulSet";
import { Job } from "kubernetes-models/batch/v1/Job";
import type { IContainer } from "kubernetes-models/v1/Container";
import type { IPodSpec } from "kubernetes-models/v1/PodSpec";
import { parseAllDocuments } from "yaml";
import { z } from "zod";

const resource = z.looseObject({
  kind: z.string(),
  metadata: z.looseObject({
    name: z.string(),
    namespace: z.string().optional(),
    labels: z.record(z.string(), z.string()).optional(),
  }),
});

/** A Kubernetes object. Only the fields that every object has are typed. */
export type Resource = z.output<typeof resource>;

/** An object that creates pods. */
export type Workload = {
  name: string;
  labels: Readonly<Record<string, string>>;
  pod: IPodSpec;
  containers: readonly IContainer[];
};

/** The objects that a kustomization renders to. */
export type Manifests = { resources: readonly Resource[]; workloads: readonly Workload[] };

/** Reads the objects of a YAML text. */
export function parseResources(text: string): Resource[] {
  return parseAllDocuments(text).map((document) => resource.parse(document.toJS()));
}

export function manifestsOf(resources: readonly Resource[]): Manifests {
  return { resources, workloads: resources.flatMap((object) => workloadOf(object) ?? []) };
}

/** Returns the objects of one kind. */
export function objectsOf<T>({ resources }: Manifests, model: { is: (value: unknown) => value is T }): T[] {
  const objects: readonly unknown[] = resources;
  return objects.filter(model.is);
}

export function workload(manifests: Manifests, name: string): Workload {
  const found = manifests.workloads.find((candidate) => candidate.name === name);
  if (!found) throw new Error(`there is no workload ${name}`);
  return found;
}

/** Returns the container named like its workload, or else the first. */
export function mainContainer({ name, pod }: Workload): IContainer {
  const found = pod.containers.find((container) => container.name === name) ?? pod.containers[0];
  if (!found) throw new Error(`${name} has no container`);
  return found;
}

function workloadOf(object: Resource): Workload | undefined {
  const isWorkload = Deployment.is(object) || StatefulSet.is(object) || DaemonSet.is(object) || Job.is(object);
  const template = isWorkload ? object.spec?.template : undefined;
  if (!template?.spec) return undefined;
  return {
    name: object.metadata.name,
    labels: template.metadata?.labels ?? {},
    pod: template.spec,
    containers: [...(template.spec.initContainers ?? []), ...template.spec.containers],
  };
}

type LabelSelector = {
  matchLabels?: Readonly<Record<string, string>>;
  matchExpressions?: readonly { key: string; operator: string; values?: readonly string[] }[];
};

/** Whether a label selector matches these labels. An empty selector matches all. */
export function selects(selector: LabelSelector, labels: Readonly<Record<string, string>>): boolean {
  return (
    Object.entries(selector.matchLabels ?? {}).every(([key, value]) => labels[key] === value) &&
    (selector.matchExpressions ?? []).every(({ key, operator, values = [] }) => {
      if (operator !== "In") throw new Error(`a selector has the operator ${operator}. Only In is supported.`);
      return values.includes(labels[key] ?? "");
    })
  );
}

const factors: Readonly<Record<string, number>> = { "": 1, m: 0.001, Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30 };

/** Returns the number of a Kubernetes quantity such as `250m` or `64Mi`. */
export function quantity(text: string | number | undefined): number {
  const [, digits, unit = ""] = /^(\d+(?:\.\d+)?)([A-Za-z]*)$/.exec(String(text)) ?? [];
  const factor = factors[unit];
  if (digits === undefined || factor === undefined) throw new Error(`${String(text)} is not a known quantity`);
  return Number(digits) * factor;
}
