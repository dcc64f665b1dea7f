import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { expect, test } from "@jest/globals";
import { commandsIn, onlyIf } from "@platen/testing";
import { stringify } from "yaml";
import { secretExamples } from "./environment.ts";
import { manifestsOf, parseResources } from "./manifests.ts";
import { withMistake, type Mistake } from "./mistake.ts";
import { otherSettings, productionSettings, renderOtherInstallation } from "./other-installation.ts";
import { findKustomize, manifestsFolder } from "./renderings.ts";
import { schemaFaults, scoreFaults } from "./tool-faults.ts";
import { createTools } from "./tools.ts";

const readme = readFileSync(join(manifestsFolder, "README.md"), "utf8");
const tools = createTools({ build: false });
const found = findKustomize(tools);
const render = "missing" in found ? () => "" : found;
// `npm run check` builds the tools where Go is installed. Without one, jest skips the tests that need it.
const withKustomize = onlyIf(!("missing" in found));
const withTool = (name: Parameters<typeof tools.find>[0]) => onlyIf(typeof tools.find(name) === "string");

test("the README creates exactly the secret keys that the manifests read", () => {
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

test("the README describes every component and overlay", () => {
  const folders = ["components", "overlays"].flatMap((kind) =>
    readdirSync(join(manifestsFolder, kind)).map((name) => `${kind}/${name}`),
  );
  const named = [...readme.matchAll(/^\| `([\w/-]+)`/gm)].map(([, name = ""]) => name);
  expect(named.toSorted()).toEqual(["base", "seccomp", ...folders].toSorted());
});

test("every manifest file belongs to the kustomization of its folder", () => {
  const files = readdirSync(manifestsFolder, { recursive: true, encoding: "utf8" });
  const manifests = files.filter((file) => /\.(yaml|json)$/.test(file) && basename(file) !== "kustomization.yaml");
  expect(manifests.length).toBeGreaterThan(25);
  for (const file of manifests) {
    const kustomization = readFileSync(join(manifestsFolder, dirname(file), "kustomization.yaml"), "utf8");
    expect({ file, kustomization }).toEqual({ file, kustomization: expect.stringContaining(basename(file)) });
  }
});

withKustomize(test)(
  "documented commands for kubectl name objects and folders that exist, in the namespace platen",
  () => {
    const objects = [
      ...parseResources(render("k8s/overlays/production")).map(({ kind, metadata }) => `${kind} ${metadata.name}`),
      ...[...Object.keys(secretExamples), "platen-registry"].map((name) => `Secret ${name}`),
    ].map((object) => object.toLowerCase());
    const commands = commandsIn("kubectl", ["README.md", "k8s/README.md", "docs/operations.md", "docs/runbook.md"]);
    expect(commands.length).toBeGreaterThan(15);
    for (const command of commands.map((words) => words.join(" "))) {
      for (const [, path = ""] of command.matchAll(/ -[kf] (k8s\/\S+)/g))
        expect([path, existsSync(join(manifestsFolder, "..", path))]).toEqual([path, true]);
      // Several names may follow a kind.
      const about = / (deployment|job|service|secret)(?: generic| docker-registry)?[ /]((?:[a-z][a-z-]*(?: |$))*)/.exec(
        command,
      );
      for (const name of about?.[2]?.trim().split(" ") ?? []) {
        if (name === "") continue;
        expect(objects).toContain(`${about?.[1]} ${name}`);
        expect(command).toMatch(/^-n platen /);
      }
    }
  },
);

withKustomize(test)("a copy of the production overlay with other settings differs in nothing but them", () => {
  const settings = productionSettings();
  expect(Object.keys(otherSettings).toSorted()).toEqual(Object.keys(settings).toSorted());
  let text = JSON.stringify(parseResources(renderOtherInstallation(render)));
  // The rules of the other tests find the rest: they hold for this copy too.
  expect(text).not.toMatch(/platen\.example|192\.0\.2|prometheus-operated/);
  for (const [name, value] of Object.entries(otherSettings)) {
    expect(text).toContain(value);
    if (name !== "namespace") text = text.replaceAll(value, settings[name] ?? "");
  }
  const withoutHashes = (json: string) =>
    json.replaceAll(/"(gateway|catalog|worker|background-worker|courier)-[a-z0-9]{10}"/g, '"$1"');
  const production = JSON.stringify(parseResources(render("k8s/overlays/production")));
  const inOtherNamespace = production
    .replaceAll('"namespace":"platen"', '"namespace":"documents"')
    .replaceAll('namespace=\\"platen\\"', 'namespace=\\"documents\\"')
    .replace('"name":"platen"', '"name":"documents"');
  expect(JSON.parse(withoutHashes(text))).toEqual(JSON.parse(withoutHashes(inOtherNamespace)));
});

withKustomize(test)("the component user-namespaces alone gives pods a user namespace", () => {
  const hostUsers = (yaml: string) =>
    manifestsOf(parseResources(yaml)).workloads.map(({ name, pod }) => [name, pod.hostUsers]);
  const others = [["migrate", undefined]];
  expect(hostUsers(render("k8s/base"))).toEqual(expect.arrayContaining([["worker", undefined], ...others]));
  // A component cannot be rendered alone, so a temporary kustomization lays it over base.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "platen-component-")));
  const resources = [relative(folder, join(manifestsFolder, "base"))];
  const components = [relative(folder, join(manifestsFolder, "components/user-namespaces"))];
  writeFileSync(join(folder, "kustomization.yaml"), stringify({ resources, components }));
  const services = ["gateway", "catalog", "worker", "courier"].map((name) => [name, false]);
  expect(hostUsers(render(folder))).toEqual(expect.arrayContaining([...services, ...others]));
  rmSync(folder, { recursive: true });
});

/** The production overlay with a mistake. */
function mistaken(mistake: Mistake): string {
  const resources = withMistake(parseResources(render("k8s/overlays/production")), mistake);
  // As the tools read it: a text such as "off" has quotes in YAML 1.1 alone.
  return resources.map((resource) => stringify(resource, { version: "1.1" })).join("---\n");
}

withTool("kubectl-validate")(test).each(["Deployment gateway", "PodMonitor platen"])(
  "kubectl-validate refuses an unknown field of %s",
  (title) => {
    expect(schemaFaults(mistaken([title, "/spec/unknownField", {}]), tools)).toEqual(
      expect.arrayContaining([expect.stringContaining("unknownField")]),
    );
  },
);

withTool("kube-score")(test)("kube-score finds a container without a limit of memory", () => {
  const limit = "/spec/template/spec/containers/0/resources/limits/memory";
  expect(scoreFaults(mistaken(["Deployment catalog", limit]), tools)).toEqual(
    expect.arrayContaining([expect.stringMatching(/CRITICAL.*catalog.*Memory limit/)]),
  );
});
