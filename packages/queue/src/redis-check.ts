import { whenReady, type ProducerConnection, type QueueLogger } from "./redis-connections.ts";

const checkEveryMs = 10_000;

export type RedisCheck = {
  /** Why this Redis must not be given documents; undefined while nothing is known against it. */
  problem(): string | undefined;
  close(): void;
};

function settingOf(info: string, name: string): string | undefined {
  return new RegExp(`^${name}:(\\S*)`, "m").exec(info)?.[1];
}

async function findProblem(redis: ProducerConnection, requireDurable: boolean): Promise<string | undefined> {
  // INFO, because servers that are rented out rarely allow CONFIG.
  const [memory, persistence] = await Promise.all([redis.info("memory"), redis.info("persistence")]);
  const policy = settingOf(memory, "maxmemory_policy");
  if (policy !== undefined && policy !== "noeviction") {
    return `Redis may throw accepted documents away when it is full: its maxmemory-policy is ${policy}; set it to noeviction.`;
  }
  if (requireDurable && settingOf(persistence, "aof_enabled") !== "1") {
    return "Redis keeps no log, so accepted documents do not outlive it: set appendonly to yes, or REQUIRE_DURABLE_QUEUE to 0.";
  }
  return undefined;
}

/**
 * Watches whether Redis is set up so that accepted documents are safe in it. Whoever asks before the first look is told
 * so; a Redis that is away is nothing against it, and what was put right is noticed.
 */
export function createRedisCheck(options: {
  redis: ProducerConnection;
  requireDurable: boolean;
  logger: QueueLogger;
}): RedisCheck {
  const { redis, requireDurable, logger } = options;
  let known: string | undefined;
  let problem: string | undefined = "Redis has not been looked at yet.";

  async function check(): Promise<void> {
    try {
      await whenReady(redis);
      problem = await findProblem(redis, requireDurable);
    } catch {
      problem = known;
    }
    if (problem !== undefined && problem !== known) logger.warn("not ready", { reason: problem });
    known = problem;
  }

  const look = () => void check();
  const timer = setInterval(look, checkEveryMs);
  // A Redis that comes back may be another one.
  redis.on("ready", look);
  look();
  return {
    problem: () => problem,
    close() {
      clearInterval(timer);
      redis.off("ready", look);
    },
  };
}
