import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Missing, Tools } from "./tools.ts";

/** The version of Kubernetes that k8s/README.md names as the oldest. */
export const oldestKubernetes = "1.30";

const optionalChecks = ["container-memory-requests-equal-limits", "container-ports-check", "container-seccomp-profile"];

const ignoredChecks = [
  // An image has the tag of its release, which never changes.
  "container-image-pull-policy",
  // Containers write to volumes in memory only, which count as memory.
  "container-ephemeral-storage-request-and-limit",
  // The images run as user 1000.
  "container-security-context-user-group-id",
  // Topology spread constraints place the pods.
  "deployment-has-host-podantiaffinity",
];

/** Returns what kubectl-validate finds wrong with the objects. An unknown field is a fault, and so is an unknown kind. */
export function schemaFaults(yaml: string, tools: Tools): string[] | Missing {
  const program = tools.find("kubectl-validate");
  if (typeof program !== "string") return program;
  const customResources = tools.findCustomResources();
  if ("missing" in customResources) return customResources;
  const folder = mkdtempSync(join(tmpdir(), "platen-manifests-"));
  try {
    const file = join(folder, "rendered.yaml");
    writeFileSync(file, yaml);
    const definitions = customResources.map((definition) => `--local-crds=${definition}`);
    return linesOf(program, ["--version", oldestKubernetes, ...definitions, file]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns what kube-score warns about in a complete deployment. */
export function scoreFaults(yaml: string, tools: Tools): string[] | Missing {
  const program = tools.find("kube-score");
  if (typeof program !== "string") return program;
  const options = [
    "score",
    "--output-format=ci",
    "--exit-one-on-warning",
    "--ignore-container-cpu-limit",
    ...optionalChecks.map((check) => `--enable-optional-test=${check}`),
    ...ignoredChecks.map((check) => `--ignore-test=${check}`),
    "-",
  ];
  return linesOf(program, options, yaml).filter((line) => !/^\[(?:OK|SKIPPED)\]/.test(line));
}

/** Runs a tool and returns what it prints when it fails. */
function linesOf(program: string, args: readonly string[], input?: string): string[] {
  const { status, error, stdout, stderr } = spawnSync(program, args, { input, encoding: "utf8", timeout: 60_000 });
  if (error) throw error;
  return status === 0 ? [] : [`${program} failed:`, ...`${stdout}${stderr}`.split("\n").filter((line) => line !== "")];
}
