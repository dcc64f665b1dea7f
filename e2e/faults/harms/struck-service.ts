import type { RunningService } from "@platen/testing";
import type { Stage } from "../runner/stage.ts";
import { startCallProxy } from "./call-proxy.ts";

/** A service that can be struck in the middle of a call to the catalog. */
export type StruckService = {
  service: RunningService;
  /**
   * Sends the service a signal as soon as the catalog has answered such a call, before the service knows the answer.
   * Resolves then.
   */
  strike: (signal: NodeJS.Signals, isSuch: (path: string, answer: string) => boolean) => Promise<void>;
};

/** Starts a service with a proxy of its own before the catalog. */
export async function startStruckService(
  stage: Pick<Stage, "onEnd">,
  catalogUrl: string,
  start: (env: { CATALOG_URL: string }) => Promise<RunningService>,
): Promise<StruckService> {
  let onAnswer: ((path: string, answer: string) => void) | undefined;
  const proxy = await startCallProxy(catalogUrl, {
    onAnswer(answer, path) {
      onAnswer?.(path, answer);
      return true;
    },
  });
  stage.onEnd(() => proxy.close());
  const service = await start({ CATALOG_URL: proxy.url });
  return {
    service,
    strike: (signal, isSuch) =>
      new Promise((resolve) => {
        onAnswer = (path, answer) => {
          if (!isSuch(path, answer)) return;
          onAnswer = undefined;
          service.kill(signal);
          resolve();
        };
      }),
  };
}
