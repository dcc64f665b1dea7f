/** A row of the fault table. Its files are its own, or tests that `npm test` runs as well. */
export type Row = {
  id: string;
  title: string;
  files: readonly string[];
  /** Which of the tests in these files are the row's, by a part of their names; all of them if absent. */
  tests?: RegExp;
};

const own = (name: string) => [`e2e/faults/rows/${name}.row.ts`];

/** All rows, in the table's order. */
export const rows: readonly Row[] = [
  { id: "R1", title: "Workers are killed under load", files: own("r01-workers-killed") },
  { id: "R2", title: "A document that ends every worker that takes it", files: own("r02-poison-document") },
  { id: "R3", title: "Redis is killed under load", files: own("r03-redis-crash") },
  { id: "R7", title: "A Redis that may lose documents", files: own("r07-redis-refused") },
  { id: "R8", title: "PostgreSQL restarts, is killed, stands still", files: own("r08-postgres-away") },
  { id: "R9", title: "A gateway is killed and its callers ask another one", files: own("r09-gateway-killed") },
  { id: "R10", title: "Gateways and workers are replaced one after the other", files: own("r10-rolling-restart") },
  {
    id: "R11",
    title: "Callers hang up",
    files: ["e2e/deadlines.test.ts"],
    tests: /of callers who hang up nothing is left/,
  },
  { id: "R13", title: "Templates burn their threads for 12 s", files: own("r13-template-burns") },
  { id: "R14", title: "The network between a gateway and Redis fails", files: own("r14-network-to-redis") },
  { id: "C4", title: "Chromium turns into another program", files: own("c04-browser-replaced") },
  { id: "L2", title: "Five times the load that can be borne", files: own("l02-overload") },
  { id: "L3", title: "One project floods, another asks once a second", files: own("l03-fair-share") },
  { id: "S7", title: "Links and actions in a PDF", files: ["services/worker/src/browser/links.render.test.ts"] },
];
