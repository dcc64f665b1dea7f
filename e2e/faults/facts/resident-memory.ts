import { readFile } from "node:fs/promises";

const sampleEveryMs = 20;

/** What a process keeps in memory, in MB. */
async function residentMb(pid: number): Promise<number> {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes) / 1_024;
}

/** The most that a process keeps in memory while something is done, and what that led to. */
export async function peakDuring<T>(pid: number, work: () => Promise<T>): Promise<{ peakMb: number; result: T }> {
  let peakMb = await residentMb(pid);
  const sampling = setInterval(() => {
    residentMb(pid).then(
      (now) => (peakMb = Math.max(peakMb, now)),
      () => undefined,
    );
  }, sampleEveryMs);
  try {
    const result = await work();
    return { result, peakMb: Math.max(peakMb, await residentMb(pid)) };
  } finally {
    clearInterval(sampling);
  }
}
