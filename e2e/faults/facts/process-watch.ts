import type { EmptyPlaten, RunningService } from "@platen/testing";

/** Watches for processes that end though nobody ended them, and for what they failed to catch. */
export function watchProcesses({ processes }: Pick<EmptyPlaten, "processes">) {
  const watched = new Map<RunningService, { isMeantToEnd: boolean; hasEnded: boolean }>();
  const all = () => [processes.catalog, ...processes.gateways, ...processes.workers];

  function watch(service: RunningService): void {
    if (watched.has(service)) return;
    const state = { isMeantToEnd: false, hasEnded: false };
    watched.set(service, state);
    void service.exited.then(() => (state.hasEnded = true));
  }
  all().forEach(watch);

  function meanToEnd(service: RunningService): void {
    watch(service);
    const state = watched.get(service);
    if (state) state.isMeantToEnd = true;
  }

  return {
    /** To be called of services that were started since. */
    watch,
    /** Ends a service as a crash does; resolves when it is gone. */
    async kill(service: RunningService): Promise<void> {
      meanToEnd(service);
      service.kill("SIGKILL");
      await service.exited;
    },
    /** Asks a service to end; resolves when it has. */
    async end(service: RunningService): Promise<void> {
      meanToEnd(service);
      await service.stop();
    },
    /** How many ended by themselves. */
    deaths: (): number => [...watched.values()].filter((state) => state.hasEnded && !state.isMeantToEnd).length,
    /** How many rejections and errors nobody caught, by what the processes wrote. */
    uncaught: (): number =>
      [...watched.keys()].reduce(
        (sum, service) => sum + (service.output().match(/uncaught error|unhandled ?rejection/gi)?.length ?? 0),
        0,
      ),
  };
}
