import type { OutcomeReport } from "@platen/contracts/internal";

/** How long "rendering" reports are held back. Most documents end sooner, and need none. */
const renderingDelayMs = 250;

/** Creates what holds "rendering" reports back. `onDue` gets those whose documents take long. */
export function createHeldReports(onDue: (report: OutcomeReport) => void) {
  const held = new Map<string, { report: OutcomeReport; timer: NodeJS.Timeout }>();

  /** Takes back the report of a document, if it is held. */
  function release(documentId: string): OutcomeReport | undefined {
    const one = held.get(documentId);
    clearTimeout(one?.timer);
    held.delete(documentId);
    return one?.report;
  }

  return {
    hold(report: OutcomeReport): void {
      const { documentId } = report;
      if (held.has(documentId)) return;
      const timer = setTimeout(() => {
        held.delete(documentId);
        onDue(report);
      }, renderingDelayMs);
      held.set(documentId, { report, timer });
    },
    release,
    /** Hands out all reports at once. */
    flush(): void {
      for (const documentId of held.keys()) {
        const report = release(documentId);
        if (report) onDue(report);
      }
    },
  };
}
