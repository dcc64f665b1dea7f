/** A row of the fault table. Its files are its own, or tests that `npm test` runs as well. */
export type Row = {
  id: string;
  title: string;
  /** Files that keep a processor busy, and measure nothing that others beside them could disturb. */
  busy?: readonly string[];
  /** Files whose bars are far from what others beside them could cost; most wait for most of their time. */
  waiting?: readonly string[];
  /** Files that need the machine to themselves: they measure load, latency or memory. */
  alone?: readonly string[];
  /**
   * Which of the tests in these files are the row's, by a part of their names; all of them if absent. Those that show
   * what the same attacks do to a browser without our defences are left to `npm test`.
   */
  tests?: RegExp;
  /** Takes more than a minute, in which it waits: begun before the others. */
  isLong?: boolean;
};

/** What is asked for by name: a row, or all rows whose names begin with a letter. */
export function isAskedFor({ id }: Row, names: readonly string[]): boolean {
  return names.some((name) => name === id || name === id.slice(0, 1));
}

/** The rows of the promise of docs/reliability.md; the others are of the operation. */
export const byDefault = ["R", "C", "L", "S", "A", "H"];

/** All files of a row. */
export function filesOf({ busy = [], waiting = [], alone = [] }: Row): readonly string[] {
  return [...busy, ...waiting, ...alone];
}

/** The row without some of its files. */
export function withoutFiles({ busy = [], waiting = [], alone = [], ...row }: Row, files: readonly string[]): Row {
  const isLeft = (file: string) => !files.includes(file);
  return { ...row, busy: busy.filter(isLeft), waiting: waiting.filter(isLeft), alone: alone.filter(isLeft) };
}

const own = (name: string) => [`e2e/faults/rows/${name}.row.ts`];
const worker = (...names: string[]) => names.map((name) => `services/worker/src/${name}.test.ts`);

