import { Client, DatabaseError } from "pg";

/** Nearly every request is done sooner. */
const patienceMs = 350;
/** Together with the patience it is less than a second, in which callers want to hear that the database is away. */
const probeTimeoutMs = 400;

export type DatabasePulse = {
  /** Whether the database answers, asked over a new connection. */
  isAnswering(): Promise<boolean>;
  /** Does something that needs the database; fails soon when the database has stopped to answer meanwhile. */
  watch<T>(work: () => Promise<T>): Promise<T>;
};

/**
 * Tells a database that stands still from a statement that takes its time: of work that is not done soon it is asked
 * over a new connection whether anybody answers there. Only a server that says nothing ends the work; without it, every
 * caller would wait as long as the slowest statement may take.
 */
export function createDatabasePulse({ url }: { url: string }): DatabasePulse {
  let probe: Promise<boolean> | undefined;

  async function isAnswering(): Promise<boolean> {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: probeTimeoutMs });
    client.on("error", () => {
      // A connection that breaks now has told what it was made for.
    });
    try {
      await client.connect();
      return true;
    } catch (error) {
      // A refusal, such as of one connection too many, is an answer.
      return error instanceof DatabaseError;
    } finally {
      client.end().catch(() => undefined);
    }
  }

  /** One question at a time, whose answer is for all. */
  function ask(): Promise<boolean> {
    probe ??= isAnswering().finally(() => {
      probe = undefined;
    });
    return probe;
  }

  return {
    isAnswering: ask,
    async watch(work) {
      const silence = Promise.withResolvers<never>();
      let timer: NodeJS.Timeout | undefined;
      let isDone = false;
      const lookLater = () => {
        if (!isDone) timer = setTimeout(() => void look(), patienceMs);
      };
      const look = async () => {
        if (await ask()) lookLater();
        else silence.reject(new Error("Connection terminated: the database does not answer"));
      };
      lookLater();
      try {
        return await Promise.race([work(), silence.promise]);
      } finally {
        isDone = true;
        clearTimeout(timer);
      }
    },
  };
}
