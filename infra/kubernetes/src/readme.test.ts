import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { secretExamples } from "./environment.ts";
import { manifestsFolder } from "./findings.ts";
import { renderKustomization } from "./kustomize/render.ts";
import { manifestsOf, serviceNames, workload } from "./manifests.ts";

const readme = readFileSync(join(manifestsFolder, "README.md"), "utf8");

test("the README makes every secret key that the manifests take, and no other", () => {
  const [, section = ""] = /^## Secrets\n(.*?)^## /ms.exec(readme) ?? [];
  const made = [...section.matchAll(/create secret generic (\S+)((?:[^\n\\]|\\\n)*)/g)].flatMap(
    ([, name = "", options = ""]) =>
      [...options.matchAll(/--from-(?:literal|file)=([^=\s]+)/g)].map(([, key = ""]) => `${name}/${key}`),
  );
  const taken = Object.entries(secretExamples).flatMap(([name, keys]) =>
    Object.keys(keys).map((key) => `${name}/${key}`),
  );
  expect(made.toSorted()).toEqual(taken.toSorted());
});

test("the README says of every component and overlay what it is", () => {
  const folders = ["components", "overlays"].flatMap((kind) =>
    readdirSync(join(manifestsFolder, kind)).map((name) => `${kind}/${name}`),
  );
  const named = [...readme.matchAll(/^\| `([\w/-]+)`/gm)].map(([, name = ""]) => name);
  expect(named.toSorted()).toEqual(["base", "seccomp", ...folders].toSorted());
});

test("pods have user namespaces of their own where that is asked for, and only there", () => {
  const base = join(manifestsFolder, "base");
  const component = join(manifestsFolder, "components/user-namespaces");
  const [plain, separate] = [[], [component]].map((components) =>
    manifestsOf(renderKustomization(base, components).resources),
  );
  for (const name of serviceNames) {
    expect(plain && workload(plain, name).pod.hostUsers).toBeUndefined();
    expect(separate && workload(separate, name).pod.hostUsers).toBe(false);
  }
});
