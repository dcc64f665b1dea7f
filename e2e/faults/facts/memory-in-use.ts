import { waitFor, type RunningService } from "@platen/testing";
import { z } from "zod";

/** Variables of services that report their memory. */
export const reportingMemory = { NODE_OPTIONS: `--import=${new URL("report-memory.ts", import.meta.url).href}` };

const report = z.object({
  message: z.literal("memory in use"),
  heapUsed: z.number(),
  external: z.number(),
  rss: z.number(),
});

/** The bytes that a service uses after garbage collection, and its resident memory. */
export async function memoryInUse(service: RunningService): Promise<{ used: number; resident: number }> {
  const reports = () => service.logs().flatMap((line) => report.safeParse(line).data ?? []);
  // Twice: the second collection frees what the first one finalized.
  for (let times = 0; times < 2; times += 1) {
    const count = reports().length;
    service.kill("SIGUSR2");
    await waitFor(() => reports().length > count, { describe: "a report of the memory" });
  }
  const last = reports().at(-1);
  if (!last) throw new Error(`${service.name} has not reported its memory.`);
  return { used: last.heapUsed + last.external, resident: last.rss };
}
