import { afterAll, beforeAll } from "@jest/globals";
import { createId } from "@platen/contracts";
import { startPlaten, type Platen } from "@platen/testing";
import { signIn, type DashboardSession } from "../../dashboard-session.ts";
import { exchange } from "../../exchange.ts";
import { createKey, createProject, publishTemplate } from "../../project-setup.ts";
import { faultRow } from "../runner/fault-row.ts";
import { mannWhitney } from "../facts/mann-whitney.ts";

const samples = 500;
/** Chance misses the bar once in a hundred tries; a real difference misses it each time. */
const tries = 3;
const leastPValue = 0.01;

type Ids = { projectId: string; templateId: string; documentId: string };

let platen: Platen;
let dashboard: DashboardSession;
let key: string;
let foreign: Ids;

const missing = (): Ids => ({
  projectId: createId("project"),
  templateId: createId("template"),
  documentId: createId("document"),
});

beforeAll(async () => {
  platen = await startPlaten({ workers: 1, env: { gateway: { RATE_LIMIT_PER_MINUTE: "10000000" } } });
  dashboard = await signIn(platen.baseUrl, platen.account);
  const html = "<p>Hello</p>";
  const own = await createProject(dashboard, "Own");
  await publishTemplate(dashboard, own, { name: "Own", html });
  key = (await createKey(platen.baseUrl, dashboard, own)).key;
  const projectId = await createProject(dashboard, "Foreign");
  const templateId = await publishTemplate(dashboard, projectId, { name: "Foreign", html });
  const { client } = await createKey(platen.baseUrl, dashboard, projectId);
  const { documentId } = await client.generateDocument({ templateId, data: {} });
  foreign = { projectId, templateId, documentId };
}, 180_000);

afterAll(() => platen?.stop());

const url = (path: string) => `${platen.baseUrl}/api/v1${path}`;

type Ask = (ids: Ids) => Promise<unknown>;

async function timed(ask: Ask, ids: Ids): Promise<number> {
  const startedAt = performance.now();
  await ask(ids);
  return performance.now() - startedAt;
}

/** The p-value of the hypothesis that both kinds of ids take the same time. */
async function pValue(ask: Ask): Promise<number> {
  const times: { foreign: number[]; missing: number[] } = { foreign: [], missing: [] };
  for (let sample = 0; sample < samples; sample += 1) {
    // Both kinds in turn, in alternating order, so that other work of the machine affects both.
    const kinds = sample % 2 === 0 ? (["foreign", "missing"] as const) : (["missing", "foreign"] as const);
    for (const kind of kinds) times[kind].push(await timed(ask, kind === "foreign" ? foreign : missing()));
  }
  return mannWhitney(times.foreign, times.missing);
}

faultRow("A3", { timeoutMs: 180_000 }, async (figures) => {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const asks: Record<string, Ask> = {
    "a template": ({ templateId }) => exchange(url(`/templates/${templateId}`), { headers }),
    "a document": ({ documentId }) => exchange(url(`/documents/${documentId}`), { headers }),
    "a document of a template": ({ templateId }) =>
      exchange(url("/generate"), { method: "POST", headers, body: JSON.stringify({ templateId, data: {} }) }),
  };
  for (const [what, ask] of Object.entries(asks)) {
    for (let warmUp = 0; warmUp < 50; warmUp += 1) await ask(missing());
    let value = 0;
    for (let round = 0; round < tries && value <= leastPValue; round += 1) value = await pValue(ask);
    figures.atLeast(`${what} of another project takes as long as a missing one: p-value`, value, leastPValue);
  }
});
