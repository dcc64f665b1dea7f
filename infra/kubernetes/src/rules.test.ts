import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { deploymentRules, manifestsFolder } from "./findings.ts";
import { renderKustomization } from "./kustomize/render.ts";
import type { Resource } from "./kustomize/resource.ts";
import { manifestsOf } from "./manifests.ts";
import { mutated, type Mutation } from "./mutation.ts";
import { allMutations } from "./mutations/all-mutations.ts";

const overlay = (name: string) => renderKustomization(join(manifestsFolder, "overlays", name)).resources;
const production = overlay("production");
const local = overlay("local");

/** Mutations of what only one overlay has are made there. */
const resourcesFor = ([title]: Mutation): readonly Resource[] => (title.startsWith("StatefulSet") ? local : production);

test("every rule is seen to find something", () => {
  const found = Object.entries(allMutations).flatMap(([name, mutations]) => (mutations.length > 0 ? [name] : []));
  expect(found.toSorted()).toEqual(deploymentRules.map(({ name }) => name).toSorted());
});

describe.each(deploymentRules.map((rule) => [rule.name, rule] as const))("%s", (name, rule) => {
  test.each(allMutations[name] ?? [])("%s without %s, or with %j there, is found", (...mutation) => {
    const resources = resourcesFor(mutation);
    expect(rule.faults(manifestsOf(resources))).toEqual([]);
    expect(rule.faults(manifestsOf(mutated(resources, mutation)))).not.toEqual([]);
  });
});
