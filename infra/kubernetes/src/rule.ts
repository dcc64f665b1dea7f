/* oxlint-disable node/no-process-env -- `npm run check -- <folder>` names an operator's overlay. */
import { resolve } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { onlyIf } from "@platen/testing";
import { manifestsOf, parseResources, type Manifests } from "./manifests.ts";
import { withMistake, type Mistake } from "./mistake.ts";
import { renderOtherInstallation } from "./other-installation.ts";
import { findKustomize, manifestsFolder } from "./renderings.ts";
import { createTools } from "./tools.ts";

const found = findKustomize(createTools({ build: false }));
const render = "missing" in found ? undefined : found;
/** `npm run check` builds kustomize where Go is installed. */
const withKustomize = onlyIf(render !== undefined);

/** The resources of a folder below `k8s`, or of any other folder by its absolute path. */
export const rendered = (name: string) => (render ? parseResources(render(resolve(manifestsFolder, name))) : []);

const ownOverlay = process.env["PLATEN_OVERLAY"];
const production = rendered("overlays/production");
const otherInstallation = render ? parseResources(renderOtherInstallation(render)) : [];
const overlays: readonly (readonly [string, Manifests])[] =
  ownOverlay === undefined
    ? [
        ["production", manifestsOf(production)],
        ["production with other settings", manifestsOf(otherInstallation)],
        ["local", manifestsOf(rendered("overlays/local"))],
      ]
    : [[ownOverlay, manifestsOf(rendered(ownOverlay))]];

/** A rule for the overlays, and mistakes in production that break it. */
export function rule(
  name: string,
  check: (manifests: Manifests) => void,
  mistakes: readonly [Mistake, ...Mistake[]],
): void {
  withKustomize(describe)(name, () => {
    test.each(overlays)("in %s", (_overlay, manifests) => check(manifests));

    if (ownOverlay !== undefined) return;
    test.each(mistakes)("%s without %s, or with %j there, is a fault", (...mistake) => {
      const mistaken = manifestsOf(withMistake(production, mistake));
      expect(() => check(mistaken)).toThrow();
    });
  });
}

export const serviceNames = ["gateway", "catalog", "worker", "courier"] as const;

/** The Deployments of workers. Not every overlay has workers for background documents alone. */
export const workersIn = ({ workloads }: Manifests) =>
  (["worker", "background-worker"] as const).filter((name) => workloads.some((one) => one.name === name));
export const servicesIn = (manifests: Manifests) => [...new Set([...serviceNames, ...workersIn(manifests)])];
export const processesIn = (manifests: Manifests) => [...servicesIn(manifests), "migrate" as const];

/** The paths of a workload's pod and of its first container. */
export const pod = "/spec/template/spec";
export const container = `${pod}/containers/0`;

export const gatewayConfig = (key: string, value?: string): Mistake => ["ConfigMap gateway", `/data/${key}`, value];
export const backgroundConfig = (key: string, value?: string): Mistake => [
  "ConfigMap background-worker",
  `/data/${key}`,
  value,
];
export const workerConfig = (key: string, value?: string): Mistake => ["ConfigMap worker", `/data/${key}`, value];
