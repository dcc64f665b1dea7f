import { setTimeout as delay } from "node:timers/promises";
import type { RunningService } from "@platen/testing";
import { z } from "zod";

const probes = ["startupz", "livez", "readyz"] as const;
type ProbeName = (typeof probes)[number];

/** What a probe said: its status, or "–" where nobody answered in time. */
type Said = { probe: ProbeName; at: number; status: string; reason: string };

const everyMs = 1_000;
/** As long as a prober usually waits, and longer than a process stands still that is only held up. */
const patienceMs = 4_000;
const body = z.object({ reason: z.string().optional() });

export type ProbeWatch = {
  /** The statuses of a probe between two times, each once, in the order they came. */
  statuses(probe: ProbeName, fromMs?: number, toMs?: number): string;
  /** Those of all three, as the table of the documentation puts them. */
  all(fromMs?: number, toMs?: number): string;
  /** When a probe first said this, after a time; Infinity if it has not. */
  firstAt(probe: ProbeName, status: string, fromMs?: number): number;
  /** Why it said 503, last. */
  reason(probe: ProbeName): string;
  stop(): void;
};

async function ask(managementUrl: string, probe: ProbeName, timeoutMs: number): Promise<Said> {
  const at = performance.now();
  try {
    const response = await fetch(`${managementUrl}/${probe}`, { signal: AbortSignal.timeout(timeoutMs) });
    const { reason = "" } = body.parse(await response.json());
    return { probe, at, status: String(response.status), reason };
  } catch {
    return { probe, at, status: "–", reason: "" };
  }
}

/** Asks all probes of a process once, and gives their statuses as the watch does. */
export async function askProbes({ managementUrl }: Pick<RunningService, "managementUrl">): Promise<string> {
  const said = await Promise.all(probes.map((probe) => ask(managementUrl, probe, 2_000)));
  return said.map(({ status }) => status).join(", ");
}

/** Asks all probes of a process about once a second, from now on. */
export function watchProbes({ managementUrl }: Pick<RunningService, "managementUrl">): ProbeWatch {
  const all: Said[] = [];
  const over = new AbortController();

  for (const probe of probes) {
    void (async () => {
      while (!over.signal.aborted) {
        const [said] = await Promise.all([ask(managementUrl, probe, patienceMs), delay(everyMs)]);
        all.push(said);
      }
    })();
  }

  const said = (probe: ProbeName, fromMs: number, toMs: number) =>
    all.filter((answer) => answer.probe === probe && answer.at >= fromMs && answer.at <= toMs);
  const statuses = (probe: ProbeName, fromMs = 0, toMs = Infinity) =>
    [...new Set(said(probe, fromMs, toMs).map(({ status }) => status))].join(" then ") || "nothing asked";

  return {
    statuses,
    all: (fromMs, toMs) => probes.map((probe) => statuses(probe, fromMs, toMs)).join(", "),
    firstAt: (probe, status, fromMs = 0) =>
      said(probe, fromMs, Infinity).find((answer) => answer.status === status)?.at ?? Infinity,
    reason: (probe) => said(probe, 0, Infinity).findLast(({ status }) => status === "503")?.reason ?? "",
    stop: () => over.abort(),
  };
}
