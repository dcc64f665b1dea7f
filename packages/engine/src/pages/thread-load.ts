import { readFileSync } from "node:fs";

/** Tells how busy the first threads of processes are. */
export type ThreadLoad = {
  /**
   * The share of the last second in which the thread ran or waited for a processor; 0 before it has been asked for a
   * second. A thread without work does not wait. On a busy machine the share is that of a longer time, in which the
   * thread ran for half a second: otherwise a little work that waits for a second would count as a busy second.
   */
  shareOf(pid: number): number;
  /** Forgets what it has measured. */
  reset(): void;
};

const windowMs = 1_000;
const leastRanMs = 500;
const longestWindowMs = 15_000;

/** Since its start, a thread ran for a time, and wanted to run for that time and the time that it waited. */
export type ThreadTimes = { ranMs: number; wantedMs: number };

type Sample = ThreadTimes & { at: number };

export function createThreadLoad({ readTimes = readFromSystem, now = () => performance.now() } = {}): ThreadLoad {
  const samplesOf = new Map<number, Sample[]>();
  return {
    shareOf(pid) {
      const last = { at: now(), ...readTimes(pid) };
      const samples = samplesOf.get(pid) ?? [];
      samplesOf.set(pid, samples);
      samples.push(last);
      const isWindow = ({ at, ranMs }: Sample) => last.at - at >= windowMs && last.ranMs - ranMs >= leastRanMs;
      while (samples[1] && (isWindow(samples[1]) || last.at - samples[1].at >= longestWindowMs)) samples.shift();
      const first = samples[0] ?? last;
      const isLongEnough = isWindow(first) || last.at - first.at >= longestWindowMs;
      return isLongEnough ? (last.wantedMs - first.wantedMs) / (last.at - first.at) : 0;
    },
    reset: () => samplesOf.clear(),
  };
}

/** The times of the first thread of a process; none where the system does not tell. */
function readFromSystem(pid: number): ThreadTimes {
  if (process.platform !== "linux") return { ranMs: 0, wantedMs: 0 };
  try {
    const [ran = "", waited = ""] = readFileSync(`/proc/${pid}/schedstat`, "latin1").split(" ");
    return { ranMs: Number(ran) / 1_000_000, wantedMs: (Number(ran) + Number(waited)) / 1_000_000 };
  } catch {
    // The process has ended.
    return { ranMs: 0, wantedMs: 0 };
  }
}
