import type { ProbeResult } from "./database-probe.ts";

/** Nearly every request finishes sooner. */
const probeAfterMs = 350;
/** With `probeAfterMs` it stays below a second, the promised time for reporting a database that has been away. */
const probeTimeoutMs = 400;
/** A busy machine or a stalled disk takes a second or two. With these, work fails just before its statement's timeout. */
const silentProbes = 7;

export type DatabaseHealth = {
  /** Tells in what state the database is. It is silent only after some seconds without an answer. */
  look(): Promise<ProbeResult>;
  /** Runs work that needs the database; fails soon if the database stops answering meanwhile. */
  watch<T>(work: () => Promise<T>): Promise<T>;
};

/**
 * Distinguishes a hanging database from a slow statement. While work takes long, it probes the database again and again,
 * and fails the work only if several probes in a row get no answer and no other work does. Without it, every caller of a
 * hanging database would wait for the statement timeout.
 */
export function createDatabaseHealth({ probe }: { probe: () => Promise<ProbeResult> }): DatabaseHealth {
  let probing: Promise<ProbeResult> | undefined;
  let unanswered = 0;

  /** Probes once. A later answer counts for the next probe. */
  async function probeFor(timeoutMs: number): Promise<ProbeResult> {
    const silence = Promise.withResolvers<"silent">();
    const timer = setTimeout(() => silence.resolve("silent"), timeoutMs);
    const answer = probe().then((result) => {
      if (result !== "silent") unanswered = 0;
      return result;
    });
    const result = await Promise.race([answer, silence.promise]);
    clearTimeout(timer);
    if (result === "silent") unanswered += 1;
    return result;
  }

  /** Runs one probe at a time; all callers share its result. */
  function probeOnce(): Promise<ProbeResult> {
    probing ??= probeFor(probeTimeoutMs).finally(() => {
      probing = undefined;
    });
    return probing;
  }

  async function look(): Promise<ProbeResult> {
    for (;;) {
      const result = await probeOnce();
      if (result !== "silent" || unanswered >= silentProbes) return result;
    }
  }

  return {
    look,
    async watch(work) {
      const failure = Promise.withResolvers<never>();
      let timer: NodeJS.Timeout | undefined;
      let isDone = false;
      let isSlow = false;
      const checkLater = () => {
        if (!isDone) timer = setTimeout(() => void check(), probeAfterMs);
      };
      const check = async () => {
        isSlow = true;
        const result = await look();
        if (result === "silent" || result === "away")
          failure.reject(new Error("Connection terminated: the database does not answer"));
        else checkLater();
      };
      checkLater();
      try {
        const result = await Promise.race([work(), failure.promise]);
        // Quick work may have asked the database nothing.
        if (isSlow) unanswered = 0;
        return result;
      } finally {
        isDone = true;
        clearTimeout(timer);
      }
    },
  };
}
