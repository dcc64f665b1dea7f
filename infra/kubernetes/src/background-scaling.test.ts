/* oxlint-disable node/no-process-env -- the environment says where promtool is. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ScaledObject } from "@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject";
import { describe, expect, test } from "@jest/globals";
import { findOnPath } from "@platen/provisioning";
import { onlyIf } from "@platen/testing";
import { manifestsOf, objectsOf } from "./manifests.ts";
import { rendered } from "./rule.ts";

const promtool = await findOnPath(["promtool"], process.env);
const [scaled] = objectsOf(manifestsOf(rendered("overlays/production")), ScaledObject).filter(
  ({ metadata }) => metadata?.name === "background-worker",
);
const triggers = scaled?.spec.triggers ?? [];
const most = scaled?.spec.maxReplicaCount ?? 0;

/** The value of each series, in the namespace `platen` unless the series names another one. */
type Numbers = Readonly<Record<string, number>>;
/** The result of each trigger's query. A missing one has no result, which KEDA takes as an error. */
type Results = Readonly<Record<string, number | undefined>>;

const idle: Numbers = {
  'platen_background_documents_due{instance="courier-1"}': 0,
  'platen_background_documents_due{instance="courier-2"}': 0,
  'platen_batch_rows_open{instance="courier-1"}': 0,
  'platen_batch_rows_open{instance="courier-2"}': 0,
  'platen_background_document_seconds{instance="courier-1"}': 0.3,
  'platen_background_oldest_due_seconds{instance="courier-1"}': 20,
  'platen_batch_still_seconds{instance="courier-1"}': 20,
};

/** Workers with two slots, and so many documents in them. */
const worker = (
  instance: string,
  lanes: string,
  busy: { interactive?: number; background?: number } = {},
): Numbers => ({
  [`platen_worker_slots{instance="${instance}", lanes="${lanes}"}`]: 2,
  [`platen_worker_slots_busy{instance="${instance}", lane="interactive"}`]: busy.interactive ?? 0,
  [`platen_worker_slots_busy{instance="${instance}", lane="background"}`]: busy.background ?? 0,
});

const rows = (count: number): Numbers => ({
  'platen_batch_rows_open{instance="courier-1"}': count,
  'platen_batch_rows_open{instance="courier-2"}': count,
});

/** What promtool finds wrong with the results. */
function differences(numbers: Numbers, results: Results): string {
  const folder = mkdtempSync(join(tmpdir(), "platen-scaling-"));
  try {
    const input_series = Object.entries(numbers).map(([series, value]) => ({
      series: series.includes("namespace=") ? series : series.replace("{", '{namespace="platen", '),
      values: `${value}x10`,
    }));
    const promql_expr_test = triggers.map(({ name = "", metadata }) => ({
      expr: metadata["query"],
      eval_time: "2m",
      exp_samples: results[name] === undefined ? [] : [{ labels: "{}", value: results[name] }],
    }));
    const file = join(folder, "tests.json");
    writeFileSync(file, JSON.stringify({ tests: [{ interval: "15s", input_series, promql_expr_test }] }));
    const { status, stdout, stderr } = spawnSync(promtool ?? "", ["test", "rules", file], {
      encoding: "utf8",
      timeout: 60_000,
    });
    return status === 0 ? "" : `${stdout}${stderr}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The number of workers that KEDA and its HPA want, from zero. None is active unless a trigger is. */
function workersFor(results: Results): number {
  const isActive = triggers.some(
    ({ name = "", metadata }) => (results[name] ?? 0) > Number(metadata["activationThreshold"] ?? 0),
  );
  const wanted = triggers.map(({ name = "", metadata }) =>
    Math.ceil((results[name] ?? 0) / Number(metadata["threshold"])),
  );
  return isActive ? Math.min(most, Math.max(1, ...wanted)) : 0;
}

const cases: readonly (readonly [guarantee: string, numbers: Numbers, results: Results, workers: number])[] = [
  ["nothing to do needs none", idle, { work: 0, "at-work": 0, unserved: 0, late: 0 }, 0],
  [
    "a few documents are left to workers that print both lanes",
    { ...idle, ...worker("one", "all"), 'platen_background_documents_due{instance="courier-1"}': 20 },
    { work: 6, "at-work": 0, unserved: 0, late: 0 },
    0,
  ],
  [
    "one document starts a worker where no worker takes it",
    { ...idle, ...worker("one", "interactive"), 'platen_background_documents_due{instance="courier-1"}': 1 },
    { work: 0.3, "at-work": 0, unserved: 1, late: 0 },
    1,
  ],
  [
    "a batch of 20,000 rows needs the maximum, though no worker runs",
    { ...idle, ...rows(20_000) },
    { work: 6_000, "at-work": 0, unserved: 1, late: 0 },
    most,
  ],
  [
    "a batch needs the maximum before a document has shown its time, and a busy worker of both lanes changes nothing",
    {
      ...rows(20_000),
      'platen_background_documents_due{instance="courier-1"}': 0,
      'platen_background_oldest_due_seconds{instance="courier-1"}': 0,
      'platen_batch_still_seconds{instance="courier-1"}': 0,
      ...worker("one", "all", { background: 2, interactive: 2 }),
    },
    { work: 20_000, "at-work": 0, unserved: 0, late: 0 },
    most,
  ],
  [
    "the last rows, which workers print, keep these workers and no others",
    {
      ...idle,
      ...rows(4),
      ...worker("one", "all", { background: 2 }),
      ...worker("two", "background", { background: 2 }),
      ...worker("three", "background", { background: 1 }),
      ...worker("four", "background"),
    },
    { work: 1.2, "at-work": 2, unserved: 0, late: 0 },
    2,
  ],
  [
    "the last documents of no batch, which are no longer due, keep their workers",
    { ...idle, ...worker("two", "background", { background: 1 }) },
    { work: 0, "at-work": 1, unserved: 0, late: 0 },
    1,
  ],
  [
    "a document that has waited for long starts a worker, though others could take it",
    {
      ...idle,
      ...worker("one", "all", { interactive: 4 }),
      'platen_background_documents_due{instance="courier-1"}': 1,
      'platen_background_oldest_due_seconds{instance="courier-1"}': 301,
      'platen_batch_still_seconds{instance="courier-1"}': 301,
    },
    { work: 0.3, "at-work": 0, unserved: 0, late: 1 },
    1,
  ],
  [
    "documents that callers wait for, and those of other installations, need none",
    {
      ...idle,
      ...worker("one", "all", { interactive: 2 }),
      'platen_batch_rows_open{namespace="other", instance="courier-3"}': 20_000,
      'platen_worker_slots{namespace="other", instance="five", lanes="background"}': 2,
      'platen_worker_slots_busy{namespace="other", instance="five", lane="background"}': 2,
    },
    { work: 0, "at-work": 0, unserved: 0, late: 0 },
    0,
  ],
  [
    "without the numbers of couriers there is no result, and the fallback holds",
    worker("one", "all"),
    { "at-work": 0 },
    0,
  ],
];

describe("background workers by what is there to do", () => {
  onlyIf(promtool !== undefined && triggers.length > 0)(test).each(cases)("%s", (_, numbers, results, workers) => {
    expect(differences(numbers, results)).toBe("");
    expect(workersFor(results)).toBe(workers);
  });
});
