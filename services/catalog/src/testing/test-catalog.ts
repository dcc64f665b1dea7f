import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ApiProblem, createTransport, type Transport } from "@platen/client";
import {
  createId,
  problems,
  type InstanceRole,
  type Operation,
  type RequestOf,
  type ResponseOutput,
  type Role,
} from "@platen/contracts";
import { callerHeader, internalOperations, type CreatedDocument, type Keeping } from "@platen/contracts/internal";
import { startServer } from "@platen/http";
import { createServiceTokenSigner, type GrantClaims } from "@platen/service-tokens";
import { createStorage } from "@platen/storage";
import { createLogger } from "@platen/telemetry";
import { assertNothingLeftOpen, createTestDatabase } from "@platen/testing";
import { accounts } from "../accounts/account-row.ts";
import { memberships } from "../accounts/membership-row.ts";
import { openSession } from "../accounts/open-session.ts";
import { createApp } from "../app.ts";
import { sha256 } from "../secrets/sha256.ts";
import { migrateDatabase } from "../migrate-database.ts";
import { createDependencies } from "../dependencies.ts";
import { createMetrics } from "../metrics.ts";

/** Calls operations as a certain caller. */
export type Caller = <T extends Operation>(operation: T, request: RequestOf<T>) => Promise<ResponseOutput<T>>;

type OwnParams<Request> = Request extends { params: infer Params } ? Params : unknown;

/** Calls operations as an account. A project in the parameters is named to the catalog the way the gateway does: beside the caller. */
export type AccountCaller = <T extends Operation>(
  operation: T,
  request: Omit<RequestOf<T>, "params"> & { params?: OwnParams<RequestOf<T>> & { projectId?: string } },
) => Promise<ResponseOutput<T>>;

export type TestAccount = {
  accountId: string;
  email: string;
  /** What the gateway names as its caller; with a project, as its member. */
  callerIn: (projectId?: string) => string;
  call: AccountCaller;
};
/** A project with an API key and a published template. */
export type TestTenant = { owner: TestAccount; projectId: string; key: TestKey; templateId: string };

type DocumentBody = { templateId: string; version?: number; filename?: string };

export type TestKey = {
  keyId: string;
  value: string;
  call: Caller;
  /** Creates one document; fails with the problem that the gateway would answer with. */
  createDocument: (body: DocumentBody) => Promise<CreatedDocument & { keeping?: Keeping | undefined }>;
};

export type TestCatalog = Awaited<ReturnType<typeof startTestCatalog>>;

/** What a worker tells of a document that it has printed, beside its hash. */
export const measured = { pageCount: 2, sizeBytes: 8, queueMs: 0, renderMs: 10, warnings: [] };

/** Returns the problem of a failing call. */
export async function problemOf(call: Promise<unknown>): Promise<ApiProblem> {
  const answer: unknown = await call.catch((error: unknown) => error);
  if (answer instanceof ApiProblem) return answer;
  throw new Error("the call did not fail with a problem", { cause: answer });
}

/** Returns the problem code of all calls, or all different codes. */
export async function codeOfAll(calls: readonly Promise<unknown>[]): Promise<string> {
  const problems = await Promise.all(calls.map(problemOf));
  return [...new Set(problems.map(({ code }) => code))].join(", ");
}

async function createProject(owner: TestAccount, name = "Billing"): Promise<string> {
  return (await owner.call(internalOperations.createProject, { body: { name } })).projectId;
}

type TemplateBody = Partial<RequestOf<typeof internalOperations.createTemplate>["body"]>;

/** A template with one published version. */
async function publishTemplate(owner: TestAccount, projectId: string, body: TemplateBody = {}): Promise<string> {
  const { template, draft } = await owner.call(internalOperations.createTemplate, {
    params: { projectId },
    body: { name: `Invoice ${createId("request").slice(-8)}`, html: "<p>{{number}}</p>", ...body },
  });
  const params = { projectId, templateId: template.templateId };
  await owner.call(internalOperations.publishDraft, { params, body: { revision: draft.revision } });
  return template.templateId;
}

function pathOf({ path }: Operation, params: Record<string, string>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => params[name] ?? "");
}

async function migrate(url: string): Promise<void> {
  await migrateDatabase(url);
}

