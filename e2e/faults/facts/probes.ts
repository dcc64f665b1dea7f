import type { RunningService } from "@platen/testing";

/** The statuses of a process's three probes as in the table of docs/probes.md; "–" without an answer in time. */
export async function probesOf(managementUrl: string): Promise<string> {
  const asked = ["startupz", "livez", "readyz"].map((probe) =>
    fetch(`${managementUrl}/${probe}`, { signal: AbortSignal.timeout(4_000) }).then(
      ({ status }) => String(status),
      () => "–",
    ),
  );
  return (await Promise.all(asked)).join(" ");
}

/** The different statuses of the probes of several processes. */
export async function probesOfAll(services: readonly RunningService[]): Promise<string> {
  const statuses = await Promise.all(services.map(({ managementUrl }) => probesOf(managementUrl)));
  return [...new Set(statuses)].join(", ");
}

/** Why a process is not ready; empty while it is. */
export async function whyNotReady({ managementUrl }: RunningService): Promise<string> {
  const response = await fetch(`${managementUrl}/readyz`);
  return response.ok ? "" : response.text();
}
