/** A row of the fault table, with the files that do its harm and measure its figures. */
export type Row = {
  id: string;
  title: string;
  /** Files that run beside others: their bars leave room for that, and they wait for most of their time. */
  parallel?: readonly string[];
  /** Files that need the machine to themselves, because they measure load, latency or memory. */
  alone?: readonly string[];
  /** Begins before the other rows, because it waits for more than a minute. */
  isLong?: boolean;
};

/** Whether a row is asked for by its id, or by its letter. */
export function isAskedFor({ id }: Row, names: readonly string[]): boolean {
  return names.some((name) => name === id || name === id.slice(0, 1));
}

/** The rows that prove the promises of docs/reliability.md; the rows K prove those of docs/operations.md. */
export const byDefault = ["R", "C", "L", "A", "H"];

export function filesOf({ parallel = [], alone = [] }: Row): readonly string[] {
  return [...parallel, ...alone];
}

const own = (name: string) => [`e2e/faults/rows/${name}.row.ts`];

/** All rows, in the order of the table. */
export const rows: readonly Row[] = [
  { id: "R1", title: "Workers are killed under load", parallel: own("r01-workers-killed") },
  { id: "R2", title: "A document kills every worker that takes it", parallel: own("r02-poison-document") },
  { id: "R3", title: "Redis is killed under load", alone: own("r03-redis-crash") },
  { id: "R4", title: "Redis hangs for 15 s", parallel: own("r04-redis-hangs") },
  { id: "R5", title: "Redis loses all its data", parallel: own("r05-redis-emptied") },
  { id: "R6", title: "Redis is full", parallel: own("r06-redis-full") },
  { id: "R7", title: "Redis has settings that may lose documents", parallel: own("r07-redis-refused") },
  { id: "R8", title: "PostgreSQL restarts, is killed, hangs", parallel: own("r08-postgres-away") },
  { id: "R9", title: "A gateway is killed and its callers retry at another", parallel: own("r09-gateway-killed") },
  { id: "R10", title: "Gateways and workers are replaced one by one", parallel: own("r10-rolling-restart") },
  { id: "R12", title: "A worker hangs and comes back", parallel: own("r12-worker-hangs") },
  { id: "R13", title: "Templates keep their threads busy for 12 s", parallel: own("r13-busy-templates") },
  { id: "R14", title: "The network between a gateway and Redis fails", parallel: own("r14-network-to-redis") },
  { id: "C1", title: "Documents try to exhaust time and memory", alone: own("c01-exhausting-documents") },
  { id: "C4", title: "Chromium is replaced by another program", parallel: own("c04-faulty-browser") },
  { id: "C5", title: "The machine has no space or no processes left", parallel: own("c05-machine-full") },
  { id: "L1", title: "The whole service beside a bare puppeteer loop", alone: own("l01-against-puppeteer") },
  { id: "L2", title: "Five times the load that the service can bear", alone: own("l02-overload") },
  { id: "L3", title: "One project floods, others ask once a second", alone: own("l03-fair-share") },
  { id: "L4", title: "Eight gateways beside one", parallel: own("l04-many-gateways") },
  { id: "L5", title: "A thousand documents of 100 KB go through Redis", parallel: own("l05-redis-memory") },
  { id: "L6", title: "Hundreds of documents leave nothing behind", alone: own("l06-soak") },
  { id: "L7", title: "A table of 500 pages", alone: own("l07-long-table") },
  { id: "L8", title: "The browser is replaced after every 20 documents", alone: own("l08-browser-replaced") },
  {
    id: "L9",
    title: "Slow clients",
    parallel: own("l09-slow-clients-end"),
    alone: own("l09-slow-clients"),
    isLong: true,
  },
  { id: "L10", title: "Long lists while others write", alone: own("l10-long-lists") },
  { id: "A1", title: "No raw API key is stored or logged", parallel: own("a01-keys-stay-secret") },
  { id: "A2", title: "API keys are revoked while in use", parallel: own("a02-revoked-keys") },
  { id: "A3", title: "Ids of other projects take as long as missing ids", parallel: own("a03-foreign-ids") },
  { id: "A4", title: "The signing key of the services is replaced", parallel: own("a04-signing-key-replaced") },
  { id: "H2", title: "Bodies of a gigabyte", alone: own("h02-large-bodies") },
  { id: "K2", title: "The probes' answers in each fault", parallel: own("k02-probes") },
  { id: "K3", title: "Alerts fire in their faults", alone: own("k03-alerts") },
  { id: "K4", title: "Migrations, and releases older or newer than the database", parallel: own("k04-migrations") },
];
