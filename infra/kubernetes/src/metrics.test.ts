import { ScaledObject } from "@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject";
import { PodMonitor } from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor";
import { expect } from "@jest/globals";
import { queryFaults } from "@platen/observability";
import { Deployment } from "kubernetes-models/apps/v1/Deployment";
import { HorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler";
import { objectsOf, selects, workload } from "./manifests.ts";
import { rule, serviceNames } from "./rule.ts";

rule(
  "Prometheus scrapes every pod where its metrics are",
  (manifests) => {
    for (const { spec } of objectsOf(manifests, PodMonitor)) {
      expect(spec.podMetricsEndpoints?.[0]).toMatchObject({ path: "/metrics", port: "management" });
      for (const name of serviceNames)
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
    for (const { metadata, spec } of objectsOf(manifests, ScaledObject)) {
      const queries = spec.triggers.map((trigger) => trigger.metadata["query"] ?? "");
      for (const metric of ["platen_queue_backlog_seconds", "platen_queue_jobs", "platen_worker_slots_busy"])
        expect(queries.join()).toContain(metric);
      for (const query of queries) {
        expect(queryFaults(query)).toEqual([]);
        const namespaced = query.split(`namespace="${metadata?.namespace}"`);
        expect(namespaced.length).toBeGreaterThanOrEqual(query.split("platen_").length);
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
