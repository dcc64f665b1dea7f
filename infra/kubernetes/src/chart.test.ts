import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { beforeAll, expect, test } from "@jest/globals";
import { onlyIf } from "@platen/testing";
import { Pod } from "kubernetes-models/v1/Pod";
import { comparable, findHelm, productionValues } from "./chart.ts";
import { manifestsOf, objectsOf, parseResources, type Resource } from "./manifests.ts";
import { withMistake, type Mistake } from "./mistake.ts";
import { otherSettings, renderOtherInstallation, renderWithVolume } from "./other-installation.ts";
import { findKustomize, manifestsFolder } from "./renderings.ts";
import { createTools } from "./tools.ts";

const tools = createTools({ build: false });
const helm = findHelm(tools);
const kustomize = findKustomize(tools);
const renderChart = "missing" in helm ? () => "" : helm.render;
const renderOverlay = "missing" in kustomize ? () => "" : kustomize;
/** `npm run check` builds both where Go is installed. */
const withHelm = onlyIf(!("missing" in helm));
const withBoth = onlyIf(!("missing" in helm) && !("missing" in kustomize));

let overlay: Resource[];
let chart: Record<string, unknown>;

beforeAll(() => {
  overlay = parseResources(renderOverlay(join(manifestsFolder, "overlays/production")));
  chart = comparable(parseResources(renderChart(productionValues)));
});

withBoth(test)("the chart renders the objects of the production overlay", () => {
  expect(chart).toEqual(comparable(overlay));
  expect(Object.keys(chart).length).toBeGreaterThan(25);
});

withBoth(test)("each setting of the production overlay has a value of the chart with the same effect", () => {
  const setting = (name: string) => otherSettings[name] ?? "";
  const further = {
    host: setting("host"),
    ingress: {
      certificateSecret: setting("certificate"),
      className: setting("ingress-class"),
      controllerNamespace: setting("ingress-namespace"),
    },
    monitoring: { namespace: setting("prometheus-namespace"), runbook: setting("runbook") },
    tracing: { namespace: setting("collector-namespace") },
    postgres: { networks: [setting("postgres-network")], port: Number(setting("postgres-port")) },
    redis: {
      networks: [setting("redis-network")],
      port: Number(setting("redis-port")),
      sentinelPort: Number(setting("sentinel-port")),
    },
    keptFiles: { networks: [setting("storage-network")], port: Number(setting("storage-port")) },
    worker: {
      autoscaling: {
        least: Number(setting("workers-least")),
        most: Number(setting("workers-most")),
        blind: Number(setting("workers-blind")),
        prometheusAddress: setting("prometheus-address"),
      },
    },
    backgroundWorker: {
      autoscaling: {
        most: Number(setting("background-workers-most")),
        work: Number(setting("background-workers-work")),
      },
    },
  };
  const otherChart = parseResources(renderChart(productionValues, { namespace: setting("namespace"), further }));
  const otherOverlay = parseResources(renderOtherInstallation(renderOverlay));
  expect(comparable(otherChart)).toEqual(comparable(otherOverlay));
});

withBoth(test)("the chart keeps PDFs in a volume as the component does, and a claim may be larger", () => {
  const keptFiles = { kind: "volume", url: "" };
  const rendered = (more: object) =>
    comparable(parseResources(renderChart(productionValues, { further: { keptFiles: { ...keptFiles, ...more } } })));
  const component = comparable(parseResources(renderWithVolume(renderOverlay)));
  expect(rendered({})).toEqual(component);
  const claim = "PersistentVolumeClaim platen-files";
  expect(component[claim]).toMatchObject({ spec: { accessModes: ["ReadWriteMany"] } });
  expect(rendered({ size: "1Ti", storageClassName: "shared" })[claim]).toMatchObject({
    spec: { storageClassName: "shared", resources: { requests: { storage: "1Ti" } } },
  });
});

withBoth(test).each<Mistake>([
  ["ConfigMap gateway", "/data/TRUST_PROXY", "2"],
  ["Deployment worker", "/spec/template/spec/containers/0/resources/limits/memory", "1Gi"],
  ["Deployment background-worker", "/spec/template/spec/containers/0/envFrom/1"],
  ["ScaledObject background-worker", "/spec/triggers/0/metadata/activationThreshold", "0"],
  ["Deployment gateway", "/spec/template/metadata/annotations", { note: "of one side" }],
  ["Job migrate", "/spec/backoffLimit"],
  ["NetworkPolicy to-redis", "/spec/egress/0/ports/0/port", 6380],
  ["NetworkPolicy to-storage", "/spec/podSelector"],
  ["PrometheusRule platen", "/spec/groups/0/rules/0"],
  ["Service catalog", "/metadata/name", "catalogs"],
])("an overlay whose %s has another %s than the chart is a fault", (...mistake) => {
  expect(chart).not.toEqual(comparable(withMistake(overlay, mistake)));
});

