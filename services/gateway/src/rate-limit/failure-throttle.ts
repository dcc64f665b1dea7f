import { Problem } from "@platen/contracts";
import type { ProducerConnection } from "@platen/queue";
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";

const windowSeconds = 60;
/** Networks that wait, and credentials that work: beyond this the gateway forgets all and learns them again. */
const maxRemembered = 10_000;

/** The sender of a request: its network, and the hash of the key or session that it names. */
export type Sender = { network: string; credential: string | undefined };

function isFailureOfStrangers(problemCode = ""): boolean {
  return problemCode.startsWith("request.") || problemCode === "link.not_found";
}

/**
 * Creates the throttle of networks that send requests without a good key or session. It counts failures in Redis for all
 * gateways, and here while Redis is away. Only failures cost a call of Redis: each gateway remembers which networks must
 * wait, and learns it from their next failure there.
 *
 * A key or session that worked the last time is never refused. Otherwise one caller could stop all others of its network,
 * such as those behind one proxy.
 */
export function createFailureThrottle(options: {
  redis: ProducerConnection;
  prefix: string;
  failuresPerMinute: number;
}) {
  const limits = { points: options.failuresPerMinute, duration: windowSeconds };
  const limiter = new RateLimiterRedis({
    ...limits,
    storeClient: options.redis,
    keyPrefix: `${options.prefix}failures`,
    rejectIfRedisNotReady: true,
    insuranceLimiter: new RateLimiterMemory(limits),
  });
  const waitsUntil = new Map<string, number>();
  const working = new Set<string>();

  const isStranger = ({ credential }: Sender) => credential === undefined || !working.has(credential);

  async function count(network: string): Promise<void> {
    try {
      await limiter.consume(network);
    } catch (thrown) {
      if (!(thrown instanceof RateLimiterRes)) return;
      if (waitsUntil.size >= maxRemembered) waitsUntil.clear();
      waitsUntil.set(network, performance.now() + thrown.msBeforeNext);
    }
  }

  return {
    /** Refuses a stranger of a network that has failed too often. */
    refuse(sender: Sender): void {
      const endsAt = waitsUntil.get(sender.network);
      if (endsAt === undefined || !isStranger(sender)) return;
      const restMs = endsAt - performance.now();
      if (restMs > 0) {
        throw new Problem("rate.limited", {
          message: "Too many requests of this address failed. Wait the seconds in `Retry-After`, then try again.",
          retryAfterSeconds: restMs / 1_000,
        });
      }
      waitsUntil.delete(sender.network);
    },

    /**
     * Learns from an answer. A failure is a credential that is not good, or a malformed request or a forged link of a
     * stranger, who might have none.
     */
    async learn(sender: Sender, answer: { status: number; problemCode: string | undefined }): Promise<void> {
      const { credential, network } = sender;
      if (answer.status === 401) {
        if (credential !== undefined) working.delete(credential);
        await count(network);
      } else if (isFailureOfStrangers(answer.problemCode) && isStranger(sender)) {
        await count(network);
      } else if (answer.status < 400 && credential !== undefined) {
        if (working.size >= maxRemembered) working.clear();
        working.add(credential);
      }
    },
  };
}

export type FailureThrottle = ReturnType<typeof createFailureThrottle>;
