import { expect, test } from "@jest/globals";
import { stringify } from "yaml";
import { container, mutated, type Mutation } from "./mutation.ts";
import { scoreFaults } from "./score.ts";
import { schemaFaults } from "./schemas.ts";
import { rendered } from "./test-renderings.ts";
import { createTools } from "./tools.ts";

const tools = createTools({ build: false });
/** `test` for tests of a tool that `npm run check` has built. Otherwise jest reports them as skipped. */
const testBuilt = (tool: Parameters<typeof tools.find>[0]) => (typeof tools.find(tool) === "string" ? test : test.skip);
const production = rendered("overlays/production");

/** The production overlay, with a mistake if one is given. */
function rendering(mutation?: Mutation) {
  const resources = mutation ? mutated(production, mutation) : production;
  return { name: "overlays/production", yaml: resources.map((resource) => stringify(resource)).join("---\n") };
}

testBuilt("kubeconform")("kubeconform refuses an unknown field of a Kubernetes object and of a custom one", () => {
  expect(schemaFaults([rendering()], tools)).toEqual([]);
  expect(schemaFaults([rendering(["Deployment gateway", "/spec/unknownField", {}])], tools)).toHaveLength(1);
  expect(schemaFaults([rendering(["PodMonitor platen", "/spec/unknownField", {}])], tools)).toHaveLength(1);
});

testBuilt("kube-score")("kube-score finds a container without a limit of memory", () => {
  expect(scoreFaults([rendering()], tools)).toEqual([]);
  expect(scoreFaults([rendering(["Deployment catalog", `${container}/resources/limits/memory`])], tools)).toEqual(
    expect.arrayContaining([expect.stringContaining(": container-resources: ")]),
  );
});
