import type { RunningService } from "@platen/testing";
import type { Answer, AskOptions, Caller } from "./caller.ts";

/** The interval of the readiness checks; until the next one a gateway that stops still gets requests. */
const checkEveryMs = 500;

export type LoadBalancer = {
  /** Sends a request once, to the next gateway that was ready at the last check. */
  ask(caller: Caller, marker: string, options?: AskOptions): Promise<Answer>;
  /** Adds a gateway. */
  add(gateway: RunningService): void;
  close(): void;
};

/** Starts a simple load balancer, which sends to all ready gateways in turn. */
export function startLoadBalancer(gateways: readonly RunningService[]): LoadBalancer {
  const ready = new Map(gateways.map((gateway) => [gateway, true]));
  let turn = 0;

  async function check(gateway: RunningService): Promise<void> {
    const response = await fetch(`${gateway.managementUrl}/readyz`).catch(() => undefined);
    ready.set(gateway, response?.ok ?? false);
  }
  const timer = setInterval(() => {
    for (const gateway of ready.keys()) void check(gateway);
  }, checkEveryMs);

  return {
    ask(caller, marker, options) {
      const choices = [...ready].flatMap(([gateway, isReady]) => (isReady ? [gateway] : []));
      turn += 1;
      const chosen = choices[turn % choices.length];
      if (!chosen) throw new Error("no gateway is ready");
      return caller.ask(marker, { ...options, baseUrl: chosen.url });
    },
    add: (gateway) => void ready.set(gateway, true),
    close: () => clearInterval(timer),
  };
}
