import { PodMonitor } from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor";
import { PrometheusRule } from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule";
import { ScaledObject } from "@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject";
import { DaemonSet } from "kubernetes-models/apps/v1/DaemonSet";
import { Deployment } from "kubernetes-models/apps/v1/Deployment";
import { StatefulSet } from "kubernetes-models/apps/v1/StatefulSet";
import { HorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler";
import { Job } from "kubernetes-models/batch/v1/Job";
import { Ingress } from "kubernetes-models/networking.k8s.io/v1/Ingress";
import { NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1/NetworkPolicy";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1/PodDisruptionBudget";
import { ConfigMap } from "kubernetes-models/v1/ConfigMap";
import { Namespace } from "kubernetes-models/v1/Namespace";
import { Service } from "kubernetes-models/v1/Service";
import { ServiceAccount } from "kubernetes-models/v1/ServiceAccount";
import { isFields, type Resource } from "./kustomize/resource.ts";

/** A kind of object with its schema, compiled to a function that throws. */
type Model = { apiVersion: string; kind: string; prototype: { validate(): void } };

const models: readonly Model[] = [
  ConfigMap,
  DaemonSet,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Job,
  Namespace,
  NetworkPolicy,
  PodDisruptionBudget,
  PodMonitor,
  PrometheusRule,
  ScaledObject,
  Service,
  ServiceAccount,
  StatefulSet,
];

/**
 * What of an object is not as the schemas of Kubernetes, KEDA and the Prometheus operator have it. Fields that the
 * schema of the object's kind does not know are faults too.
 */
export function schemaFaults(resource: Resource): string[] {
  const model = models.find(({ apiVersion, kind }) => apiVersion === resource.apiVersion && kind === resource.kind);
  if (!model) return [`there is no schema for ${resource.apiVersion} ${resource.kind}`];
  const reads = new Set<string>();
  try {
    model.prototype.validate.call(recordReads(resource, "", reads));
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
  return pathsOf(resource, "")
    .filter((path) => !reads.has(path))
    .map((path) => `${path} is not a field`);
}

/**
 * The compiled schemas let unknown fields pass, as the API server does. But they read every field they know, and the
 * values of maps with free keys: what is never read is unknown.
 */
function recordReads(value: unknown, path: string, reads: Set<string>): unknown {
  if (typeof value !== "object" || value === null) return value;
  return new Proxy(value, {
    get(target, name, receiver) {
      const child: unknown = Reflect.get(target, name, receiver);
      if (typeof name === "symbol" || !Object.hasOwn(target, name)) return child;
      reads.add(`${path}/${name}`);
      return recordReads(child, `${path}/${name}`, reads);
    },
  });
}

function pathsOf(value: unknown, path: string): string[] {
  if (!isFields(value) && !Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, child]) => [`${path}/${name}`, ...pathsOf(child, `${path}/${name}`)]);
}