/** All rows, in the table's order. */
export const rows: readonly Row[] = [
  { id: "R1", title: "Workers are killed under load", waiting: own("r01-workers-killed") },
  { id: "R2", title: "A document that ends every worker that takes it", waiting: own("r02-poison-document") },
  { id: "R3", title: "Redis is killed under load", alone: own("r03-redis-crash") },
  { id: "R4", title: "Redis hangs for 15 s", waiting: own("r04-redis-hangs") },
  { id: "R5", title: "Redis loses everything it has", waiting: own("r05-redis-emptied") },
  { id: "R6", title: "Redis is full", waiting: own("r06-redis-full") },
  { id: "R7", title: "A Redis that may lose documents", waiting: own("r07-redis-refused") },
  { id: "R8", title: "PostgreSQL restarts, is killed, stands still", waiting: own("r08-postgres-away") },
  { id: "R9", title: "A gateway is killed and its callers ask another one", waiting: own("r09-gateway-killed") },
  { id: "R10", title: "Gateways and workers are replaced one after the other", waiting: own("r10-rolling-restart") },
  {
    id: "R11",
    title: "Callers hang up",
    busy: ["e2e/deadlines.test.ts"],
    tests: /of callers who hang up nothing is left/,
  },
  { id: "R12", title: "A worker stands still and comes back", waiting: own("r12-worker-stands-still") },
  { id: "R13", title: "Templates burn their threads for 12 s", waiting: own("r13-template-burns") },
  { id: "R14", title: "The network between a gateway and Redis fails", waiting: own("r14-network-to-redis") },
  { id: "C1", title: "Documents made to take all time and memory", alone: own("c01-bombs") },
  {
    id: "C2",
    title: "The browser is killed in mid-document, 20 times",
    busy: worker("browser/supervisor.render"),
    tests: /killed twenty times in mid-document a browser/,
  },
  {
    id: "C3",
    title: "The renderer is killed in mid-document, 20 times",
    busy: worker("browser/supervisor.render"),
    tests: /killed twenty times in mid-document a renderer/,
  },
  { id: "C4", title: "Chromium turns into another program", waiting: own("c04-browser-replaced") },
  { id: "C5", title: "The machine is full", waiting: own("c05-machine-full") },
  { id: "L1", title: "The whole service against a bare puppeteer loop", alone: own("l01-against-puppeteer") },
  { id: "L2", title: "Five times the load that can be borne", alone: own("l02-overload") },
  { id: "L3", title: "One project floods, others ask once a second", alone: own("l03-fair-share") },
  { id: "L4", title: "Eight gateways beside one", waiting: own("l04-many-gateways") },
  { id: "L5", title: "Redis while a thousand documents of 100 KB go through it", waiting: own("l05-redis-memory") },
  { id: "L6", title: "Hundreds of documents of all kinds leave nothing behind", alone: own("l06-soak") },
  { id: "L7", title: "A table of 500 pages", alone: own("l07-long-table") },
  { id: "L8", title: "The browser is replaced after every 20 documents", alone: own("l08-browser-replaced") },
  {
    id: "L9",
    title: "Slow clients",
    waiting: own("l09-slow-clients-end"),
    alone: own("l09-slow-clients"),
    isLong: true,
  },
  {
    id: "L10",
    title: "Long lists, while others write",
    busy: ["services/catalog/src/pagination/read-page.test.ts"],
    alone: own("l10-long-lists"),
  },
  {
    id: "S1",
    title: "Documents that try to reach somebody",
    busy: worker("containment/leaks.render"),
    tests: /the corpus is large|no document connects, sends or asks|what was refused is told/,
  },
  { id: "S2", title: "Addresses spelt to pass for others", busy: worker("containment/addresses.render") },
  {
    id: "S3",
    title: "Documents that try to show a file of the machine",
    busy: worker("containment/local-files.render"),
    tests: /no file of the machine shows/,
  },
  { id: "S4", title: "The browser's sandbox", busy: worker("containment/sandbox.render") },
  {
    id: "S5",
    title: "What a document leaves to the next one",
    busy: worker("containment/isolation.render", "browser/renderer-isolation.render", "worker"),
    tests:
      /a document is printed as in a fresh browser|each keeps its process|which come and go|gives each context a process|a worker's environment/,
  },
  { id: "S6", title: "Templates that attack who fills them", busy: worker("template/hostile-templates") },
  { id: "S7", title: "Links and actions in a PDF", busy: worker("browser/links.render") },
  { id: "A1", title: "Nobody finds a raw API key", waiting: own("a01-keys-stay-secret") },
  { id: "A2", title: "Keys revoked while they are in use", waiting: own("a02-revoked-keys") },
  {
    id: "A3",
    title: "Ids of other projects",
    busy: ["operations", "lists-and-members"].map((name) => `e2e/isolation/${name}.test.ts`),
    waiting: own("a03-foreign-ids"),
  },
  {
    id: "A4",
    title: "Tokens between the services",
    busy: ["packages/service-tokens/src/service-tokens.test.ts"],
    waiting: own("a04-signing-key-replaced"),
  },
  { id: "H1", title: "Malformed requests", busy: ["e2e/bad-input.test.ts"] },
  { id: "H2", title: "Bodies of a gigabyte", alone: own("h02-giant-bodies") },
  { id: "H3", title: "Requests that two servers read differently", busy: ["packages/http/src/smuggling.test.ts"] },
  {
    id: "H4",
    title: "Requests with an Idempotency-Key",
    busy: ["services/gateway/src/idempotency.integration.test.ts"],
  },
  {
    id: "H5",
    title: "Equal input gives equal bytes",
    busy: worker("browser/dates.render"),
    tests: /20 times over 3 browsers/,
  },
  {
    id: "K1",
    title: "Manifests: schemas, good practice, names that the code knows",
    busy: [
      ...["findings", "rules", "readme", "tools"].map((name) => `infra/kubernetes/src/${name}.test.ts`),
      "infra/docker/compose.test.ts",
      "infra/observability/drift.test.ts",
    ],
  },
  { id: "K2", title: "What the probes say in each fault", waiting: own("k02-probes") },
  { id: "K3", title: "Alerts fire in the faults they are for", alone: own("k03-alerts") },
  { id: "K4", title: "Migrations, and releases older or newer than the database", waiting: own("k04-migrations") },
  { id: "D1", title: "What is installed from elsewhere", busy: ["infra/local/src/dependencies/dependencies.test.ts"] },
];
