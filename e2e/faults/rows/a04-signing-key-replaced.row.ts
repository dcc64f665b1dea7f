import { createHash } from "node:crypto";
import { afterAll, beforeAll } from "@jest/globals";
import { callerHeader, internalOperations } from "@platen/contracts/internal";
import { createServiceTokenKeys } from "@platen/provisioning";
import { createServiceTokenSigner } from "@platen/service-tokens";
import { runService, startPlaten, type Platen } from "@platen/testing";
import { exchange } from "../../exchange.ts";
import { createCustomer } from "../load/create-customer.ts";
import { faultRow } from "../runner/fault-row.ts";
import { documentsOf, generate, type Answer, type Customer } from "../load/send-load.ts";

const before = createServiceTokenKeys();
const after = createServiceTokenKeys();
const both = { SERVICE_TOKEN_PUBLIC_KEY: `${before.publicKey}\n${after.publicKey}` };
const stepMs = 3_000;
/** On a slow machine a step takes longer than `stepMs`. */
const leastPerStep = 20;

let platen: Platen;
let customer: Customer;

beforeAll(async () => {
  platen = await startPlaten({
    workers: 1,
    env: { catalog: both, worker: both, gateway: { SERVICE_TOKEN_PRIVATE_KEY: before.privateKey } },
  });
  customer = await createCustomer(platen, "Rotation", "<p>Hello</p>", {});
}, 180_000);

afterAll(() => platen?.stop());

/** Asks for documents through all gateways in turn. */
async function askAll(baseUrls: readonly string[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  const endsAt = performance.now() + stepMs;
  while (performance.now() < endsAt || answers.length < leastPerStep) {
    for (const baseUrl of baseUrls) answers.push(await generate({ ...customer, baseUrl }));
  }
  return answers;
}

/** The status of a catalog's answer to a token signed with a key. */
async function answerTo(catalogUrl: string, privateKeyPem: string): Promise<number> {
  const { operationId, path } = internalOperations.listTemplates;
  const token = createServiceTokenSigner({ privateKeyPem }).serviceToken(operationId);
  const hash = createHash("sha256").update(customer.key).digest("hex");
  const headers = { authorization: `Bearer ${token}`, [callerHeader]: `key:${hash}` };
  return (await exchange(`${catalogUrl}${path}`, { headers })).status;
}

faultRow("A4", { timeoutMs: 120_000 }, async (figures) => {
  const [old] = platen.processes.gateways;
  if (!old) throw new Error("The row needs a gateway.");
  const answers = await askAll([old.url]);
  const renewed = await platen.startGateway({ SERVICE_TOKEN_PRIVATE_KEY: after.privateKey });
  answers.push(...(await askAll([old.url, renewed.url])));
  const [ending, ...last] = await Promise.all([old.stop(), askAll([renewed.url])]);
  answers.push(...last.flat());
  figures.atLeast("requests while the signing key is replaced", answers.length, 50);
  figures.exactly("requests without a document", answers.length - documentsOf(answers).length, 0);
  figures.exactly("exit code of the gateway with the old key", ending.code ?? -1, 0);

  const { PORT: _port, MANAGEMENT_PORT: _managementPort, ...env } = platen.processes.catalog.env;
  const catalog = await runService("catalog", { ...env, SERVICE_TOKEN_PUBLIC_KEY: after.publicKey });
  try {
    const afterwards = [before, after].map(({ privateKey }) => answerTo(catalog.url, privateKey));
    figures.exactly(
      "status for a token of the old key and of the new key, afterwards",
      (await Promise.all(afterwards)).join(" and "),
      "401 and 200",
    );
  } finally {
    await catalog.stop();
  }
});
