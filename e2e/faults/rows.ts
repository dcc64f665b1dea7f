/** A row of the fault table. Its files are its own, or tests that `npm test` runs as well. */
export type Row = {
  id: string;
  title: string;
  files: readonly string[];
  /** Which of the tests in these files are the row's, by a part of their names; all of them if absent. */
  tests?: RegExp;
};

const own = (name: string) => [`e2e/faults/rows/${name}.row.ts`];
const worker = (...names: string[]) => names.map((name) => `services/worker/src/${name}.test.ts`);

/** All rows, in the table's order. */
export const rows: readonly Row[] = [
  { id: "R1", title: "Workers are killed under load", files: own("r01-workers-killed") },
  { id: "R2", title: "A document that ends every worker that takes it", files: own("r02-poison-document") },
  { id: "R3", title: "Redis is killed under load", files: own("r03-redis-crash") },
  { id: "R4", title: "Redis hangs for 15 s", files: own("r04-redis-hangs") },
  { id: "R5", title: "Redis loses everything it has", files: own("r05-redis-emptied") },
  { id: "R6", title: "Redis is full", files: own("r06-redis-full") },
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
  { id: "R12", title: "A worker stands still and comes back", files: own("r12-worker-stands-still") },
  { id: "R13", title: "Templates burn their threads for 12 s", files: own("r13-template-burns") },
  { id: "R14", title: "The network between a gateway and Redis fails", files: own("r14-network-to-redis") },
  { id: "C1", title: "Documents made to take all time and memory", files: own("c01-bombs") },
  {
    id: "C2",
    title: "The browser is killed in mid-document, 20 times",
    files: worker("browser/supervisor.render"),
    tests: /killed twenty times in mid-document a browser/,
  },
  {
    id: "C3",
    title: "The renderer is killed in mid-document, 20 times",
    files: worker("browser/supervisor.render"),
    tests: /killed twenty times in mid-document a renderer/,
  },
  { id: "C4", title: "Chromium turns into another program", files: own("c04-browser-replaced") },
  { id: "C5", title: "The machine is full", files: own("c05-machine-full") },
  { id: "L1", title: "The whole service against a bare puppeteer loop", files: own("l01-against-puppeteer") },
  { id: "L2", title: "Five times the load that can be borne", files: own("l02-overload") },
  { id: "L3", title: "One project floods, another asks once a second", files: own("l03-fair-share") },
  { id: "L4", title: "Eight gateways beside one", files: own("l04-many-gateways") },
  { id: "L5", title: "Redis while a thousand documents of 100 KB go through it", files: own("l05-redis-memory") },
  { id: "L6", title: "Hundreds of documents of all kinds leave nothing behind", files: own("l06-soak") },
  { id: "L7", title: "A table of 500 pages", files: own("l07-long-table") },
  { id: "L8", title: "The browser is replaced after every 20 documents", files: own("l08-browser-replaced") },
  { id: "L9", title: "Slow clients", files: own("l09-slow-clients") },
  {
    id: "L10",
    title: "Long lists, while others write",
    files: [...own("l10-long-lists"), "services/catalog/src/pagination/read-page.test.ts"],
  },
  { id: "S1", title: "Documents that try to reach somebody", files: worker("containment/leaks.render") },
  { id: "S2", title: "Addresses spelt to pass for others", files: worker("containment/addresses.render") },
  {
    id: "S3",
    title: "Documents that try to show a file of the machine",
    files: worker("containment/local-files.render"),
  },
  { id: "S4", title: "The browser's sandbox", files: worker("containment/sandbox.render") },
  {
    id: "S5",
    title: "What a document leaves to the next one",
    files: worker("containment/isolation.render", "browser/renderer-isolation.render", "worker"),
    tests:
      /a document is printed as in a fresh browser|shows on a page that is simply used again|each keeps its process|which come and go|gives each context a process|a worker's environment/,
  },
  { id: "S6", title: "Templates that attack who fills them", files: worker("template/hostile-templates") },
  { id: "S7", title: "Links and actions in a PDF", files: worker("browser/links.render") },
  { id: "A1", title: "Nobody finds a raw API key", files: own("a01-keys-stay-secret") },
  { id: "A2", title: "Keys revoked while they are in use", files: own("a02-revoked-keys") },
  {
    id: "A3",
    title: "Ids of other projects",
    files: [...own("a03-foreign-ids"), "e2e/isolation.test.ts"],
  },
  {
    id: "A4",
    title: "Tokens between the services",
    files: [...own("a04-signing-key-replaced"), "packages/service-tokens/src/service-tokens.test.ts"],
  },
  { id: "H1", title: "Malformed requests", files: ["e2e/bad-input.test.ts"] },
  { id: "H2", title: "Bodies of a gigabyte", files: own("h02-giant-bodies") },
  { id: "H3", title: "Requests that two servers read differently", files: ["packages/http/src/smuggling.test.ts"] },
  {
    id: "H4",
    title: "Requests with an Idempotency-Key",
    files: ["services/gateway/src/idempotency.integration.test.ts"],
  },
  {
    id: "H5",
    title: "Equal input gives equal bytes",
    files: worker("browser/dates.render"),
    tests: /20 times over 3 browsers/,
  },
];
