import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { chartFolder, findHelm, productionValues, valuesFiles } from "./src/chart.ts";
import { deployments, findKustomize, manifestsFolder } from "./src/renderings.ts";
import { schemaFaults, scoreFaults } from "./src/tool-faults.ts";
import { createTools, type Missing } from "./src/tools.ts";

// Renders the manifests with the real kustomize and the chart with the real helm, and checks them with the schemas of
// Kubernetes and its extensions, and with kube-score. A step whose tool is missing prints a line that begins with "skipped: ". `npm test` runs Platen's own
// rules, which are in src/*.test.ts. An argument names another folder to check instead.

const say = (line: string) => process.stdout.write(`${line}\n`);
const tools = createTools({ build: true });
const render = findKustomize(tools);
const [ownOverlay] = process.argv.slice(2);

if ("missing" in render) {
  say(`skipped: all checks of the manifests, because kustomize is missing: ${render.missing}`);
  say("skipped: to run them, install kubectl 1.27 or newer, or Go");
} else {
  for (const name of ownOverlay === undefined ? deployments : [ownOverlay]) {
    const yaml = render(resolve(manifestsFolder, name));
    report(name, "schemas (kubectl-validate)", schemaFaults(yaml, tools));
    report(name, "kube-score", scoreFaults(yaml, tools));
  }
  if (ownOverlay === undefined) checkChart();
  const folders = ownOverlay === undefined ? [manifestsFolder, chartFolder] : [ownOverlay];
  const files = folders.flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }));
  say(`${files.filter((file) => /\.(yaml|json)$/.test(file)).length} manifest files checked`);
}

function checkChart(): void {
  const helm = findHelm(tools);
  if ("missing" in helm) {
    say(`skipped: the Helm chart, because helm is missing: ${helm.missing}`);
    return;
  }
  report("chart", "helm lint", helm.lint());
  // One start of the tool serves all values. Its objects may have the same names.
  const renderings = valuesFiles.map((values) => helm.render(values));
  report("chart", "schemas (kubectl-validate)", schemaFaults(renderings.join("---\n"), tools));
  report(`chart with ${productionValues}`, "kube-score", scoreFaults(helm.render(productionValues), tools));
}

function report(name: string, step: string, result: string[] | Missing): void {
  if ("missing" in result) say(`skipped: ${step} of ${name}: ${result.missing}`);
  else if (result.length > 0) {
    for (const fault of result) say(`${name}: ${fault}`);
    process.exitCode = 1;
  }
}
