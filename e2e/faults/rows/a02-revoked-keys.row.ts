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
/** Requests with each key, through each gateway, that begin after its revocation. */
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
  if (!dashboard) throw new Error("The row needs a gateway.");
  projectId = await createProject(dashboard, "Revocation");
  templateId = await publishTemplate(dashboard, projectId, { name: "Letter", html: "<p>Hello</p>" });
}, 180_000);

afterAll(() => platen?.stop());

/** The answer when the database is late, as on a machine that stops for a second. The request is repeated. */
const unreachable = 503;

type Use = { isAfter: boolean; status: number };

/** Uses a key through one gateway until enough requests have begun after its revocation. */
async function keepUsing({ key }: IssuedKey, address: string, isRevoked: () => boolean, uses: Use[]): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  let after = 0;
  for (let turn = 0; after < requestsAfter; turn += 1) {
    const isAfter = isRevoked();
    // Keys reach the catalog in two ways: a list asks it at once, several documents share one call.
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

/** Revokes a key while it is in use through both gateways, and returns all requests with it. */
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
      if (!dashboard) throw new Error("The row needs a gateway.");
      return revokeInUse(await createKey(platen.baseUrl, dashboard, projectId, `Key ${group}-${index}`), dashboard);
    });
    uses.push(...(await Promise.all(revocations)).flat());
  }
  const count = (matches: (use: Use) => boolean) => uses.filter(matches).length;
  figures.exactly("keys revoked, each in use through two gateways", groups * keysPerGroup, 200);
  figures.atLeast(
    "requests accepted before the revocation",
    count(({ isAfter, status }) => !isAfter && status === 200),
    800,
  );
  figures.atLeast(
    "requests begun after the revocation was answered",
    count(({ isAfter }) => isAfter),
    2_000,
  );
  figures.exactly(
    "accepted after the revocation",
    count(({ isAfter, status }) => isAfter && status < 400),
    0,
  );
  figures.exactly(
    "answered with neither 401 nor 503 after the revocation",
    count(({ isAfter, status }) => isAfter && ![401, unreachable].includes(status)),
    0,
  );
  figures.atMost(
    "answered with 503 and repeated",
    count(({ isAfter, status }) => isAfter && status === unreachable),
    20,
  );
});