withHelm(test).each([
  [{ workers: { replicas: 3 } }, "additional properties 'workers' not allowed"],
  [{ worker: { replicas: "abc" } }, "at '/worker/replicas': got string, want integer"],
  [{ worker: { autoscaling: { kind: "cpu" } } }, "value must be one of 'none', 'hpa', 'keda'"],
  [{ backgroundWorker: { autoscaling: { kind: "hpa" } } }, "value must be one of 'none', 'keda'"],
  [
    { backgroundWorker: { autoscaling: { work: 0 } } },
    "at '/backgroundWorker/autoscaling/work': minimum: got 0, want 1",
  ],
  [{ backgroundWorker: { lanes: "all" } }, "additional properties 'lanes' not allowed"],
  [{ gateway: { config: { logLevel: "debug" } } }, "'logLevel' does not match pattern"],
  [{ image: { registry: "" } }, "image.registry is missing."],
  [{ host: "" }, "host is missing."],
  [{ postgres: { networks: [] } }, "postgres.networks is empty."],
  [{ redis: { networks: ["redis.example"] } }, 'redis.networks has "redis.example", which is not a network.'],
  [{ gatewayApi: { enabled: true } }, "gatewayApi.parentRefs is empty."],
  [{ keptFiles: { url: "" } }, "keptFiles.url is empty."],
  [{ keptFiles: { networks: [] } }, "keptFiles.networks is empty."],
  [{ gatewayApi: { enabled: true, parentRefs: [{ name: "a" }] } }, "gatewayApi.controllerNamespace is missing."],
])("the chart refuses %j and says why", (further, reason) => {
  expect(() => renderChart(productionValues, { further })).toThrow(reason);
});

withHelm(test)(
  "background workers of the chart are off unless enabled, have a fixed number without KEDA, and a lane of their own",
  () => {
    const rendered = (backgroundWorker: object) => {
      const resources = parseResources(renderChart(productionValues, { further: { backgroundWorker } }));
      return resources.filter(({ metadata }) => metadata.name === "background-worker");
    };
    expect(rendered({ enabled: false })).toEqual([]);
    const config = { WORKER_LANES: "all", RENDER_CONCURRENCY: 4 };
    const fixed = rendered({ autoscaling: { kind: "none" }, replicas: 3, priorityClassName: "low", config });
    expect(fixed.map(({ kind }) => kind).toSorted()).toEqual([
      "ConfigMap",
      "Deployment",
      "PodDisruptionBudget",
      "ServiceAccount",
    ]);
    expect(fixed).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ data: { WORKER_LANES: "background", RENDER_CONCURRENCY: "4" } }),
        expect.objectContaining({
          spec: expect.objectContaining({
            replicas: 3,
            template: expect.objectContaining({ spec: expect.objectContaining({ priorityClassName: "low" }) }),
          }),
        }),
      ]),
    );
  },
);

withHelm(test)("a large number of a values file is the same number in a ConfigMap", () => {
  const further = { gateway: { config: { BODY_LIMIT_BYTES: 5_242_880 } } };
  expect(renderChart(productionValues, { further })).toContain('BODY_LIMIT_BYTES: "5242880"');
});

withHelm(test)("each hook of `helm test` is a pod that stays, because `--logs` reads the log of each", () => {
  const resources = parseResources(renderChart(productionValues, { further: { test: { templateId: "tpl_1" } } }));
  const hooks = resources.filter((object) => JSON.stringify(object).includes('"helm.sh/hook":"test"'));
  expect(hooks).toEqual([
    expect.objectContaining({
      kind: "Pod",
      metadata: expect.objectContaining({
        annotations: { "helm.sh/hook": "test", "helm.sh/hook-delete-policy": "before-hook-creation" },
      }),
    }),
  ]);
});

withHelm(test)("without an API key or a template, `helm test` says what is missing", () => {
  const run = (templateId: string) => {
    const resources = parseResources(renderChart(productionValues, { further: { test: { templateId } } }));
    const [container] = objectsOf(manifestsOf(resources), Pod)[0]?.spec?.containers ?? [];
    const env = Object.fromEntries(container?.env?.map(({ name, value }) => [name, value]) ?? []);
    const { status, stderr } = spawnSync(process.execPath, container?.args?.slice(1), { env, encoding: "utf8" });
    return { status, stderr };
  };
  expect(run("")).toEqual({ status: 1, stderr: expect.stringContaining("Set test.templateId") });
  expect(run("tpl_1")).toEqual({ status: 1, stderr: expect.stringContaining("into the Secret platen-test") });
});
