/* Says whether our renderer and kubectl's make the same of the manifests. Needs kubectl, so it is run by hand. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { manifestsFolder } from "./src/findings.ts";
import { renderKustomization } from "./src/kustomize/render.ts";
import { parseResources, type Resource } from "./src/kustomize/resource.ts";

const titleOf = ({ apiVersion, kind, metadata }: Resource) => `${apiVersion} ${kind} ${metadata.name}`;
const inOrder = (resources: Resource[]) => resources.toSorted((one, other) => (titleOf(one) < titleOf(other) ? -1 : 1));

const folders = [
  ...["base", "overlays/local", "overlays/production", "seccomp"].map((name) => join(manifestsFolder, name)),
  join(import.meta.dirname, "src/kustomize/example/overlay"),
];
const temporary = mkdtempSync(join(tmpdir(), "components-"));
try {
  for (const component of readdirSync(join(manifestsFolder, "components"))) folders.push(withBase(component));
  for (const folder of folders) {
    const theirs = execFileSync("kubectl", ["kustomize", folder], { encoding: "utf8", timeout: 60_000 });
    const isEqual = isDeepStrictEqual(inOrder(renderKustomization(folder).resources), inOrder(parseResources(theirs)));
    process.stdout.write(`${isEqual ? "equal" : "DIFFERENT"}: ${folder}\n`);
    if (!isEqual) process.exitCode = 1;
  }
} finally {
  rmSync(temporary, { recursive: true });
}

/** A kustomization of the base with a component laid over it, as one alone cannot be rendered. */
function withBase(component: string): string {
  const folder = join(temporary, component);
  const from = (path: string) => relative(folder, join(manifestsFolder, path));
  mkdirSync(folder);
  writeFileSync(
    join(folder, "kustomization.yaml"),
    `apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources: [${from("base")}]
components: [${from(`components/${component}`)}]
`,
  );
  return folder;
}
