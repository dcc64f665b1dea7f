import type { EmptyPlaten, RunningService } from "@platen/testing";

/** Watches for processes that die by themselves, and for uncaught errors. */
export function watchProcesses({ processes }: Pick<EmptyPlaten, "processes">) {
  const watched = new Map<RunningService, { mayEnd: boolean; hasEnded: boolean }>();
  const all = () => [processes.catalog, ...processes.gateways, ...processes.workers];

  function watch(service: RunningService): void {
    if (watched.has(service)) return;
    const state = { mayEnd: false, hasEnded: false };
    watched.set(service, state);
    void service.exited.then(() => (state.hasEnded = true));
  }
  all().forEach(watch);

  function expectEnd(service: RunningService): void {
    watch(service);
    const state = watched.get(service);
    if (state) state.mayEnd = true;
  }

  return {
    /** Adds a service that was started later. */
    watch,
    /** Kills a service; resolves when it has ended. */
    async kill(service: RunningService): Promise<void> {
      expectEnd(service);
      service.kill("SIGKILL");
      await service.exited;
    },
    /** Stops a service; resolves when it has ended. */
    async end(service: RunningService): Promise<void> {
      expectEnd(service);
      await service.stop();
    },
    /** The number of services that ended by themselves. */
    deaths: (): number => [...watched.values()].filter((state) => state.hasEnded && !state.mayEnd).length,
    /** The number of uncaught errors and rejections in the output of the processes. */
    uncaught: (): number =>
      [...watched.keys()].reduce(
        (sum, service) => sum + (service.output().match(/uncaught error|unhandled ?rejection/gi)?.length ?? 0),
        0,
      ),
  };
}
