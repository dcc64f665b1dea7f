import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { startManagementServer } from "@platen/http";
import { createMetricsRegistry } from "@platen/telemetry";
import { findings, manifestsFolder } from "./findings.ts";
import { renderKustomization } from "./kustomize/render.ts";
import { isFields } from "./kustomize/resource.ts";
import { metricsPath } from "./rules/monitoring-rules.ts";
import { probePaths } from "./rules/probe-rules.ts";
import { schemaFaults } from "./schema.ts";

const overlays = ["overlays/local", "overlays/production", "seccomp"];

test("nothing is wrong with the manifests, and none is overlooked", () => {
  const { faults, fileCount } = findings();
  expect(faults).toEqual([]);
  const files = readdirSync(manifestsFolder, { recursive: true, encoding: "utf8" });
  expect(fileCount).toBe(files.filter((file) => /\.(yaml|json)$/.test(file)).length);
});

test("an unknown field is found wherever it is, in any object", () => {
  let places = 0;
  for (const folder of overlays)
    for (const resource of renderKustomization(join(manifestsFolder, folder)).resources)
      for (const place of objectsIn(resource)) {
        place["unknownField"] = {};
        expect({ place, faults: schemaFaults(resource) }).not.toMatchObject({ faults: [] });
        delete place["unknownField"];
        places += 1;
      }
  expect(places).toBeGreaterThan(500);
});

test("a field of another type, a missing one and an unknown kind are found", () => {
  const [deployment] = renderKustomization(join(manifestsFolder, "base")).resources.filter(
    ({ kind }) => kind === "Deployment",
  );
  if (!deployment) throw new Error("there is no Deployment");
  const faultsOf = (spec: unknown) => schemaFaults({ ...deployment, spec });
  const { spec } = deployment;
  if (!isFields(spec)) throw new Error("the Deployment has no spec");
  expect(faultsOf(spec)).toEqual([]);
  expect(faultsOf({ ...spec, replicas: "two" })).not.toEqual([]);
  expect(faultsOf({ ...spec, selector: undefined })).not.toEqual([]);
  expect(schemaFaults({ ...deployment, apiVersion: "apps/v2" })).toEqual(["there is no schema for apps/v2 Deployment"]);
});

test.each([
  ["the profile goes where no worker looks", "seccomp/daemon-set.yaml", /seccomp\/platen/, "seccomp/other"],
  ["a component has a fault", "components/ingress/ingress.yaml", /pathType/, "pathTypo"],
  ["a rule cannot count with what is there", "base/gateway.yaml", /sizeLimit: \S+/, "sizeLimit: much"],
])("it is found when %s", (_case, file, pattern, replacement) => {
  const folder = mkdtempSync(join(tmpdir(), "manifests-"));
  try {
    cpSync(manifestsFolder, folder, { recursive: true });
    const path = join(folder, file);
    writeFileSync(path, readFileSync(path, "utf8").replace(pattern, replacement));
    expect(findings(folder).faults).not.toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("what manifests and images ask of the management port is answered there", async () => {
  const dockerfile = readFileSync(join(manifestsFolder, "../infra/docker/Dockerfile"), "utf8");
  const [, imagePath] = /MANAGEMENT_PORT\}(\/\w+)/.exec(dockerfile) ?? [];

  const probes = { readiness: () => undefined };
  const server = await startManagementServer(
    { host: "127.0.0.1", port: 0 },
    { registry: createMetricsRegistry("gateway"), probes },
  );
  try {
    for (const path of [...Object.values(probePaths), metricsPath, imagePath])
      expect({ path, status: (await fetch(`http://127.0.0.1:${server.port}${path}`)).status }).toEqual({
        path,
        status: 200,
      });
  } finally {
    await server.close(0);
  }
});

/** All objects within an object, itself included. */
function objectsIn(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  if (!isFields(value)) return [];
  return [value, ...Object.values(value).flatMap(objectsIn)];
}
