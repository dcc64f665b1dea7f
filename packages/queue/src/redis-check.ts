import { clockToleranceMs, createRedisClock } from "./redis-clock.ts";
import { assertReadySoon, type ProducerConnection, type QueueLogger } from "./redis-connections.ts";

const checkIntervalMs = 10_000;

export type RedisCheck = {
  /** Why this Redis must not get documents; undefined while it may. */
  problem(): string | undefined;
  /** The memory that Redis may use, as it said last; undefined where it has no limit, and before it said anything. */
  memoryBytes(): number | undefined;
  /** The time by which deadlines and grants are judged: that of this machine, unless it is not that of Redis. */
  now(): number;
  close(): void;
};

function settingOf(info: string, name: string): string | undefined {
  return new RegExp(`^${name}:(\\S*)`, "m").exec(info)?.[1];
}

function findProblem(memory: string, persistence: string, requireDurable: boolean): string | undefined {
  const policy = settingOf(memory, "maxmemory_policy");
  if (policy !== undefined && policy !== "noeviction") {
    return `A full Redis may evict accepted documents: its maxmemory-policy is ${policy}; set it to noeviction.`;
  }
  if (requireDurable && settingOf(persistence, "aof_enabled") !== "1") {
    return "A restart of Redis loses accepted documents, because appendonly is off: set appendonly to yes, or REQUIRE_DURABLE_QUEUE to 0.";
  }
  return undefined;
}

/**
 * Watches whether accepted documents are safe with the settings of this Redis. Before the first check it reports a
 * problem, as nothing is known yet. A Redis that is away keeps its last verdict, and a corrected setting is noticed.
 */
export function createRedisCheck(options: {
  redis: ProducerConnection;
  requireDurable: boolean;
  logger: QueueLogger;
}): RedisCheck {
  const { redis, requireDurable, logger } = options;
  let known: string | undefined;
  let problem: string | undefined = "The settings of Redis have not been checked yet.";
  let memoryBytes: number | undefined;
  const clock = createRedisClock();

  async function check(): Promise<void> {
    try {
      await assertReadySoon(redis);
      // INFO, because rented servers rarely allow CONFIG.
      const [memory, persistence, [seconds, microseconds]] = await Promise.all([
        redis.info("memory"),
        redis.info("persistence"),
        redis.time(),
      ]);
      const redisMs = Number(seconds) * 1_000 + Number(microseconds) / 1_000;
      clock.observe(redisMs);
      const aheadMs = Math.round(Date.now() - redisMs);
      if (Math.abs(aheadMs) > clockToleranceMs) {
        logger.warn("the clock of this machine is not that of Redis: set both by NTP", { aheadMs });
      }
      problem = findProblem(memory, persistence, requireDurable);
      // 0 says that there is no limit.
      memoryBytes = Number(settingOf(memory, "maxmemory")) || undefined;
    } catch {
      problem = known;
    }
    if (problem !== undefined && problem !== known) logger.warn("not ready", { reason: problem });
    known = problem;
  }

  const runCheck = () => void check();
  const timer = setInterval(runCheck, checkIntervalMs);
  // A Redis that comes back may be another one.
  redis.on("ready", runCheck);
  runCheck();
  return {
    problem: () => problem,
    memoryBytes: () => memoryBytes,
    now: () => clock.now(),
    close() {
      clearInterval(timer);
      redis.off("ready", runCheck);
    },
  };
}
