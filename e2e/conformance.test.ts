import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createApiKeyValue, operations, publicOperations, type OperationId } from "@platen/contracts";
import { describeOperations } from "@platen/contracts/openapi";
import { proofOr, startPlaten, type Platen } from "@platen/testing";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { randomBytes } from "node:crypto";
import { inviteStranger, signIn, type DashboardSession } from "./dashboard-session.ts";
import { errorOf, exchange, type Exchange } from "./exchange.ts";
import { doors, type Door } from "./doors.ts";
import { freshFor, freshMember } from "./fresh.ts";
import {
  createKey,
  createProject,
  createSnippet,
  createTemplate,
  publishTemplate,
  uploadAsset,
  type IssuedKey,
} from "./project-setup.ts";
import { anyText, sometimes, valuesFor, type JsonSchema, type Samples } from "./schema-samples.ts";

/** The same runs every time; fast-check prints it with the smallest request that fails. */
const seed = 20_270_119;
const runsPerOperation = proofOr(80, 10);
/** An operation takes and answers the same at its second door. */
const runsPerSecondDoor = proofOr(80, 2);
/** On a busy machine an operation gets fewer runs. A single run may need six calls first, and always has the time for them. */
const timePerOperationMs = 6_000;
/** A machine that gives fewer operations all their runs is too busy for this test. */
const fewestComplete = 10;

type MediaTypes = Record<string, { schema: JsonSchema }>;
type OperationObject = {
  operationId: string;
  parameters?: { name: string; in: "path" | "query" | "header"; required?: boolean; schema: JsonSchema }[];
  requestBody?: { content: MediaTypes };
  responses: Record<string, { content?: MediaTypes }>;
};
type OpenApiDocument = {
  paths: Record<string, Record<string, OperationObject>>;
  components: { schemas: Record<string, JsonSchema> };
};

/** A document as a client gets it. */
function asJson(document: object): unknown {
  return JSON.parse(JSON.stringify(document));
}

const strangersCredentials = { email: "stranger@example.com", password: "a password of a stranger" };

let platen: Platen;
/** All of the contract, of which the served document leaves out the dashboard's. */
// The generator gives every operation this shape.
const openapi = asJson(
  describeOperations(
    publicOperations().map((operation) => ({ operation, tag: "All", text: { summary: operation.operationId } })),
  ),
) as OpenApiDocument;
let ajv: Ajv2020;
let owner: DashboardSession;
let stranger: DashboardSession & { projectId: string };
let key: IssuedKey;
let foreignKey: IssuedKey;
let projectId: string;
/** Ids and values that exist, by the names under which parameters and fields carry them. */
let known: Samples["known"];

beforeAll(async () => {
  platen = await startPlaten({
    workers: 1,
    env: {
      catalog: { PROJECTS_PER_ACCOUNT: "100000", PROJECT_MAX_BATCHES: "10000" },
      gateway: {
        RATE_LIMIT_PER_MINUTE: "1000000",
        FAILED_REQUESTS_PER_ADDRESS: "1000000",
        SIGN_IN_TRIES_PER_ACCOUNT: "100000",
        SIGN_IN_TRIES_PER_ACCOUNT_TOTAL: "100000",
        SIGN_IN_TRIES_PER_ADDRESS: "100000",
      },
    },
  });
  ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(openapi, "openapi");

  owner = await signIn(platen.baseUrl, platen.account);
  stranger = await inviteStranger(platen.baseUrl, owner, strangersCredentials);
  projectId = await createProject(owner, "Conformance");
  await owner.call(operations.renameProject, { params: { projectId }, body: { allowsInlineHtml: true } });
  const templateId = await publishTemplate(owner, projectId, {
    name: "Conforming",
    html: "<h1>{{title}}</h1>{{#rows}}<p>{{.}}</p>{{/rows}}",
    tags: ["conforming"],
  });
  const draftOnly = await createTemplate(owner, projectId, { name: "Draft only", html: "<p>{{x}}</p>" });
  key = await createKey(platen.baseUrl, owner, projectId);
  const { documentId } = await key.client.generateDocument({ templateId, data: { title: "First" }, store: true });
  const { url } = await key.client.createLink(documentId);
  const { batchId } = await key.client.createBatch({ templateId });
  await key.client.addRows(batchId, [{ data: {} }]);
  await key.client.startBatch(batchId);
  await key.client.waitForBatch(batchId);
  const { assetId } = await uploadAsset(owner, projectId);
  const { snippetId } = await createSnippet(owner, projectId, "letterhead");
  const { accountId } = await freshMember({ baseUrl: platen.baseUrl, dashboard: owner, projectId });
  const strangersProject = stranger.projectId;
  foreignKey = await createKey(platen.baseUrl, stranger, strangersProject);
  known = {
    projectId: [projectId, projectId, projectId, projectId, strangersProject],
    templateId: [templateId, templateId, templateId, draftOnly.templateId],
    documentId: [documentId],
    token: [url.slice(url.lastIndexOf("/") + 1)],
    batchId: [batchId],
    assetId: [assetId],
    snippetId: [snippetId],
    scopes: [["documents", "templates"]],
    accountId: [accountId],
    version: [1],
    revision: [1, 1, 2],
    dataSets: [[{ name: "One", json: "{}" }]],
    email: [strangersCredentials.email],
    password: [strangersCredentials.password],
    options: [
      {},
      { format: "A5", margin: { top: "1cm" } },
      { pageRanges: "99" },
      { creationDate: "2026-01-31T09:00:00Z" },
    ],
    settings: [{}, { width: "10cm", height: "4in", scale: 0.5 }, { javascript: true }],
    translations: [{}, { en: { title: "Invoice" } }],
    changes: [{ en: { title: "Invoice" } }],
    content: ['{ "en": { "title": "Invoice" } }'],
    locale: ["en"],
    timeZone: ["UTC"],
    currency: ["EUR"],
    strict: [false],
    sample: ["offer", "invoice"],
    defaultLocale: ["en"],
    html: ["<p>{{x}}</p>", "<p>{{y}}</p>", "{{#open}}"],
    filename: ["invoice.pdf"],
    callbackUrl: ["https://receiver.example/hook"],
    rows: [[{ data: {} }]],
    metadata: [{}, { customer: "c_81" }],
  };
});

