import { waitFor, type RunningService } from "@platen/testing";
import { z } from "zod";

/** Variables of services whose memory is to be asked for. */
export const reportingMemory = { NODE_OPTIONS: `--import=${new URL("report-memory.ts", import.meta.url).href}` };

const report = z.object({
  message: z.literal("memory in use"),
  heapUsed: z.number(),
  external: z.number(),
  rss: z.number(),
});

/** What a service has in use once garbage is collected, and all that the system has given it; in bytes. */
export async function memoryInUse(service: RunningService): Promise<{ used: number; resident: number }> {
  const reports = () => service.logs().flatMap((line) => report.safeParse(line).data ?? []);
  // Twice: what waits to be finalized goes with the second time.
  for (let times = 0; times < 2; times += 1) {
    const count = reports().length;
    service.kill("SIGUSR2");
    await waitFor(() => reports().length > count, { describe: "a report of the memory" });
  }
  const last = reports().at(-1);
  if (!last) throw new Error(`${service.name} has not told of its memory`);
  return { used: last.heapUsed + last.external, resident: last.rss };
}
