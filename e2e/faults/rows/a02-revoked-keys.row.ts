import { afterAll, beforeAll } from "@jest/globals";
import { ApiProblem } from "@platen/client";
import { operations } from "@platen/contracts";
import { startPlaten, waitFor, type Platen } from "@platen/testing";
import { signIn, type DashboardSession } from "../../dashboard-session.ts";
import { exchange } from "../../exchange.ts";
import { createKey, createProject, publishTemplate, type IssuedKey } from "../../project-setup.ts";
import { faultRow } from "../runner/fault-row.ts";

const groups = 25;
const keysPerGroup = 8;
/** Requests of each key, through each gateway, that begin after it was revoked. */
const requestsAfter = 5;

let platen: Platen;
let addresses: string[];
let dashboards: DashboardSession[];
let projectId: string;
let templateId: string;

beforeAll(async () => {
  platen = await startPlaten({ workers: 1 });
  await platen.startGateway();
  addresses = platen.processes.gateways.map(({ url }) => url);
  dashboards = await Promise.all(addresses.map((address) => signIn(address, platen.account)));
  const [dashboard] = dashboards;
  if (!dashboard) throw new Error("no gateway was started");
  projectId = await createProject(dashboard, "Revocation");
  templateId = await publishTemplate(dashboard, projectId, { name: "Letter", html: "<p>Hello</p>" });
}, 180_000);

afterAll(() => platen?.stop());

/** Said when the database has not answered in time, as on a machine that stands still for a second: asked again. */
const unreachable = 503;

type Use = { isAfter: boolean; status: number };

/** Uses a key again and again through one gateway, until enough requests have begun after it was revoked. */
async function keepUsing({ key }: IssuedKey, address: string, isRevoked: () => boolean, uses: Use[]): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  let after = 0;
  for (let turn = 0; after < requestsAfter; turn += 1) {
    const isAfter = isRevoked();
    // The ways a key goes differ: a list asks the catalog at once, documents are opened several in one call.
    const isDocument = isAfter ? turn % 2 === 0 : turn === 0;
    const answer = await (isDocument
      ? exchange(`${address}/api/v1/generate`, {
          method: "POST",
          headers,
          body: JSON.stringify({ templateId, data: {} }),
        })
      : exchange(`${address}/api/v1/templates?pageSize=1`, { headers }));
    uses.push({ isAfter, status: answer.status });
    if (isAfter && answer.status !== unreachable) after += 1;
  }
}

async function revoke({ keyId }: IssuedKey, dashboard: DashboardSession): Promise<void> {
  const isRevoked = () =>
    dashboard.call(operations.revokeApiKey, { params: { projectId, keyId } }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof ApiProblem && error.status === unreachable) return false;
        throw error;
      },
    );
  await waitFor(isRevoked, { describe: "the key to be revoked" });
}

/** Revokes a key while it is in use through both gateways; all that was asked with it. */
async function revokeInUse(issued: IssuedKey, dashboard: DashboardSession): Promise<Use[]> {
  const uses: Use[] = [];
  let isRevoked = false;
  const using = addresses.map((address) => keepUsing(issued, address, () => isRevoked, uses));
  await waitFor(() => uses.filter(({ status }) => status === 200).length >= 4, {
    timeoutMs: 30_000,
    describe: "the key to be in use",
  });
  await revoke(issued, dashboard);
  isRevoked = true;
  await Promise.all(using);
  return uses;
}

faultRow("A2", { timeoutMs: 180_000 }, async (figures) => {
  const uses: Use[] = [];
  for (let group = 0; group < groups; group += 1) {
    const revocations = Array.from({ length: keysPerGroup }, async (_, index) => {
      const dashboard = dashboards[index % dashboards.length];
      if (!dashboard) throw new Error("no gateway was started");
      return revokeInUse(await createKey(platen.baseUrl, dashboard, projectId, `Key ${group}-${index}`), dashboard);
    });
    uses.push(...(await Promise.all(revocations)).flat());
  }
  const count = (matches: (use: Use) => boolean) => uses.filter(matches).length;
  figures.exactly("keys revoked, each in use through two gateways", groups * keysPerGroup, 200);
  figures.atLeast(
    "requests accepted before",
    count(({ isAfter, status }) => !isAfter && status === 200),
    800,
  );
  figures.atLeast(
    "requests begun after the revocation was answered",
    count(({ isAfter }) => isAfter),
    2_000,
  );
  figures.exactly(
    "of them accepted",
    count(({ isAfter, status }) => isAfter && status < 400),
    0,
  );
  figures.exactly(
    "of them answered neither 401 nor 503",
    count(({ isAfter, status }) => isAfter && ![401, unreachable].includes(status)),
    0,
  );
  figures.atMost(
    "of them told that the database is away, and asked again",
    count(({ isAfter, status }) => isAfter && status === unreachable),
    20,
  );
});
