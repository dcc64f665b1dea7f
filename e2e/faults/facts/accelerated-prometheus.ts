/* oxlint-disable node/no-process-env -- the environment says where programs are. */
import { execFile } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { alertsFile, readAlerts } from "@platen/observability";
import {
  createTemporaryFolder,
  findPrometheus,
  preparePrometheus,
  startManagedProcess,
  waitFor,
} from "@platen/provisioning";
import { z } from "zod";

const run = promisify(execFile);

/** Time runs faster than in the rules by this factor. */
const speedUp = 50;
const everyMs = 500;

const unitMs = { s: 1_000, m: 60_000 } as const;

function accelerated(durations: string): string {
  return durations.replaceAll(/\b(\d+)([sm])\b/g, (_match, count: string, unit: keyof typeof unitMs) => {
    return `${Math.round((Number(count) * unitMs[unit]) / speedUp)}ms`;
  });
}

/** The rules with shorter windows and durations. */
function acceleratedRules() {
  return {
    groups: readAlerts().groups.map(({ name, rules }) => ({
      name,
      rules: rules.map((rule) => ({
        ...rule,
        expr: rule.expr.replaceAll(/\[\w+\]/g, accelerated),
        ...(rule.for !== undefined && { for: accelerated(rule.for) }),
      })),
    })),
  };
}

const rulesAnswer = z.object({
  data: z.object({
    groups: z.array(
      z.object({
        lastEvaluation: z.coerce.date(),
        rules: z.array(
          z.object({ name: z.string(), alerts: z.array(z.object({ state: z.enum(["pending", "firing"]) })) }),
        ),
      }),
    ),
  }),
});
const targetsAnswer = z.object({ data: z.object({ activeTargets: z.array(z.object({ health: z.string() })) }) });

async function installed() {
  const installation = await findPrometheus(process.env);
  if (!installation)
    throw new Error("Prometheus is not installed. Install it, for example with apt-get install prometheus.");
  return installation;
}

/** Runs the unit tests of the alert rules, and returns the failures. */
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

/** The pending and firing alerts, and the time of the rules' evaluation. */
type Look = { evaluatedAt: Date; alerts: { name: string; isFiring: boolean }[] };

/**
 * Starts a Prometheus that scrapes these management ports and evaluates the alert rules, much faster than in production.
 * The ports are fixed, because Prometheus takes up to ten seconds to discover others.
 */
export async function startAcceleratedPrometheus(ports: readonly string[]) {
  const installation = await installed();
  const folder = await createTemporaryFolder("platen-prometheus-");
  const rulesFile = join(folder, "rules.json");
  await writeFile(rulesFile, JSON.stringify(acceleratedRules()));
  const targets = ports.map((port) => `127.0.0.1:${port}`);
  const every = `${everyMs}ms`;
  const { server, url } = await preparePrometheus({
    installation,
    stateFolder: folder,
    logFile: join(folder, "prometheus.log"),
    configuration: {
      global: { scrape_interval: every, scrape_timeout: every, evaluation_interval: every },
      rule_files: [rulesFile],
      scrape_configs: [{ job_name: "platen", static_configs: [{ targets }] }],
    },
  });
  const running = await startManagedProcess(server);
  const ask = async (path: string): Promise<unknown> => {
    const response = await fetch(`${url}/api/v1/${path}`, { signal: AbortSignal.timeout(5_000) });
    return response.json();
  };

  async function look(): Promise<Look> {
    const { groups } = rulesAnswer.parse(await ask("rules?type=alert")).data;
    const alerts = groups
      .flatMap(({ rules }) => rules)
      .flatMap(({ name, alerts: ofRule }) => ofRule.map(({ state }) => ({ name, isFiring: state === "firing" })));
    return { evaluatedAt: new Date(Math.min(...groups.map(({ lastEvaluation }) => Number(lastEvaluation)))), alerts };
  }

  async function areAllUp(): Promise<boolean> {
    const { activeTargets } = targetsAnswer.parse(await ask("targets?state=active")).data;
    return activeTargets.length === targets.length && activeTargets.every(({ health }) => health === "up");
  }

  return {
    look,
    /** Resolves when Prometheus has scraped all processes and evaluated the rules since. */
    async untilSeen(): Promise<void> {
      await waitFor(areAllUp, { timeoutMs: 40_000, describe: "a scrape of all processes" });
      const seenAt = new Date();
      await waitFor(async () => (await look()).evaluatedAt > seenAt, { describe: "an evaluation of the rules" });
    },
    async stop(): Promise<void> {
      await running.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
