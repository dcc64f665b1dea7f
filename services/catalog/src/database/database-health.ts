import { Client, DatabaseError } from "pg";

/** Nearly every request finishes sooner. */
const probeAfterMs = 350;
/** With `probeAfterMs` it stays below a second, the promised time for reporting an unavailable database. */
const probeTimeoutMs = 400;

export type DatabaseHealth = {
  /** Tells whether the database answers on a new connection. */
  isAnswering(): Promise<boolean>;
  /** Runs work that needs the database; fails soon if the database stops answering meanwhile. */
  watch<T>(work: () => Promise<T>): Promise<T>;
};

/**
 * Distinguishes a hanging database from a slow statement. While work takes long, it probes the database on a new
 * connection again and again, and fails the work only if the server does not answer. Without it, every caller of a hanging
 * database would wait for the statement timeout.
 */
export function createDatabaseHealth({ url }: { url: string }): DatabaseHealth {
  let probe: Promise<boolean> | undefined;

  async function isAnswering(): Promise<boolean> {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: probeTimeoutMs });
    client.on("error", () => {
      // The probe already has its answer when the connection breaks.
    });
    try {
      await client.connect();
      return true;
    } catch (error) {
      // A refusal, such as "too many connections", is an answer.
      return error instanceof DatabaseError;
    } finally {
      client.end().catch(() => undefined);
    }
  }

  /** Runs one probe at a time; all callers share its result. */
  function probeOnce(): Promise<boolean> {
    probe ??= isAnswering().finally(() => {
      probe = undefined;
    });
    return probe;
  }

  return {
    isAnswering: probeOnce,
    async watch(work) {
      const silence = Promise.withResolvers<never>();
      let timer: NodeJS.Timeout | undefined;
      let isDone = false;
      const checkLater = () => {
        if (!isDone) timer = setTimeout(() => void check(), probeAfterMs);
      };
      const check = async () => {
        if (await probeOnce()) checkLater();
        else silence.reject(new Error("Connection terminated: the database does not answer"));
      };
      checkLater();
      try {
        return await Promise.race([work(), silence.promise]);
      } finally {
        isDone = true;
        clearTimeout(timer);
      }
    },
  };
}
