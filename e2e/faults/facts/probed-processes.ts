import { freePort, runService, type Platen, type RunningService } from "@platen/testing";
import { watchProbes, type ProbeWatch } from "./probe-watch.ts";

export type Kind = "catalog" | "gateway" | "worker";

/** A process whose probes are watched. */
export type ProbedProcess = { service: RunningService; probes: ProbeWatch };

/** A process that may never be ready. Its outcome is the process, or the message of its failure. */
export type Begun = { probes: ProbeWatch; outcome: Promise<RunningService | string> };

/** Starts processes like those of a Platen, and watches their probes. */
export function createProbedProcesses(platen: Platen) {
  const started: RunningService[] = [];
  const watches: ProbeWatch[] = [];
  const cleanUp: (() => Promise<void> | void)[] = [];
  let count = 0;

  function watch(service: Pick<RunningService, "managementUrl">): ProbeWatch {
    const probes = watchProbes(service);
    watches.push(probes);
    return probes;
  }

  function run(kind: Kind, changes: Record<string, string>): Promise<RunningService> {
    const { catalog, gateway, workers } = platen.processes;
    const { PORT: _, MANAGEMENT_PORT: __, ...like } = { catalog, gateway, worker: workers[0] }[kind]?.env ?? {};
    count += 1;
    return runService(kind, { ...like, ...changes }, `${kind}-of-its-own-${count}`);
  }

  return {
    watch: (service: RunningService): ProbedProcess => ({ service, probes: watch(service) }),

    /** Starts a process, and resolves when it is ready. */
    async start(kind: Kind, changes: Record<string, string> = {}): Promise<ProbedProcess> {
      const service = await run(kind, changes);
      started.push(service);
      return { service, probes: watch(service) };
    },

    /** Starts a process and watches its probes from the beginning. */
    async begin(kind: Kind, changes: Record<string, string> = {}): Promise<Begun> {
      const port = String(await freePort());
      const outcome = run(kind, { ...changes, MANAGEMENT_PORT: port }).then(
        (service) => {
          started.push(service);
          return service;
        },
        (error: unknown) =>
          error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error),
      );
      return { probes: watch({ managementUrl: `http://127.0.0.1:${port}` }), outcome };
    },

    /** Registers a cleanup for the time when all processes have ended. */
    onStop: (clean: () => Promise<void> | void) => void cleanUp.push(clean),

    async stop(): Promise<void> {
      for (const probes of watches) probes.stop();
      for (const service of started) service.kill("SIGCONT");
      await Promise.all(started.map((service) => service.stop()));
      for (const clean of cleanUp) await clean();
    },
  };
}

export type ProbedProcesses = ReturnType<typeof createProbedProcesses>;