function newKeyPair() {
  return generateKeyPairSync("ec", {
    namedCurve: "P-256",
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
}

const noByteLimits = {
  PROJECT_CONTENT_BYTES: 0,
  ACCOUNT_CONTENT_BYTES: 0,
  PROJECT_ROW_BYTES: 0,
  ACCOUNT_ROW_BYTES: 0,
  PROJECT_WAITING_BYTES: 0,
  ACCOUNT_WAITING_BYTES: 0,
};
type ByteLimitVariables = typeof noByteLimits;

/** Starts the catalog in this process, with its own database, and calls it as gateways and workers do. */
export async function startTestCatalog(
  options: {
    databaseUrl?: (url: string) => string;
    retentionDays?: number;
    /** Whether it has a storage: a folder of its own, until it stops. */
    hasStorage?: boolean;
    projectAssetBytes?: number;
    maxBackground?: number;
    secretsKey?: string;
    egressAllow?: string;
    projectRequestBytes?: number;
    /** Limits of bytes, of each kind; 0 by default: no limit. */
    byteLimits?: Partial<ByteLimitVariables>;
    silenceTimeoutMs?: number;
    /** A PostgreSQL server, in place of the server that all test files share. */
    server?: string;
  } = {},
) {
  const database = await createTestDatabase({ name: "catalog", migrate, server: options.server });
  const folder = options.hasStorage ? await mkdtemp(join(tmpdir(), "platen-catalog-")) : "";
  const keys = newKeyPair();
  const courierKeys = newKeyPair();
  const dependencies = await createDependencies({
    config: {
      DATABASE_URL: options.databaseUrl?.(database.url) ?? database.url,
      DATABASE_POOL_SIZE: 5,
      DOCUMENT_RETENTION_DAYS: options.retentionDays,
      PROJECTS_PER_ACCOUNT: 20,
      PROJECT_ASSET_BYTES: options.projectAssetBytes ?? 200_000_000,
      PROJECT_MAX_BACKGROUND: options.maxBackground ?? 10_000,
      PROJECT_MAX_BATCHES: 3,
      BATCH_MAX_ROWS: 1_000,
      BATCH_MAX_BYTES: 1_000_000,
      PROJECT_REQUEST_BYTES: options.projectRequestBytes ?? 200_000_000,
      ...noByteLimits,
      ...options.byteLimits,
      SECRETS_KEY: options.secretsKey,
      BACKGROUND_WORK: "on",
      SERVICE_TOKEN_PUBLIC_KEY: keys.publicKey,
      COURIER_TOKEN_PUBLIC_KEY: courierKeys.publicKey,
      EGRESS_ALLOW: options.egressAllow ?? "",
    },
    storage: options.hasStorage ? createStorage({ url: pathToFileURL(folder).href }) : undefined,
    logger: createLogger({ service: "catalog", level: "error" }),
    metrics: createMetrics(),
    // On a busy machine a connection may take longer than a caller would wait.
    database: { connectTimeoutMs: 10_000, silenceTimeoutMs: options.silenceTimeoutMs },
  });
  const server = await startServer(createApp(dependencies), { host: "127.0.0.1", port: 0 });
  const baseUrl = `http://127.0.0.1:${server.port}`;
  const signer = createServiceTokenSigner({ privateKeyPem: keys.privateKey });
  const courier = createServiceTokenSigner({ privateKeyPem: courierKeys.privateKey, issuer: "platen-courier" });
  const { dataSource } = dependencies;

  function callerWith(headers: (operation: Operation) => Record<string, string>): Caller {
    const transport: Transport = createTransport({ baseUrl, timeoutMs: 10_000, headers });
    return (operation, request) => transport.call(operation, request);
  }

  /** Calls as the gateway, for a key, a session or no caller. */
  function gatewayFor(caller?: string): Caller {
    return callerWith(({ operationId }) => ({
      authorization: `Bearer ${signer.serviceToken(operationId)}`,
      ...(caller === undefined ? {} : { [callerHeader]: caller }),
    }));
  }

  function accountWith(sessionHash: string): Pick<TestAccount, "call" | "callerIn"> {
    const callerIn = (projectId?: string) =>
      projectId === undefined ? `session:${sessionHash}` : `member:${sessionHash}:${projectId}`;
    const call: AccountCaller = (operation, { params, ...request }) => {
      const { projectId, ...own } = { ...params };
      // The contract has no parameter for the project, and all else is as given.
      return gatewayFor(callerIn(projectId))(operation, { ...request, params: own } as RequestOf<typeof operation>);
    };
    return { callerIn, call };
  }

  /** Creates a signed-in account. Its password is invalid, because hashing one takes long. */
  async function createAccount(instanceRole: InstanceRole = "admin"): Promise<TestAccount> {
    const accountId = createId("account");
    const email = `${accountId}@example.com`;
    await dataSource.getRepository(accounts).insert({ accountId, email, passwordHash: "none", instanceRole });
    const { sessionValue } = await openSession(dataSource.manager, accountId, randomBytes);
    return { accountId, email, ...accountWith(sha256(sessionValue)) };
  }

  async function createDocument(keyValue: string, body: DocumentBody): ReturnType<TestKey["createDocument"]> {
    const requestId = createId("request");
    const asked = { documentId: createId("document"), keyHash: sha256(keyValue), requestId, ...body };
    const { documents } = await gatewayFor()(internalOperations.openDocuments, { body: { documents: [asked] } });
    const [creation] = documents;
    if (creation?.outcome === "opened") return creation;
    const { code = "internal", message = "" } = creation ?? {};
    throw new ApiProblem(problems[code].status, { code, message, requestId });
  }

  async function createKey(owner: TestAccount, projectId: string): Promise<TestKey> {
    const { keyId, key } = await owner.call(internalOperations.createApiKey, {
      params: { projectId },
      body: { name: "Production" },
    });
    return {
      keyId,
      value: key,
      call: gatewayFor(`key:${sha256(key)}`),
      createDocument: (body) => createDocument(key, body),
    };
  }

  return {
    baseUrl,
    createDocument,
    database,
    dependencies,
    dataSource,
    folder,
    callerWith,
    gatewayFor,
    serviceToken: (scope: string) => signer.serviceToken(scope),
    /** The token of a gateway with another clock. */
    serviceTokenAt: (now: number, scope: string) =>
      createServiceTokenSigner({ privateKeyPem: keys.privateKey, now: () => now }).serviceToken(scope),
    asNobody: gatewayFor(),
    asKey: (value: string) => gatewayFor(`key:${sha256(value)}`),
    asSession: (value: string) => accountWith(sha256(value)).call,
    grant: (claims: GrantClaims) => signer.grant(claims, 60),
    courierToken: (scope: string) => courier.serviceToken(scope),
    /** Calls as the courier does. */
    asCourier: callerWith(({ operationId }) => ({ authorization: `Bearer ${courier.serviceToken(operationId)}` })),
    courierGrant: (claims: GrantClaims) => courier.grant(claims, 60),
    withBearer: (token: string) => callerWith(() => ({ authorization: `Bearer ${token}` })),

    /** Asks for a file as the gateway does, for an account. */
    fetchFile: (operation: Operation, params: Record<string, string>, account: TestAccount) =>
      fetch(baseUrl + pathOf(operation, params), {
        headers: {
          authorization: `Bearer ${signer.serviceToken(operation.operationId)}`,
          [callerHeader]: account.callerIn(params["projectId"]),
        },
      }),
    /** Asks for a file as a worker does. */
    fetchByGrant: (operation: Operation, params: Record<string, string>, claims: GrantClaims) =>
      fetch(baseUrl + pathOf(operation, params), { headers: { authorization: `Bearer ${signer.grant(claims, 60)}` } }),

    createAccount,
    createProject,
    async createMember(projectId: string, role: Role): Promise<TestAccount> {
      const account = await createAccount();
      await dataSource.getRepository(memberships).insert({ projectId, accountId: account.accountId, role });
      return account;
    },
    createKey,
    publishTemplate,
    /** Creates a project with an API key and a published template, of a new account unless one is given. */
    async createTenant(given?: TestAccount, template?: TemplateBody): Promise<TestTenant> {
      const owner = given ?? (await createAccount());
      const projectId = await createProject(owner);
      const [key, templateId] = [await createKey(owner, projectId), await publishTemplate(owner, projectId, template)];
      return { owner, projectId, key, templateId };
    },

    async stop(): Promise<void> {
      await server.close(1_000);
      await dependencies.close();
      await assertNothingLeftOpen([database]);
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
