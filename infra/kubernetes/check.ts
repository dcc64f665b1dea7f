import { readdirSync } from "node:fs";
import { findings, manifestsFolder, renderAll } from "./src/findings.ts";
import { findKustomize } from "./src/kustomize.ts";
import { scoreFaults } from "./src/score.ts";
import { schemaFaults } from "./src/schemas.ts";
import { createTools } from "./src/tools.ts";

// Renders the manifests with the real kustomize, and checks them with the schemas of Kubernetes and its extensions, with
// kube-score, and with Platen's own rules. A step whose tool is missing prints a line that begins with "skipped: ".

const say = (line: string) => process.stdout.write(`${line}\n`);
const tools = createTools({ build: true });
const kustomize = findKustomize(tools);

if ("missing" in kustomize) {
  say(`skipped: all checks of the manifests, because kustomize is missing: ${kustomize.missing}`);
  say("skipped: to run them, install kubectl 1.27 or newer, or Go");
} else {
  const renderings = renderAll(kustomize);
  let faultCount = 0;
  for (const [step, result] of [
    ["Platen's own rules", findings(renderings)],
    ["schemas (kubeconform)", schemaFaults(renderings, tools)],
    ["kube-score", scoreFaults(renderings, tools)],
  ] as const) {
    if ("missing" in result) say(`skipped: ${step}: ${result.missing}`);
    else for (const fault of result) say(fault);
    faultCount += "missing" in result ? 0 : result.length;
  }
  const files = readdirSync(manifestsFolder, { recursive: true, encoding: "utf8" });
  say(`${files.filter((file) => /\.(yaml|json)$/.test(file)).length} manifest files checked`);
  process.exitCode = faultCount === 0 ? 0 : 1;
}
