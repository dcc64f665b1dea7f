import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "@jest/globals";
import { startManagementServer } from "@platen/http";
import { createMetricsRegistry } from "@platen/telemetry";
import { findings, manifestsFolder, renderAll } from "./findings.ts";
import { metricsPath } from "./rules/deployment-rules.ts";
import { probePaths } from "./rules/service-rules.ts";
import { describeRendered, kustomize } from "./test-renderings.ts";

const renderings = kustomize ? renderAll(kustomize) : [];

describeRendered("Platen's own rules", () => {
  test("find no fault in the manifests", () => {
    expect(findings(renderings)).toEqual([]);
  });

  test.each([
    ["a seccomp profile where no worker looks", "seccomp", /seccomp\/platen/, "seccomp/other"],
    ["a fault of a component", "components/monitoring", /path: \/metrics/, "path: /metric"],
    ["a value that a rule cannot read", "base", /RENDER_CONCURRENCY: \S+/, "RENDER_CONCURRENCY: many"],
  ])("find %s", (_case, name, pattern, replacement) => {
    const changed = renderings.map((rendering) =>
      rendering.name === name ? { name, yaml: rendering.yaml.replace(pattern, replacement) } : rendering,
    );
    expect(findings(changed)).not.toEqual([]);
  });
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

test("the management port answers every path that manifests and images ask for", async () => {
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