afterAll(() => platen?.stop());

const credentialKinds = ["right", "none", "foreign", "unknown"] as const;
type CredentialKind = (typeof credentialKinds)[number];

async function credential({ id, operation }: Door, kind: CredentialKind): Promise<Record<string, string>> {
  if (kind === "none" || operation.access === "none") return {};
  if (operation.access === "apiKey") {
    const values = { right: key.key, foreign: foreignKey.key, unknown: createApiKeyValue(randomBytes) };
    return { authorization: `Bearer ${values[kind]}` };
  }
  if (kind === "unknown") return { cookie: "platen_session=unknown" };
  const session = kind === "foreign" ? stranger : owner;
  // No other call needs a session that this call may end.
  const isEnded = id === "signOut" && kind === "right";
  const { cookie } = isEnded ? await signIn(platen.baseUrl, platen.account) : session;
  return { cookie: cookie() ?? "" };
}

type Attempt = {
  credentialKind: CredentialKind;
  path: Record<string, string>;
  /** Takes the place of the path's last parameter. */
  segment: string | undefined;
  query: Record<string, string | undefined>;
  body: string | undefined;
  contentType: string;
};

/** Text of a parameter, from a value of its schema. */
const asText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

function resolve(ref: string): JsonSchema {
  const name = ref.replace("#/components/schemas/", "");
  const schema = openapi.components.schemas[name];
  if (!schema) throw new Error(`the document has no schema ${name}`);
  return schema;
}

/** An empty path segment, or dots alone, would make a call of another operation. */
const asSegment = (text: string) => (/^\.{0,2}$/.test(text) ? "x" : text);

/** Calls as the document describes them, by callers who may make them; or the same with something wrong in places. */
function attempts(
  { operationId, parameters = [], requestBody }: OperationObject,
  isSpoiled: boolean,
): fc.Arbitrary<Attempt> {
  const takesFile = "application/octet-stream" in (requestBody?.content ?? {});
  // The name of a file ends with its kind.
  const names = operationId.endsWith("Asset") && { name: ["drawing.svg", "sketch.svg", "seal.svg", "style.css"] };
  const samples = { resolve, known: { ...known, ...names } };
  const texts = (place: "path" | "query") =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === place)
        .map(({ name, schema }) => [name, valuesFor(schema, { ...samples, isSpoiled: false }, name).map(asText)]),
    );
  const parameterNames = fc.oneof(anyText, fc.constantFrom("page", "sort", "search"));
  const nothing = fc.constant<string | undefined>(undefined);
  const schema = requestBody?.content["application/json"]?.schema;
  const json = schema && valuesFor(schema, { ...samples, isSpoiled }).map((value) => JSON.stringify(value));
  const takesRows = "application/x-ndjson" in (requestBody?.content ?? {});
  const rows = takesRows ? fc.constantFrom('{"data":{}}\n', '{"data":{}}\n{"data":[]}') : json;
  const body = takesFile ? fc.constantFrom("<svg/>", "p { color: red }") : rows;
  return fc.record({
    credentialKind: sometimes<CredentialKind>(isSpoiled, fc.constant("right"), fc.constantFrom(...credentialKinds)),
    path: fc.record(texts("path")),
    segment: sometimes(isSpoiled, nothing, anyText.map(asSegment)),
    query: sometimes<Attempt["query"]>(
      isSpoiled,
      fc.record(texts("query"), { requiredKeys: [] }),
      fc.dictionary(parameterNames, anyText, { maxKeys: 2 }),
    ),
    body: body ? sometimes(isSpoiled, body, anyText) : nothing,
    contentType: sometimes(
      isSpoiled,
      fc.constant("application/json"),
      fc.constantFrom("text/plain", "application/json; charset=latin1", "x", "*/*"),
    ),
  });
}

