export { withResultsTable } from "./results-table.ts";
