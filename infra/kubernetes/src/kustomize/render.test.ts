import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { renderKustomization } from "./render.ts";
import { parseResources, type Resource } from "./resource.ts";

const example = join(import.meta.dirname, "example");

const inOrder = (resources: Resource[]) => resources.toSorted((one, other) => (titleOf(one) < titleOf(other) ? -1 : 1));
const titleOf = ({ kind, metadata }: Resource) => `${kind} ${metadata.name}`;

function render(kustomization: string): Resource[] {
  const folder = mkdtempSync(join(tmpdir(), "kustomization-"));
  try {
    writeFileSync(join(folder, "kustomization.yaml"), kustomization);
    writeFileSync(join(folder, "deployment.yaml"), readFileSync(join(example, "base/deployment.yaml")));
    return renderKustomization(folder).resources;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const start = "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [deployment.yaml]\n";

// `kubectl kustomize infra/kubernetes/src/kustomize/example/overlay` (5.5.0) wrote the file.
test("what kustomize makes of each feature in use is what comes out here", () => {
  const expected = parseResources(readFileSync(join(example, "rendered.yaml"), "utf8"));
  const { resources, files } = renderKustomization(join(example, "overlay"));
  expect(inOrder(resources)).toEqual(inOrder(expected));
  expect(files.length).toBe(8);
});

test.each([
  ["a feature that is not in use", `${start}namePrefix: a-\n`],
  ["a patch for an object that is not there", `${start}patches: [{ patch: "${patchOf("Deployment", "other")}" }]\n`],
  [
    "a JSON patch for an object that is not there",
    `${start}patches: [{ target: { kind: Deployment, name: other }, patch: "[{ op: add, path: /spec/a, value: 1 }]" }]\n`,
  ],
  ["a directive in a patch", `${start}patches: [{ patch: "${patchOf("Deployment", "web", "{ $patch: delete }")}" }]\n`],
  [
    "a JSON patch into nowhere",
    `${start}patches: [{ target: { kind: Deployment }, patch: "[{ op: add, path: /a/b, value: 1 }]" }]\n`,
  ],
  ["a ConfigMap merged into none", `${start}configMapGenerator: [{ name: a, behavior: merge }]\n`],
])("%s fails instead of being rendered wrongly", (_case, kustomization) => {
  expect(() => render(kustomization)).toThrow();
  expect(render(start)).toHaveLength(1);
});

function patchOf(kind: string, name: string, podSpec = "{}"): string {
  return `{ apiVersion: apps/v1, kind: ${kind}, metadata: { name: ${name} }, spec: { template: { spec: ${podSpec} } } }`;
}