async function send(door: Door, operation: OperationObject, attempt: Attempt): Promise<Exchange> {
  const { path, method } = door.operation;
  const made = await freshFor(door.id, { baseUrl: platen.baseUrl, dashboard: owner, projectId });
  const isFresh = Object.keys(made).length > 0;
  const values: Record<string, string> = { ...attempt.path, ...(isFresh && { projectId, ...made }) };
  const last = Object.keys(attempt.path).at(-1);
  if (last !== undefined && attempt.segment !== undefined) values[last] = attempt.segment;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
    encodeURIComponent((values[name] ?? "").toWellFormed()),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(attempt.query)) if (value !== undefined) query.set(name, value);
  const required = (operation.parameters ?? []).filter((parameter) => parameter.in === "header" && parameter.required);
  return exchange(`${platen.baseUrl}${filled}${query.size === 0 ? "" : `?${query.toString()}`}`, {
    method: method.toUpperCase(),
    headers: {
      ...(await credential(door, attempt.credentialKind)),
      ...(attempt.body === undefined ? {} : { "content-type": attempt.contentType }),
      ...Object.fromEntries(required.map(({ name }) => [name, "0"])),
    },
    ...(attempt.body === undefined ? {} : { body: attempt.body }),
  });
}

const validators = new Map<string, ValidateFunction>();

function validatorAt(pointer: string): ValidateFunction {
  const validate = validators.get(pointer) ?? ajv.compile({ $ref: `openapi#${pointer}` });
  validators.set(pointer, validate);
  return validate;
}

const escaped = (text: string) => encodeURIComponent(text.replaceAll("~", "~0").replaceAll("/", "~1"));

/** Looks whether a refusal names its request, and tells nothing of the service's inside. */
function isPlain(answer: Exchange): void {
  const { requestId, message } = errorOf(answer);
  expect([requestId, message === ""]).toEqual([answer.headers.get("x-request-id"), false]);
  expect(answer.text).not.toMatch(/<html|\bat .+:\d+:\d+|node_modules/i);
  expect(answer.text.length).toBeLessThan(30_000);
  if (answer.status === 401) expect(answer.headers.get("www-authenticate") ?? "Bearer").toBe("Bearer");
}

/** Holds an answer against what the document says of the operation's answers. */
function conforms(path: string, method: string, operation: OperationObject, answer: Exchange): void {
  const { status, headers, text, json } = answer;
  const shown = `${method} ${path} answered ${status}: ${text.slice(0, 300)}`;
  if (status >= 500) throw new Error(`a 5xx: ${shown}`);
  if (!headers.get("x-request-id")) throw new Error(`no X-Request-Id: ${shown}`);
  const response = operation.responses[String(status)];
  if (!response) throw new Error(`an undocumented status: ${shown}`);
  const contentType = (headers.get("content-type") ?? "").split(";")[0]?.trim() ?? "";
  if (!response.content) {
    if (text !== "") throw new Error(`an undocumented body: ${shown}`);
    return;
  }
  // A file has a media type of its own.
  if ("*/*" in response.content) return;
  if (!(contentType in response.content)) throw new Error(`an undocumented content type, ${contentType}: ${shown}`);
  if (contentType === "application/pdf") {
    if (!text.startsWith("%PDF-")) throw new Error(`not a PDF: ${shown}`);
    return;
  }
  if (contentType !== "application/json") return;
  const validate = validatorAt(
    `/paths/${escaped(path)}/${method}/responses/${status}/content/${escaped(contentType)}/schema`,
  );
  if (!validate(json)) throw new Error(`outside its schema: ${ajv.errorsText(validate.errors)}: ${shown}`);
  if (status >= 400) isPlain(answer);
}

const call = (path: string, init: RequestInit = {}) =>
  exchange(platen.baseUrl + path, {
    ...init,
    headers: { authorization: `Bearer ${key.key}`, "content-type": "application/json" },
  });
const generate = (data: string, before = "") =>
  call("/api/v1/generate", {
    method: "POST",
    body: `${before}{"templateId":${JSON.stringify(known["templateId"]?.[0])},"data":${data}}`,
  });
