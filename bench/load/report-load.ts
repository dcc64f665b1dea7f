import type { LoadResult, PartOfLoad } from "./load-result.ts";

/** A generator that is later than this with its requests measures itself. */
const lateIsSuspectMs = 50;

/** All there is to say of a load test, line by line. */
export function loadReport(result: LoadResult): string[] {
  const { large, lateP99Ms, memoryMegabytes } = result;
  const cpu = Object.entries(result.cpuMsPerDocument);
  return [
    "",
    result.machine,
    `${result.shape} of ${result.target}, ${result.seconds} s`,
    "",
    ...partTable("Phase", result.phases),
    "",
    ...partTable("Template", [...result.templates, result.all]),
    "",
    `answers: ${Object.entries(result.answers)
      .map(([code, count]) => `${code}: ${count}`)
      .join(", ")}`,
    `99 of 100 requests were begun at most ${lateP99Ms.toFixed(1)} ms later than meant, which counts as latency`,
    ...(lateP99Ms > lateIsSuspectMs
      ? ["The load generator was too slow itself: give it a machine of its own, or ask for less."]
      : []),
    ...(large === null
      ? []
      : [
          `one document of ${large.pages} pages: ${large.pagesPerSecond.toFixed(0)} pages/s, ${large.seconds.toFixed(2)} s`,
        ]),
    ...(cpu.length === 0
      ? []
      : ["", "| Process | CPU ms/document | memory MB before | after |", "| --- | --: | --: | --: |"]),
    ...cpu.map(([name, ms]) => {
      const memory = memoryMegabytes[name];
      const cells = [name, ms.toFixed(2), memory?.before.toFixed(0) ?? "", memory?.after.toFixed(0) ?? ""];
      return `| ${cells.join(" | ")} |`;
    }),
  ];
}

function partTable(about: string, parts: readonly PartOfLoad[]): string[] {
  return [
    `| ${about} | asked/s | PDF/s | p50 ms | p95 ms | p99 ms | most ms | refused | failed | pages/s | MB/s |`,
    "| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |",
    ...parts.map((part) => {
      const seconds = part.documents === 0 ? 1 : part.documents / part.perSecond;
      const times = [part.p50Ms, part.p95Ms, part.p99Ms, part.maxMs].map((ms) => ms.toFixed(0));
      const cells = [
        part.name,
        part.offeredPerSecond.toFixed(1),
        part.perSecond.toFixed(1),
        ...times,
        String(part.refused),
        String(part.failed),
        (part.pages / seconds).toFixed(1),
        (part.bytes / 1e6 / seconds).toFixed(1),
      ];
      return `| ${cells.join(" | ")} |`;
    }),
  ];
}

/** This result beside an earlier one of the same shape: ratios above 1 are more, which for latencies is worse. */
export function comparison(now: LoadResult, before: LoadResult): string[] {
  const notes =
    now.shape === before.shape && now.rate === before.rate
      ? []
      : [`before: ${before.shape} at ${before.rate.toFixed(1)}/s; now: ${now.shape} at ${now.rate.toFixed(1)}/s`];
  return [
    "",
    `Ratios to ${before.machine}`,
    ...notes,
    "| Phase | PDF/s | p50 | p95 | p99 | failed before | failed now |",
    "| --- | --: | --: | --: | --: | --: | --: |",
    ...now.phases.flatMap((phase) => {
      const old = before.phases.find(({ name }) => name === phase.name);
      if (old === undefined) return [];
      const cells = [
        phase.name,
        ratio(phase.perSecond, old.perSecond),
        ratio(phase.p50Ms, old.p50Ms),
        ratio(phase.p95Ms, old.p95Ms),
        ratio(phase.p99Ms, old.p99Ms),
        old.failed,
        phase.failed,
      ];
      return [`| ${cells.join(" | ")} |`];
    }),
  ];
}

function ratio(now: number, before: number): string {
  return before === 0 ? "" : (now / before).toFixed(2);
}
