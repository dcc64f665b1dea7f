import type { RunningService } from "@platen/testing";
import type { Answer, AskOptions, Caller } from "./caller.ts";

/** How often it looks which gateways are ready; until then it sends to one that is not any more. */
const lookEveryMs = 2_000;

export type LoadBalancer = {
  /** Sends a request to the next gateway that was ready at the last look, and never a second time. */
  ask(caller: Caller, marker: string, options?: AskOptions): Promise<Answer>;
  /** Begins to send to a gateway as well. */
  add(gateway: RunningService): void;
  close(): void;
};

/** A load balancer as plain as they come: in turn, to those that say they are ready. */
export function startLoadBalancer(gateways: readonly RunningService[]): LoadBalancer {
  const ready = new Map(gateways.map((gateway) => [gateway, true]));
  let turn = 0;

  async function look(gateway: RunningService): Promise<void> {
    const response = await fetch(`${gateway.managementUrl}/readyz`).catch(() => undefined);
    ready.set(gateway, response?.ok ?? false);
  }
  const timer = setInterval(() => {
    for (const gateway of ready.keys()) void look(gateway);
  }, lookEveryMs);

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
