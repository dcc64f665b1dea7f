import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { deploymentRules, manifestsFolder } from "./findings.ts";
import { renderKustomization } from "./kustomize/render.ts";
import type { Resource } from "./kustomize/resource.ts";
import { manifestsOf } from "./manifests.ts";
import { mutated, type Mutation } from "./mutation.ts";
import { mutations } from "./rule-mutations.ts";

const overlay = (name: string) => renderKustomization(join(manifestsFolder, "overlays", name)).resources;
const production = overlay("production");
const local = overlay("local");

/** Mutations of what only one overlay has are made there. */
const resourcesFor = ([title]: Mutation): readonly Resource[] => (title.startsWith("StatefulSet") ? local : production);

test("every rule is seen to find something", () => {
  const names = deploymentRules.map(({ name }) => name);
  expect(Object.keys(mutations).toSorted()).toEqual(names.toSorted());
});

test.each(deploymentRules.map((rule) => [rule.name, rule] as const))("%s", (name, rule) => {
  for (const mutation of mutations[name] ?? []) {
    const resources = resourcesFor(mutation);
    expect(rule.faults(manifestsOf(resources))).toEqual([]);
    expect({ mutation, faults: rule.faults(manifestsOf(mutated(resources, mutation))) }).not.toMatchObject({
      faults: [],
    });
  }
});
