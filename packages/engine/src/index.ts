export { createEngine, type Engine, type EngineHealth, type EngineOptions } from "./engine.ts";
export type { Printed, PrintJob } from "./print-job.ts";
export type { Library, LibraryFont, MissingFile } from "./printing/library.ts";
export { noFaults } from "./pdf/page-faults.ts";
export { prepareHtml, type PreparedHtml } from "./printing/prepare-html.ts";
export type { Refused } from "./printing/request-policy.ts";
