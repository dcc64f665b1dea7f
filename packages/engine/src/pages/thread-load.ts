import { readFileSync } from "node:fs";

/** Tells how busy the first threads of processes are. */
export type ThreadLoad = {
  /**
   * The share of the last second in which the thread ran or waited for a processor; 0 before it has been asked for a
   * second. A busy machine lengthens the wait, but a thread without work does not wait.
   */
  shareOf(pid: number): number;
  /** Forgets what it has measured. */
  reset(): void;
};

const windowMs = 1_000;

type Sample = { at: number; wantedMs: number };

export function createThreadLoad({ readWantedMs = readFromSystem, now = () => performance.now() } = {}): ThreadLoad {
  const samplesOf = new Map<number, Sample[]>();
  return {
    shareOf(pid) {
      const last = { at: now(), wantedMs: readWantedMs(pid) };
      const samples = samplesOf.get(pid) ?? [];
      samplesOf.set(pid, samples);
      samples.push(last);
      while (samples[1] && last.at - samples[1].at >= windowMs) samples.shift();
      const first = samples[0] ?? last;
      const tookMs = last.at - first.at;
      return tookMs < windowMs ? 0 : (last.wantedMs - first.wantedMs) / tookMs;
    },
    reset: () => samplesOf.clear(),
  };
}

/** The time that the first thread of a process has run or waited for a processor; 0 where the system does not tell. */
function readFromSystem(pid: number): number {
  if (process.platform !== "linux") return 0;
  try {
    const [ran = "", waited = ""] = readFileSync(`/proc/${pid}/schedstat`, "latin1").split(" ");
    return (Number(ran) + Number(waited)) / 1_000_000;
  } catch {
    // The process has ended.
    return 0;
  }
}
