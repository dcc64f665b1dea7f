import type { Report, Table } from "../report/report.ts";
import type { LoadResult, PartOfLoad } from "./load-result.ts";

/** A load generator that is later than this with its requests measures itself. */
const suspectDelayMs = 50;

/** The report of a load test. A refusal is an answer; any other answer without a document is a failure. */
export function reportLoad(result: LoadResult): Report {
  const { machine, phases, templates, all, shape, target, seconds } = result;
  return {
    machine: `${machine}; ${shape} against ${target}, ${seconds} s`,
    tables: [partTable("Phase", phases), partTable("Template", [...templates, all]), ...processTable(result)],
    notes: notesOf(result),
    figures: [
      { name: `PDF/s (${shape})`, values: [all.perSecond] },
      { name: `p50 ms (${shape})`, values: [all.p50Ms] },
      { name: `p99 ms (${shape})`, values: [all.p99Ms] },
    ],
    failures: phases.filter(({ failed }) => failed > 0).map(({ name, failed }) => `${name}: ${failed} requests`),
  };
}

function notesOf({ answers, lateP99Ms, large }: LoadResult): string[] {
  const counts = Object.entries(answers).map(([code, count]) => `${code}: ${count}`);
  return [
    `answers: ${counts.join(", ")}`,
    `The load generator began 99 % of the requests at most ${lateP99Ms.toFixed(1)} ms late; the delay counts as latency.`,
    ...(lateP99Ms > suspectDelayMs
      ? ["The load generator was too slow. Give it a machine of its own, or ask for less."]
      : []),
    ...(large === null
      ? []
      : [
          `one document of ${large.pages} pages: ${large.seconds.toFixed(2)} s, ${large.pagesPerSecond.toFixed(0)} pages/s`,
        ]),
  ];
}

function partTable(about: string, parts: readonly PartOfLoad[]): Table {
  const columns = [about, "requests/s", "PDF/s", "p50 ms", "p95 ms", "p99 ms", "max ms", "refused", "failed"];
  const rows = parts.map((part) => {
    const seconds = part.documents === 0 ? 1 : part.documents / part.perSecond;
    return [
      part.name,
      part.offeredPerSecond.toFixed(1),
      part.perSecond.toFixed(1),
      ...[part.p50Ms, part.p95Ms, part.p99Ms, part.maxMs].map((ms) => ms.toFixed(0)),
      String(part.refused),
      String(part.failed),
      (part.pages / seconds).toFixed(1),
      (part.bytes / 1e6 / seconds).toFixed(1),
    ];
  });
  return { columns: [...columns, "pages/s", "MB/s"], rows };
}

/** The processes of a target on this machine. */
function processTable({ cpuMsPerDocument, memoryMegabytes }: LoadResult): Table[] {
  const rows = Object.entries(cpuMsPerDocument).map(([name, ms]) => {
    const memory = memoryMegabytes[name];
    return [name, ms.toFixed(2), memory?.before.toFixed(0) ?? "", memory?.after.toFixed(0) ?? ""];
  });
  return rows.length === 0 ? [] : [{ columns: ["Process", "CPU ms/document", "memory MB before", "after"], rows }];
}

/** Ratios to an earlier result. Above 1 is more, which for latencies is worse. */
export function comparison(now: LoadResult, before: LoadResult): Table {
  return {
    columns: [
      `Relative to ${before.shape} at ${before.rate.toFixed(1)}/s`,
      "PDF/s",
      "p50",
      "p95",
      "p99",
      "failed before",
      "failed now",
    ],
    rows: now.phases.flatMap((phase) => {
      const old = before.phases.find(({ name }) => name === phase.name);
      if (old === undefined) return [];
      return [
        [
          phase.name,
          ratio(phase.perSecond, old.perSecond),
          ratio(phase.p50Ms, old.p50Ms),
          ratio(phase.p95Ms, old.p95Ms),
          ratio(phase.p99Ms, old.p99Ms),
          String(old.failed),
          String(phase.failed),
        ],
      ];
    }),
  };
}

function ratio(now: number, before: number): string {
  return before === 0 ? "" : (now / before).toFixed(2);
}