const withoutKey = (query: string, headers = {}) => exchange(`${platen.baseUrl}/api/v1/templates${query}`, { headers });

/** Requests that differ from those of the document in another way than the runs below. */
const unusual: [what: string, status: number, send: () => Promise<Exchange>][] = [
  ["the key in the query", 401, () => withoutKey(`?apiKey=${key.key}`)],
  ["the key in a cookie", 401, () => withoutKey("", { cookie: `platen_session=${key.key}` })],
  ["a path without a version", 404, () => call("/api/templates")],
  ["a path of another version", 404, () => call("/api/v2/templates")],
  ["a path in upper case", 404, () => call("/API/V1/TEMPLATES")],
  ["a path that climbs", 404, () => call("/api/v1/templates/..%2f..%2fetc%2fpasswd")],
  ["a slash at the end", 200, () => call("/api/v1/templates/")],
  ["HEAD of a list", 200, () => call("/api/v1/templates", { method: "HEAD" })],
  ["a byte order mark before JSON", 200, () => generate("{}", "\ufeff")],
  ["data with NUL, a lone surrogate and __proto__", 200, () => generate('{"a":"\\u0000\\ud800","__proto__":{"b":1}}')],
];

test.each(unusual)("%s is answered with %i", async (_what, status, sendIt) => {
  const answer = await sendIt();
  expect(answer.status).toBe(status);
  if (status >= 400) isPlain(answer);
});

test("answers that the document does not describe are noticed", async () => {
  const path = "/api/v1/projects";
  const operation = openapi.paths[path]?.["get"];
  if (!operation) throw new Error(`the document has no ${path}`);
  const answer = await exchange(platen.baseUrl + path, { headers: { authorization: `Bearer ${key.key}` } });
  const check = (changes: Partial<Exchange>) => () => conforms(path, "get", operation, { ...answer, ...changes });
  expect(check({})).not.toThrow();
  expect(check({ json: JSON.parse(answer.text.replace('"name"', '"secret":1,"name"')) })).toThrow("outside its schema");
  expect(check({ status: 418 })).toThrow("an undocumented status");
});

/** How often each operation answered with each status at its first door, over all runs. */
const seen = new Map<OperationId, Map<number, number>>();

describe("whatever is sent, the answer is one the document describes:", () => {
  test.each(doors)("$name", async (door) => {
    const { path, method } = door.operation;
    const operation = openapi.paths[path]?.[method];
    if (!operation) throw new Error(`the document has no ${method} ${path}`);
    const statuses = new Map<number, number>();
    const isFirst = doors.find(({ id }) => id === door.id) === door;
    if (isFirst) seen.set(door.id, statuses);
    await fc.assert(
      fc.asyncProperty(fc.oneof(attempts(operation, false), attempts(operation, true)), async (attempt) => {
        const answer = await send(door, operation, attempt);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        conforms(path, method, operation, answer);
      }),
      { seed, numRuns: isFirst ? runsPerOperation : runsPerSecondDoor, interruptAfterTimeLimit: timePerOperationMs },
    );
  });
});

const sumOf = (statuses: ReadonlyMap<number, number>) => [...statuses.values()].reduce((sum, count) => sum + count, 0);

test("the runs reached success and refusal of nearly every operation", () => {
  // A busy machine has no time for all runs of an operation.
  const complete = [...seen].filter(([, statuses]) => sumOf(statuses) >= runsPerOperation);
  expect(complete.length).toBeGreaterThanOrEqual(fewestComplete);
  const without = (isWanted: (status: number) => boolean) =>
    complete.filter(([, statuses]) => ![...statuses.keys()].some(isWanted)).map(([id]) => id);
  // Set-up, reading or accepting an invitation and changing the password need values that no run can guess.
  // Failed rows are there once a batch has ended. Operations with many fields may miss by chance.
  const unsuccessful = without((status) => status < 300);
  expect(unsuccessful.length > 9 ? unsuccessful : []).toEqual([]);
  const neverRefused = without((status) => status >= 400);
  expect(neverRefused.length > 2 ? neverRefused : []).toEqual([]);
});

test("after all of these requests the same processes run, and none is logged as an error of a service", () => {
  const { gateway, catalog, workers } = platen.processes;
  // This throws for a process that has ended, even if another one replaced it.
  for (const { pid } of [gateway, catalog, ...workers]) expect(() => process.kill(pid, 0)).not.toThrow();
  const failures = [...gateway.logs(), ...catalog.logs()].filter(
    (line) => line["level"] === "error" || Number(line["status"] ?? 0) >= 500,
  );
  expect(failures).toEqual([]);
});
