export { recordResult } from "./record-result.ts";
export { withResultsTable } from "./results-table.ts";
