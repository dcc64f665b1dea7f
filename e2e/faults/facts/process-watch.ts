import { isRunning, type Platen, type RunningService } from "@platen/testing";
import { countSwapped, type Answer } from "../load/caller.ts";
import type { Figures } from "../runner/figures.ts";

/** Watches for services that die by themselves, and for uncaught errors. */
export function watchProcesses({ processes }: Pick<Platen, "processes">) {
  const mayEnd = new Set<RunningService>();
  const all = () => [processes.catalog, ...processes.couriers, ...processes.gateways, ...processes.workers];
  return {
    /** Kills a service; resolves when it has ended. */
    async kill(service: RunningService): Promise<void> {
      mayEnd.add(service);
      service.kill("SIGKILL");
      await service.exited;
    },
    /** Stops a service; resolves when it has ended. */
    end(service: RunningService): ReturnType<RunningService["stop"]> {
      mayEnd.add(service);
      return service.stop();
    },
    /** Adds the figures of every row: no document is another's, no service died, and none had an uncaught error. */
    async report(figures: Figures, answers: readonly Answer[]): Promise<void> {
      figures.exactly("documents with the text of another", await countSwapped(answers), 0);
      const dead = all().filter((service) => !mayEnd.has(service) && !isRunning(service.pid));
      figures.exactly("other processes that died", dead.map(({ name }) => name).join(", ") || "none", "none");
      const uncaught = all().filter((service) => /uncaught error|unhandled ?rejection/i.test(service.output()));
      figures.exactly("services with uncaught errors or rejections", uncaught.length, 0);
    },
  };
}
