import { ScaledObject } from "@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject";
import { PodMonitor } from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor";
import { expect } from "@jest/globals";
import { queryFaults } from "@platen/observability";
import { Deployment } from "kubernetes-models/apps/v1/Deployment";
import { HorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler";
import { objectsOf, selects, workload, type Manifests } from "./manifests.ts";
import { rule, servicesIn } from "./rule.ts";

const scaledObjects = (manifests: Manifests, name: string) =>
  objectsOf(manifests, ScaledObject).filter(({ metadata }) => metadata?.name === name);

/** Finds mistakes in a query of an autoscaler in a namespace. Each series must be one of that namespace. */
function faultsOf(query: string, namespace = ""): string[] {
  const isOwn = query.split(`namespace="${namespace}"`).length === query.split("platen_").length;
  return [...queryFaults(query), ...(isOwn ? [] : [`it asks for series of other installations: ${query}`])];
}

rule(
  "Prometheus scrapes every pod where its metrics are",
  (manifests) => {
    for (const { spec } of objectsOf(manifests, PodMonitor)) {
      expect(spec.podMetricsEndpoints?.[0]).toMatchObject({ path: "/metrics", port: "management" });
      for (const name of servicesIn(manifests))
        expect([name, selects(spec.selector, workload(manifests, name).labels)]).toEqual([name, true]);
    }
  },
  [
    ["PodMonitor platen", "/spec/selector/matchExpressions/0/values", ["gateway", "catalog"]],
    ["PodMonitor platen", "/spec/podMetricsEndpoints/0/path", "/metric"],
  ],
);

rule(
  "an autoscaler alone sets the number of gateways and catalogs",
  (manifests) => {
    for (const { spec } of objectsOf(manifests, HorizontalPodAutoscaler)) {
      const scaled = objectsOf(manifests, Deployment).find((one) => one.metadata?.name === spec?.scaleTargetRef.name);
      expect(scaled).toBeDefined();
      expect(scaled?.spec).not.toHaveProperty("replicas");
    }
  },
  [
    ["Deployment catalog", "/spec/replicas", 2],
    ["HorizontalPodAutoscaler catalog", "/spec/scaleTargetRef/name", "catalogs"],
  ],
);

rule(
  "workers scale by their backlog and their busy slots, in their own namespace, slowly down and never to zero",
  (manifests) => {
    for (const { metadata, spec } of scaledObjects(manifests, "worker")) {
      const queries = spec.triggers.map((trigger) => trigger.metadata["query"] ?? "");
      for (const metric of ["platen_queue_backlog_seconds", "platen_queue_jobs", "platen_worker_slots_busy"])
        expect(queries.join()).toContain(metric);
      for (const query of queries) {
        expect(faultsOf(query, metadata?.namespace)).toEqual([]);
        // One batch in the background must not scale the workers that callers wait for.
        if (query.includes("platen_worker_slots_busy")) expect(query).toContain('lane="interactive"');
      }
      // An average would scale by the number of workers. An ignored missing answer would scale down.
      for (const trigger of spec.triggers)
        expect(trigger).toMatchObject({ metricType: "Value", metadata: { ignoreNullValues: "false" } });
      expect(spec.minReplicaCount).toBeGreaterThanOrEqual(1);
      // While Prometheus is away, workers are added and none is removed.
      expect(spec.fallback).toMatchObject({ behavior: "currentReplicasIfHigher" });
      expect(spec.fallback?.replicas).toBeGreaterThanOrEqual(spec.minReplicaCount ?? 0);
      const { scaleDown } = spec.advanced?.horizontalPodAutoscalerConfig?.behavior ?? {};
      expect(scaleDown?.stabilizationWindowSeconds).toBeGreaterThanOrEqual(300);
      const scaled = objectsOf(manifests, Deployment).find((one) => one.metadata?.name === spec.scaleTargetRef.name);
      expect(scaled?.spec).not.toHaveProperty("replicas");
    }
  },
  [
    ["ScaledObject worker", "/spec/triggers/0"],
    ["ScaledObject worker", "/spec/triggers/0/metadata/ignoreNullValues", "true"],
    ["ScaledObject worker", "/spec/triggers/0/metadata/query", "max(platen_queue_backlog_seconds)"],
    ["ScaledObject worker", "/spec/triggers/1/metadata/query", "platen_worker_slots_busy / platen_worker_slot"],
    ["ScaledObject worker", "/spec/triggers/1/metadata/query", 'sum(platen_worker_slots_busy{namespace="platen"})'],
    ["ScaledObject worker", "/spec/minReplicaCount", 0],
    ["ScaledObject worker", "/spec/fallback/behavior", "static"],
    ["ScaledObject worker", "/spec/advanced/horizontalPodAutoscalerConfig/behavior/scaleDown"],
    ["Deployment worker", "/spec/replicas", 2],
  ],
);

rule(
  "an autoscaler and a Deployment count no pods of another one",
  (manifests) => {
    for (const { metadata, spec } of objectsOf(manifests, Deployment)) {
      const selected = manifests.workloads.filter(({ labels }) => selects(spec?.selector ?? {}, labels));
      expect([metadata?.name, selected.map(({ name }) => name)]).toEqual([metadata?.name, [metadata?.name]]);
    }
  },
  [["Deployment background-worker", "/spec/template/metadata/labels", { "app.kubernetes.io/name": "worker" }]],
);

rule(
  "background workers scale from zero by what couriers say is open, in their own namespace, and stay while they print",
  (manifests) => {
    for (const { metadata, spec } of scaledObjects(manifests, "background-worker")) {
      expect(spec.minReplicaCount).toBe(0);
      for (const { metricType, metadata: trigger } of spec.triggers) {
        expect(faultsOf(trigger["query"] ?? "", metadata?.namespace)).toEqual([]);
        // With `Value`, the result would be multiplied by the number of workers, which is zero at first.
        expect([metricType, trigger["ignoreNullValues"]]).toEqual(["AverageValue", "false"]);
      }
      const queries = spec.triggers.map((trigger) => trigger.metadata["query"] ?? "");
      // Series of workers are missing while none runs, so a query of them alone would start none.
      const fromZero = queries.filter((query) => !query.includes("platen_worker_slots_busy"));
      for (const metric of ["platen_background_documents_due", "platen_batch_rows_open"])
        expect(fromZero.join()).toContain(metric);
      expect(queries.join()).toContain("platen_worker_slots_busy");
      // KEDA ends all workers while Prometheus is away if this is 0.
      expect(spec.fallback).toMatchObject({ behavior: "currentReplicasIfHigher", replicas: 1 });
      expect(spec.cooldownPeriod).toBeGreaterThanOrEqual(300);
      const { scaleDown } = spec.advanced?.horizontalPodAutoscalerConfig?.behavior ?? {};
      expect(scaleDown?.stabilizationWindowSeconds).toBeGreaterThanOrEqual(300);
      const scaled = objectsOf(manifests, Deployment).find((one) => one.metadata?.name === spec.scaleTargetRef.name);
      expect(scaled?.spec?.selector.matchLabels).toMatchObject({ "app.kubernetes.io/name": "background-worker" });
      expect(scaled?.spec).not.toHaveProperty("replicas");
    }
  },
  [
    ["ScaledObject background-worker", "/spec/minReplicaCount", 1],
    ["ScaledObject background-worker", "/spec/triggers/1"],
    ["ScaledObject background-worker", "/spec/triggers/0/metricType", "Value"],
    ["ScaledObject background-worker", "/spec/triggers/0/metadata/ignoreNullValues", "true"],
    ["ScaledObject background-worker", "/spec/triggers/0/metadata/query", "max(platen_batch_rows_open)"],
    ["ScaledObject background-worker", "/spec/triggers/2/metadata/query", 'max(platen_rows{namespace="platen"})'],
    ["ScaledObject background-worker", "/spec/fallback/replicas", 0],
    ["ScaledObject background-worker", "/spec/cooldownPeriod", 0],
    ["ScaledObject background-worker", "/spec/scaleTargetRef/name", "worker"],
    ["ScaledObject background-worker", "/spec/advanced/horizontalPodAutoscalerConfig/behavior/scaleDown"],
    ["Deployment background-worker", "/spec/replicas", 1],
  ],
);
