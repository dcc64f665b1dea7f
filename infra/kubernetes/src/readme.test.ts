import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { commandsIn } from "@platen/testing";
import { secretExamples } from "./environment.ts";
import { manifestsFolder } from "./findings.ts";
import { manifestsOf, serviceNames, workload } from "./manifests.ts";
import { describeRendered, rendered } from "./test-renderings.ts";

const readme = readFileSync(join(manifestsFolder, "README.md"), "utf8");

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

/** Finds names after `kubectl` that do not exist, and commands for another namespace. */
function kubectlFaults(words: readonly string[], objects: ReadonlySet<string>): string[] {
  const isAbout = /^(deployment|job|service|secret)(?:\/(.+))?$/;
  const [about = "", ...rest] = words.slice(words.findIndex((word) => isAbout.test(word)));
  const [, kind = "", name] = isAbout.exec(about) ?? [];
  // Several names may follow the kind, up to the first option.
  const end = rest.findIndex((word) => word.startsWith("-"));
  const plain = (end === -1 ? rest : rest.slice(0, end)).filter((word) => word !== "generic");
  const names = kind === "" ? [] : name === undefined ? plain : [name];
  const place = words[words.findIndex((word) => /^-[kf]$/.test(word)) + 1] ?? "";
  return [
    ...names.filter((one) => !/[$"]/.test(one) && !objects.has(`${kind} ${one}`)).map((one) => `no ${kind} ${one}`),
    ...(names.length > 0 && words.slice(0, 2).join(" ") !== "-n platen" ? ["not in the namespace platen"] : []),
    ...(place.startsWith("k8s/") && !existsSync(join(manifestsFolder, "..", place)) ? [`no ${place}`] : []),
  ];
}

describeRendered("commands for kubectl", () => {
  test("name objects that exist", () => {
    const objects = new Set([
      ...rendered("overlays/production").map(({ kind, metadata }) => `${kind.toLowerCase()} ${metadata.name}`),
      ...Object.keys(secretExamples).map((name) => `secret ${name}`),
    ]);
    const commands = commandsIn("kubectl", ["README.md", "k8s/README.md", "docs/operations.md", "docs/runbook.md"]);
    expect(commands.length).toBeGreaterThan(15);
    const faults = commands.map((words) => ({ words: words.join(" "), faults: kubectlFaults(words, objects) }));
    expect(faults.filter(({ faults: found }) => found.length > 0)).toEqual([]);

    for (const wrong of [
      "-n platen scale deployment gateway workers --replicas=0",
      "scale deployment/worker --replicas=4",
    ])
      expect({ wrong, faults: kubectlFaults(wrong.split(" "), objects) }).not.toMatchObject({ faults: [] });
  });
});

describeRendered("components/user-namespaces", () => {
  test("alone gives pods a user namespace", () => {
    const base = manifestsOf(rendered("base"));
    const separate = manifestsOf(rendered("base", "components/user-namespaces"));
    for (const name of serviceNames) {
      expect(workload(base, name).pod.hostUsers).toBeUndefined();
      expect(workload(separate, name).pod.hostUsers).toBe(false);
    }
  });
});
