import { readFileSync } from "node:fs";

/** A thread that runs or waits for a processor for this share of the last moment is busy. A full load of documents takes less than half of the time of the browser's first thread. */
export const busyShare = 0.9;

export type Load = {
  /**
   * The share of the last moment in which the thread ran or waited for a processor; 0 before it has been asked for so
   * long. A busy machine lengthens the wait, but a thread without work does not wait.
   */
  share: number;
  /**
   * For how many milliseconds the thread has run since it became busy; 0 while it is not. On a machine that gives it
   * little time, a little work makes a thread busy, but not for long.
   */
  busyRunMs: number;
};

/** Tells how busy the first threads of processes are, or processes as a whole. */
export type ThreadLoad = {
  of(pid: number): Load;
  /** Forgets what it has measured. */
  reset(): void;
};

const windowMs = 700;

/** Milliseconds since the thread started, in which it ran, and in which it ran or waited for a processor. */
export type ThreadTimes = { ranMs: number; wantedMs: number };

type Sample = ThreadTimes & { at: number };

export function createThreadLoad({ readTimes = readFirstThread, now = () => performance.now() } = {}): ThreadLoad {
  const samplesOf = new Map<number, Sample[]>();
  const busySince = new Map<number, Sample>();
  return {
    of(pid) {
      const last = { at: now(), ...readTimes(pid) };
      const samples = samplesOf.get(pid) ?? [];
      samplesOf.set(pid, samples);
      samples.push(last);
      while (samples[1] && last.at - samples[1].at >= windowMs) samples.shift();
      const first = samples[0] ?? last;
      const tookMs = last.at - first.at;
      const share = tookMs < windowMs ? 0 : (last.wantedMs - first.wantedMs) / tookMs;
      if (share < busyShare) {
        busySince.delete(pid);
        return { share, busyRunMs: 0 };
      }
      const start = busySince.get(pid) ?? first;
      busySince.set(pid, start);
      return { share, busyRunMs: last.ranMs - start.ranMs };
    },
    reset() {
      samplesOf.clear();
      busySince.clear();
    },
  };
}

/** The times of the first thread of a process; 0 where the system does not tell. */
function readFirstThread(pid: number): ThreadTimes {
  if (process.platform !== "linux") return { ranMs: 0, wantedMs: 0 };
  try {
    const [ran = "", waited = ""] = readFileSync(`/proc/${pid}/schedstat`, "latin1").split(" ");
    return { ranMs: Number(ran) / 1_000_000, wantedMs: (Number(ran) + Number(waited)) / 1_000_000 };
  } catch {
    // The process has ended.
    return { ranMs: 0, wantedMs: 0 };
  }
}

/** The time that all threads of a process ran, to ten milliseconds, without their waits; 0 where the system does not tell. */
export function readAllThreads(pid: number): ThreadTimes {
  try {
    // The name of the process, in parentheses, comes before. See proc_pid_stat(5).
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1)?.split(" ") ?? [];
    const ranMs = 10 * (Number(fields[11]) + Number(fields[12]));
    return { ranMs, wantedMs: ranMs };
  } catch {
    // The process has ended, or the system has no such file.
    return { ranMs: 0, wantedMs: 0 };
  }
}
