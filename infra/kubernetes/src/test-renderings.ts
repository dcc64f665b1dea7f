import { describe } from "@jest/globals";
import { join } from "node:path";
import { manifestsFolder } from "./findings.ts";
import { findKustomize } from "./kustomize.ts";
import { parseResources, type Resource } from "./resource.ts";
import { createTools } from "./tools.ts";

const found = findKustomize(createTools({ build: false }));

/** The kustomize of this machine. Undefined if it has neither kubectl nor a kustomize that `npm run check` has built. */
export const kustomize = "missing" in found ? undefined : found;

/** `describe` for tests that render manifests. Without kustomize, jest reports them as skipped. */
export const describeRendered = kustomize ? describe : describe.skip;

/** Returns the rendered objects of a folder below `k8s`, with a component laid over it. */
export function rendered(name: string, component?: string): Resource[] {
  const above = component === undefined ? undefined : join(manifestsFolder, component);
  return kustomize ? parseResources(kustomize.render(join(manifestsFolder, name), above)) : [];
}
