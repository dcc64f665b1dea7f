import { describe, expect, test } from "@jest/globals";
import { stringify } from "yaml";
import { container, mutated, type Mutation } from "./mutation.ts";
import { scoreFaults } from "./score.ts";
import { schemaFaults } from "./schemas.ts";
import { describeRendered, rendered } from "./test-renderings.ts";
import { createTools } from "./tools.ts";

const tools = createTools({ build: false });
/** `describe` for tests of a tool that `npm run check` has built. Otherwise jest reports them as skipped. */
const describeBuilt = (tool: Parameters<typeof tools.find>[0]) =>
  typeof tools.find(tool) === "string" ? describeRendered : describe.skip;
const production = rendered("overlays/production");

/** The production overlay, with a mistake if one is given. */
function rendering(mutation?: Mutation) {
  const resources = mutation ? mutated(production, mutation) : production;
  return { name: "overlays/production", yaml: resources.map((resource) => stringify(resource)).join("---\n") };
}

describeBuilt("kubeconform")("kubeconform", () => {
  test.each<Mutation>([
    ["Deployment gateway", "/spec/unknownField", {}],
    ["Deployment gateway", `${container}/securityContext/unknownField`, true],
    ["Deployment gateway", "/spec/replicas", "two"],
    ["Deployment gateway", "/spec/selector"],
    ["Deployment gateway", "/apiVersion", "apps/v2"],
    ["ScaledObject worker", "/spec/triggers/0/unknownField", "a"],
    ["PodMonitor platen", "/spec/podMetricsEndpoints/0/unknownField", "a"],
    ["PrometheusRule platen", "/spec/groups/0/rules/0/unknownField", "a"],
  ])("refuses %s without %s, or with %j there", (...mutation) => {
    expect(schemaFaults([rendering(mutation)], tools)).toHaveLength(1);
  });

  test("accepts the overlay without a mistake", () => {
    expect(schemaFaults([rendering()], tools)).toEqual([]);
  });
});

describeBuilt("kube-score")("kube-score", () => {
  test.each<[string, Mutation]>([
    ["container-resources", ["Deployment catalog", `${container}/resources/limits/memory`]],
    ["container-resources", ["Job migrate", `${container}/resources/requests/cpu`]],
    [
      "container-memory-requests-equal-limits",
      ["Deployment catalog", `${container}/resources/requests/memory`, "64Mi"],
    ],
    ["container-image-tag", ["Job migrate", `${container}/image`, "platen-catalog:latest"]],
    [
      "container-security-context-readonlyrootfilesystem",
      ["Job migrate", `${container}/securityContext/readOnlyRootFilesystem`],
    ],
    ["deployment-has-poddisruptionbudget", ["PodDisruptionBudget catalog", "/spec/selector/matchLabels", { a: "b" }]],
    ["deployment-replicas", ["Deployment catalog", "/spec/replicas", 1]],
    ["horizontalpodautoscaler-replicas", ["HorizontalPodAutoscaler gateway", "/spec/minReplicas", 1]],
    ["horizontalpodautoscaler-has-target", ["HorizontalPodAutoscaler gateway", "/spec/scaleTargetRef/name", "a"]],
    ["service-targets-pod", ["Service gateway", "/spec/selector", { a: "b" }]],
    ["pod-networkpolicy", ["NetworkPolicy default-deny", "/spec/podSelector", { matchLabels: { a: "b" } }]],
  ])("%s finds its mistake", (check, mutation) => {
    const finding = expect.stringContaining(`: ${check}: `);
    expect(scoreFaults([rendering(mutation)], tools)).toEqual(expect.arrayContaining([finding]));
  });

  test("accepts the overlay without a mistake", () => {
    expect(scoreFaults([rendering()], tools)).toEqual([]);
  });
});
