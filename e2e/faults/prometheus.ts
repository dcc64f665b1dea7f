/* oxlint-disable node/no-process-env -- says where programs are, as for the servers all tests share. */
import { execFile } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { alertsFile, readAlerts } from "@platen/observability";
import { createTemporaryFolder, findPrometheus, preparePrometheus, startPart } from "@platen/provisioning";
import { z } from "zod";

const run = promisify(execFile);

/** So much faster than the rules say does everything go here. */
const haste = 50;
const everyMs = 500;

const unitMs = { s: 1_000, m: 60_000 } as const;

function hastened(durations: string): string {
  return durations.replaceAll(/\b(\d+)([sm])\b/g, (_match, count: string, unit: keyof typeof unitMs) => {
    return `${Math.round((Number(count) * unitMs[unit]) / haste)}ms`;
  });
}

/** The rules as they are, but in a hurry: what has to last or is looked back at is shorter. */
function hastenedRules() {
  return {
    groups: readAlerts().groups.map(({ name, rules }) => ({
      name,
      rules: rules.map((rule) => ({
        ...rule,
        expr: rule.expr.replaceAll(/\[\w+\]/g, hastened),
        ...(rule.for !== undefined && { for: hastened(rule.for) }),
      })),
    })),
  };
}

const alertsAnswer = z.object({
  data: z.object({
    alerts: z.array(z.object({ labels: z.object({ alertname: z.string() }), state: z.enum(["pending", "firing"]) })),
  }),
});

async function installed() {
  const installation = await findPrometheus(process.env);
  if (!installation) throw new Error("Prometheus is not installed on this machine: apt-get install prometheus");
  return installation;
}

/** Runs the unit tests of the alert rules; gives what they say of those that fail. */
export async function testAlertRules(): Promise<string> {
  const { promtool } = await installed();
  const tested = run(promtool, ["test", "rules", "alerts.promtool.yaml"], {
    cwd: dirname(alertsFile),
    timeout: 30_000,
  });
  return tested.then(
    () => "",
    (error: unknown) => String(error),
  );
}

/** A Prometheus that looks at management ports of Platen and evaluates its alert rules, much faster than in earnest. */
export async function startHastyPrometheus() {
  const installation = await installed();
  const folder = await createTemporaryFolder("platen-prometheus-");
  const targetsFile = join(folder, "targets.json");
  const rulesFile = join(folder, "rules.json");
  const watch = (managementUrls: readonly string[]) =>
    writeFile(targetsFile, JSON.stringify([{ targets: managementUrls.map((url) => new URL(url).host) }]));
  await watch([]);
  await writeFile(rulesFile, JSON.stringify(hastenedRules()));
  const every = `${everyMs}ms`;
  const { part, url } = await preparePrometheus({
    installation,
    stateFolder: folder,
    logFile: join(folder, "prometheus.log"),
    configuration: {
      global: { scrape_interval: every, scrape_timeout: every, evaluation_interval: every },
      rule_files: [rulesFile],
      scrape_configs: [{ job_name: "platen", file_sd_configs: [{ files: [targetsFile], refresh_interval: "1s" }] }],
    },
  });
  const running = await startPart(part);

  return {
    /** Has it look at these processes, and no others. */
    watch,
    /** The alerts that are there now, those that wait for their time included. */
    async alerts(): Promise<{ name: string; isFiring: boolean }[]> {
      const response = await fetch(`${url}/api/v1/alerts`, { signal: AbortSignal.timeout(5_000) });
      const { alerts } = alertsAnswer.parse(await response.json()).data;
      return alerts.map(({ labels, state }) => ({ name: labels.alertname, isFiring: state === "firing" }));
    },
    async stop(): Promise<void> {
      await running.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type HastyPrometheus = Awaited<ReturnType<typeof startHastyPrometheus>>;
