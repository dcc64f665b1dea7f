import { setTimeout as delay } from "node:timers/promises";
import type { RunningService } from "@platen/testing";
import { z } from "zod";

const probes = ["startupz", "livez", "readyz"] as const;
type ProbeName = (typeof probes)[number];

/** An answer of a probe: its status, or "–" without an answer in time. */
type ProbeAnswer = { probe: ProbeName; at: number; status: string; reason: string };

const everyMs = 1_000;
/** The usual timeout of a prober, longer than the stops of a blocked event loop. */
const patienceMs = 4_000;
const body = z.object({ reason: z.string().optional() });

export type ProbeWatch = {
  /** The different statuses of a probe between two times, in their order. */
  statuses(probe: ProbeName, fromMs?: number, toMs?: number): string;
  /** The statuses of all three probes, as in the table of docs/probes.md. */
  all(fromMs?: number, toMs?: number): string;
  /** The first time at which a probe had this status; Infinity if it never had. */
  firstAt(probe: ProbeName, status: string, fromMs?: number): number;
  /** The reason of the last 503. */
  reason(probe: ProbeName): string;
  stop(): void;
};

async function ask(managementUrl: string, probe: ProbeName, timeoutMs: number): Promise<ProbeAnswer> {
  const at = performance.now();
  try {
    const response = await fetch(`${managementUrl}/${probe}`, { signal: AbortSignal.timeout(timeoutMs) });
    const { reason = "" } = body.parse(await response.json());
    return { probe, at, status: String(response.status), reason };
  } catch {
    return { probe, at, status: "–", reason: "" };
  }
}

/** Asks all probes of a process once, and returns their statuses as `all` does. */
export async function askProbes({ managementUrl }: Pick<RunningService, "managementUrl">): Promise<string> {
  const said = await Promise.all(probes.map((probe) => ask(managementUrl, probe, 2_000)));
  return said.map(({ status }) => status).join(", ");
}

/** Asks all probes of a process about once a second until it is stopped. */
export function watchProbes({ managementUrl }: Pick<RunningService, "managementUrl">): ProbeWatch {
  const all: ProbeAnswer[] = [];
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
