import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseResources, type Resource } from "./manifests.ts";
import { oldestKubernetes } from "./tool-faults.ts";
import type { Missing, Tools } from "./tools.ts";

export const chartFolder = resolve(import.meta.dirname, "../../helm/platen");

/** The values from which an operator starts. They render the objects of `k8s/overlays/production`. */
export const productionValues = "values-production.yaml";

/** Every values file of the chart but its defaults, which lack what only an operator knows. */
export const valuesFiles: readonly string[] = [
  productionValues,
  ...readdirSync(join(chartFolder, "ci")).map((name) => join("ci", name)),
];

/** Renders the chart with a values file, and with further values that have precedence. Throws what helm prints. */
export type RenderChart = (values: string, options?: { namespace?: string; further?: object }) => string;

/** Finds the pinned helm. */
export function findHelm(tools: Tools): { lint: () => string[]; render: RenderChart } | Missing {
  const program = tools.find("helm");
  if (typeof program !== "string") return program;
  const helm = (args: readonly string[], input?: string) =>
    // A helm that Go built does not know which Kubernetes it is for.
    spawnSync(program, [...args, "--kube-version", oldestKubernetes, "--values", "-"], {
      cwd: chartFolder,
      input: input ?? "{}",
      encoding: "utf8",
      timeout: 60_000,
      maxBuffer: 16 * 1024 * 1024,
    });
  return {
    lint: () => {
      const { status, stdout, stderr } = helm(["lint", "--strict", "."]);
      return status === 0 ? [] : `${stdout}${stderr}`.split("\n").filter((line) => line.trim() !== "");
    },
    render: (values, { namespace = "platen", further = {} } = {}) => {
      const args = ["template", "platen", ".", "--namespace", namespace, "--values", values];
      const { status, stdout, stderr } = helm(args, JSON.stringify(further));
      if (status !== 0) throw new Error(stderr);
      return stdout;
    },
  };
}

/** Labels that Helm's conventions ask for. */
const helmLabels = ["app.kubernetes.io/instance", "app.kubernetes.io/managed-by", "helm.sh/chart"];

/** Annotations that the chart alone has. An object has at most one of them. */
const chartAnnotations = ["checksum/config", "helm.sh/resource-policy"];

/**
 * Returns the objects by kind and name, without what may differ between chart and overlay:
 *
 * - Helm's labels;
 * - the Namespace, which Helm does not make;
 * - the objects of `helm test`;
 * - the annotation that keeps a claim after `helm uninstall`;
 * - the hash in the name of Kustomize's ConfigMaps, and the annotation `checksum/config`: both start new pods;
 * - the revision in the name of the chart's Job, which lets Helm replace it.
 */
export function comparable(resources: readonly Resource[]): Record<string, unknown> {
  const configMaps = new Map(
    resources
      .filter(({ kind }) => kind === "ConfigMap")
      .map(({ metadata }) => [metadata.name, metadata.name.replace(/-[a-z0-9]{10}$/, "")]),
  );
  const entries = resources
    .filter(({ kind, metadata }) => kind !== "Namespace" && !isTestHook(metadata))
    .map((object) => {
      const text = JSON.stringify(object, (key, value: unknown) => {
        if (helmLabels.includes(key) || chartAnnotations.includes(key)) return undefined;
        if (key === "annotations" && isChartsAlone(value)) return undefined;
        return key === "name" && typeof value === "string" ? (configMaps.get(value) ?? value) : value;
      });
      const [one] = parseResources(text);
      if (one?.kind === "Job") one.metadata.name = one.metadata.name.replace(/-1$/, "");
      return [`${one?.kind} ${one?.metadata.name}`, one] as const;
    });
  const found = Object.fromEntries(entries);
  if (Object.keys(found).length !== entries.length) throw new Error("two objects have the same kind and name");
  return found;
}

function isTestHook(metadata: Resource["metadata"]): boolean {
  return JSON.stringify(metadata["annotations"] ?? {}).includes('"helm.sh/hook":"test"');
}

function isChartsAlone(value: unknown): boolean {
  return typeof value === "object" && value !== null && chartAnnotations.includes(Object.keys(value).join());
}
