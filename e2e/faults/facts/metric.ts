import type { RunningService } from "@platen/testing";

/** The sum of a service's samples of a metric, for all labels or for those that match. */
export async function metric({ managementUrl }: RunningService, name: string, labels = /.*/): Promise<number> {
  const response = await fetch(`${managementUrl}/metrics`, { signal: AbortSignal.timeout(5_000) });
  const samples = (await response.text())
    .split("\n")
    .map((line) => /^(\w+)(\{.*\})? (\S+)$/.exec(line))
    .filter((match) => match?.[1] === name && labels.test(match[2] ?? ""));
  return samples.reduce((sum, match) => sum + Number(match?.[3]), 0);
}

/** Whether the queue is empty and nothing is being rendered. */
export async function isIdle(gateway: RunningService): Promise<boolean> {
  return (await metric(gateway, "platen_queue_jobs")) === 0;
}
