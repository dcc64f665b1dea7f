import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createClient, type Client } from "@platen/client";
import { operations, problems, type ProblemCode } from "@platen/contracts";
import { freePort, pdfText, runCatalog, runService, startPlaten, waitFor, type Platen } from "@platen/testing";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { signIn, type DashboardSession } from "./dashboard-session.ts";
import { errorOf, exchange } from "./exchange.ts";
import { publishTemplate } from "./project-setup.ts";

let folder: string;
let platen: Platen;
let client: Client;
let session: DashboardSession;
let templateId: string;

beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), "platen-kept-")), "files");
  platen = await startPlaten({
    workers: 1,
    env: { gateway: { CONTENT_MAX_DAYS: "14" }, catalog: { STORAGE_URL: pathToFileURL(folder).href } },
  });
  client = createClient({ baseUrl: platen.baseUrl, apiKey: platen.apiKey });
  session = await signIn(platen.baseUrl, platen.account);
  templateId = await publishTemplate(session, platen.projectId, { name: "Statement", html: "<p>{{x}}</p>" });
});

afterAll(async () => {
  await platen?.stop();
  await rm(dirname(folder), { recursive: true, force: true });
});

const authorization = () => ({ authorization: `Bearer ${platen.apiKey}` });

const generate = (body: object, headers: Record<string, string> = {}) =>
  fetch(`${platen.baseUrl}/api/v1/generate`, {
    method: "POST",
    headers: { ...authorization(), "content-type": "application/json", ...headers },
    body: JSON.stringify({ templateId, data: { x: "1" }, ...body }),
  });

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
const metricsOf = async ({ managementUrl }: { managementUrl: string }) =>
  (await fetch(`${managementUrl}/metrics`)).text();
const codeOf = async (path: string, method = "GET") => {
  const answer = await exchange(platen.baseUrl + path, { method, headers: authorization() });
  return answer.status < 400 ? answer.status : errorOf(answer).code;
};

test("a stored PDF is downloaded whole and in parts at the answer's Content-Location, until it is deleted", async () => {
  const answer = await generate({ store: true, filename: "märz.pdf" });
  const pdf = await bytesOf(answer);
  const documentId = answer.headers.get("platen-document-id") ?? "";
  const location = answer.headers.get("content-location") ?? "";
  expect(location).toBe(`/api/v1/documents/${documentId}/content`);
  const get = (headers: Record<string, string> = {}, method = "GET") =>
    fetch(platen.baseUrl + location, { method, headers: { ...authorization(), ...headers } });

  const whole = await get();
  const tag = `"${createHash("sha256").update(pdf).digest("hex")}"`;
  expect([whole.status, whole.headers.get("etag"), whole.headers.get("content-length")]).toEqual([
    200,
    tag,
    String(pdf.byteLength),
  ]);
  expect(whole.headers.get("content-type")).toBe("application/pdf");
  expect(whole.headers.get("content-disposition")).toContain("filename*=UTF-8''m%C3%A4rz.pdf");
  expect(pdf.equals(await bytesOf(whole))).toBe(true);
  expect(pdf.equals(Buffer.from(await client.getDocumentContent(documentId)))).toBe(true);
  const head = await get({}, "HEAD");
  expect([head.status, head.headers.get("etag")]).toEqual([200, tag]);

  const copied = await get({ "if-none-match": tag });
  expect([copied.status, copied.headers.get("etag"), (await bytesOf(copied)).byteLength]).toEqual([304, tag, 0]);

  const part = await get({ range: "bytes=5-", "if-range": tag });
  expect([part.status, part.headers.get("content-range")]).toEqual([
    206,
    `bytes 5-${pdf.byteLength - 1}/${pdf.byteLength}`,
  ]);
  expect(pdf.subarray(5).equals(await bytesOf(part))).toBe(true);
  const beyond: ProblemCode = "content.range_invalid";
  const outside = await get({ range: `bytes=${pdf.byteLength}-` });
  expect([outside.status, outside.headers.get("content-range")]).toEqual([
    problems[beyond].status,
    `bytes */${pdf.byteLength}`,
  ]);

  const params = { projectId: platen.projectId, documentId };
  const { bytes } = await session.bytes(operations.getDocumentContent.member, { params });
  expect(pdf.equals(Buffer.from(bytes))).toBe(true);

  await client.deleteDocumentContent(documentId);
  expect(await codeOf(location)).toBe("content.gone");
  expect(await codeOf(location, "DELETE")).toBe(204);
  expect(await client.getDocument(documentId)).toMatchObject({ content: "deleted" });
});

test("a link opens the PDF without a key until it is taken back, and no log or metric contains it", async () => {
  const answer = await generate({ store: true, filename: "march.pdf" });
  const pdf = await bytesOf(answer);
  const documentId = answer.headers.get("platen-document-id") ?? "";
  const { url } = await client.createLink(documentId, { expiresIn: 600 });
  expect(url).toMatch(`${platen.baseUrl}/f/`);
  const browser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
  const whole = await fetch(url, { headers: browser });
  expect(pdf.equals(await bytesOf(whole))).toBe(true);
  const tag = `"${createHash("sha256").update(pdf).digest("hex")}"`;
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    "content-type": "application/pdf",
    "content-disposition": 'inline; filename="march.pdf"',
    "content-security-policy": "sandbox; default-src 'none'",
    "cache-control": "private, no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-robots-tag": "noindex, nofollow",
    etag: tag,
  });
  const part = await fetch(url, { headers: { range: "bytes=5-9", "if-range": tag } });
  expect([part.status, pdf.subarray(5, 10).equals(await bytesOf(part))]).toEqual([206, true]);
  const head = await fetch(url, { method: "HEAD" });
  expect([head.status, head.headers.get("content-length")]).toEqual([200, String(pdf.byteLength)]);
  const toSave = await client.createLink(documentId, { disposition: "attachment" });
  const saved = await fetch(toSave.url, { method: "HEAD" });
  expect(saved.headers.get("content-disposition")).toBe('attachment; filename="march.pdf"');

  // A program gets a problem, and a person a page, which runs nothing.
  const changed = `${url.slice(0, -1)}${url.endsWith("0") ? "1" : "0"}`;
  expect(errorOf(await exchange(changed)).code).toBe("link.not_found");
  await client.revokeLinks(documentId);
  expect(errorOf(await exchange(url)).code).toBe("link.gone");
  for (const [address, status, title] of [
    [changed, 404, "This link is not complete"],
    [url, 410, "This link no longer works"],
  ] as const) {
    const page = await fetch(address, { headers: browser });
    expect([page.status, page.headers.get("x-robots-tag")]).toEqual([status, "noindex, nofollow"]);
    expect(page.headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(await page.text()).toContain(title);
  }

  const { catalog, gateway, gateways } = platen.processes;
  const output = [catalog, ...gateways].map((process) => process.output()).join("\n");
  const metrics = (await Promise.all([catalog, gateway].map(metricsOf))).join("\n");
  expect(output).toContain("openLink");
  expect(metrics).toContain('operation="openLink"');
  for (const address of [url, changed, toSave.url]) {
    const signature = address.slice(address.lastIndexOf("/") + 1).split(".")[0] ?? "";
    for (const told of [output, metrics]) expect(told).not.toContain(signature);
  }
});

test("a repeated request with an Idempotency-Key names the PDF of the first", async () => {
  const key = { "idempotency-key": "stored" };
  const [first, second] = [await generate({ store: true }, key), await generate({ store: true }, key)];
  expect(second.headers.get("idempotency-replayed")).toBe("true");
  expect(second.headers.get("content-location")).toBe(first.headers.get("content-location"));
});

describe("a document that no caller waits for", () => {
  const create = (body: object, headers: Record<string, string> = {}) =>
    fetch(`${platen.baseUrl}/api/v1/documents`, {
      method: "POST",
      headers: { ...authorization(), "content-type": "application/json", ...headers },
      body: JSON.stringify({ templateId, data: { x: "1" }, ...body }),
    });
  // The date in a PDF is the time of its request.
  const options = { creationDate: "2026-01-31T09:00:00Z" };

  test("is answered at once, waited for and downloaded, and has the bytes that `generate` gives", async () => {
    const body = { options, reference: "order 2031", metadata: { customer: "c_81" }, filename: "2031.pdf" };
    const answer = await create(body, { "idempotency-key": "order-2031" });
    const location = answer.headers.get("location") ?? "";
    const { data } = z.object({ data: z.object({ documentId: z.string() }) }).parse(await answer.json());
    expect([answer.status, location]).toEqual([202, `/api/v1/documents/${data.documentId}/content`]);
    const document = await client.waitForDocument(data.documentId);
    expect(document).toMatchObject({ status: "completed", content: "available", reference: "order 2031" });
    const pdf = await client.getDocumentContent(data.documentId);
    const generated = await bytesOf(await generate({ options }));
    expect(generated.equals(Buffer.from(pdf))).toBe(true);

    const again = await create(body, { "idempotency-key": "order-2031" });
    expect([again.status, again.headers.get("location"), again.headers.get("idempotency-replayed")]).toEqual([
      202,
      location,
      "true",
    ]);
  });

  test("answers its content with 202 until it is made, and is cancelled while a request waits for it", async () => {
    const notBefore = new Date(Date.now() + 3_600_000).toISOString();
    const { documentId } = await client.createDocument({ templateId, data: {}, notBefore });
    const path = `/api/v1/documents/${documentId}/content`;
    const content = await fetch(platen.baseUrl + path, { headers: authorization() });
    expect([content.status, content.headers.get("retry-after")]).toEqual([202, "1"]);
    expect(await content.json()).toMatchObject({ data: { documentId, content: "pending" } });
    const early = client.createLink(documentId);
    await expect(early).rejects.toMatchObject({ code: "document.not_ready", retryAfterSeconds: 1 });
    // Its answer comes before the end of the wait.
    const waiting = client.getDocument(documentId, { wait: 60 });
    const waits = async () =>
      (await metricsOf(platen.processes.gateway)).includes('platen_document_waits{component="gateway"} 1');
    await waitFor(waits, { describe: "the request to wait" });
    expect(await client.cancelDocument(documentId)).toMatchObject({ status: "cancelled" });
    expect(await waiting).toMatchObject({ status: "cancelled" });
    expect(await codeOf(path)).toBe("document.cancelled");
    await expect(client.createLink(documentId)).rejects.toMatchObject({ code: "document.cancelled" });
  });
});

describe("a batch", () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ data: { x: String(index) }, reference: `e-${index}` }));

  /** The SHA-256 of each file in a ZIP, by its name. */
  async function hashesInZip(zip: Uint8Array): Promise<unknown> {
    const path = join(dirname(folder), "batch.zip");
    await writeFile(path, zip);
    const read =
      "import hashlib, json, sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(json.dumps({i.filename: hashlib.sha256(z.read(i)).hexdigest() for i in z.infolist()}))";
    return JSON.parse(execFileSync("python3", ["-c", read, path], { encoding: "utf8" }));
  }

  test("is made row by row, and downloaded as a ZIP that resumes, with a manifest of what is in it", async () => {
    const { batchId } = await client.createBatch({ templateId, name: "Statements: März" });
    expect(await client.addRows(batchId, rows(5))).toBe(5);
    // A sender that begins again with all rows.
    expect(await client.addRows(batchId, rows(8))).toBe(8);
    const early = await fetch(`${platen.baseUrl}/api/v1/batches/${batchId}/zip`, { headers: authorization() });
    expect([early.status, early.headers.get("retry-after")]).toEqual([202, "5"]);
    await client.startBatch(batchId);
    const seen: unknown[] = [];
    for await (const batch of client.batchEvents(batchId)) seen.push(batch);
    const batch = await client.getBatch(batchId);
    expect(batch).toMatchObject({ status: "completed", counts: { completed: 8, failed: 0, cancelled: 0, open: 0 } });
    expect(seen.at(-1)).toEqual(batch);

    const get = (headers: Record<string, string> = {}, method = "GET") =>
      fetch(`${platen.baseUrl}/api/v1/batches/${batchId}/zip`, { method, headers: { ...authorization(), ...headers } });
    const whole = await get();
    const zip = await bytesOf(whole);
    expect(whole.headers.get("content-disposition")).toContain("filename*=UTF-8''Statements_%20M%C3%A4rz.zip");
    const pieces: Uint8Array[] = [];
    for await (const piece of client.downloadZip(batchId)) pieces.push(piece);
    expect(zip.equals(Buffer.concat(pieces))).toBe(true);
    const tag = whole.headers.get("etag") ?? "";
    expect((await get({ "if-none-match": tag })).status).toBe(304);
    const part = await get({ range: "bytes=1000-", "if-range": tag });
    expect([part.status, zip.subarray(1_000).equals(await bytesOf(part))]).toEqual([206, true]);
    const head = await get({}, "HEAD");
    expect([head.status, head.headers.get("content-length")]).toEqual([200, String(zip.byteLength)]);

    const inZip = await hashesInZip(zip);
    const manifest = (await client.getManifest(batchId))
      .trim()
      .split("\n")
      .map((line) => z.object({ reference: z.string(), sha256: z.string() }).parse(JSON.parse(line)));
    expect(inZip).toEqual(Object.fromEntries(manifest.map(({ reference, sha256 }) => [`${reference}.pdf`, sha256])));
    const { documents } = await client.listDocuments({ batchId, status: "completed" });
    expect(new Set(documents.map(({ row }) => row))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8]));

    await client.deleteDocumentContent(documents[0]?.documentId ?? "");
    const changed = await get({ range: "bytes=1000-", "if-range": tag });
    expect([changed.status, changed.headers.get("etag") === tag]).toEqual([200, false]);
    await changed.arrayBuffer();
  });
});

describe("the requests of a project that keeps them", () => {
  const secret = "GB33BUKB20201555555555";
  const person = "Ada of Marylebone";
  const data = { x: "1", customer: { name: person, iban: secret } };
  const params = () => ({ projectId: platen.projectId });
  /** The kept request of a document, once it has arrived. */
  const kept = (documentId: string) =>
    waitFor(
      async () => {
        const read = { params: { ...params(), documentId } };
        return (await session.call(operations.getDocumentRequest, read)).request ?? undefined;
      },
      { describe: "the request to be kept" },
    );

  test("are kept for completed, failed and background documents alike, without redacted values", async () => {
    const body = { days: 7 as const, redactedPaths: ["customer.iban"] };
    await session.call(operations.saveRequestKeeping, { params: params(), body });
    const [completed, failed, background] = await Promise.all([
      generate({ data, locale: "en-GB" }),
      generate({ data: { customer: data.customer }, options: { strict: true } }),
      client.createDocument({ templateId, data }),
    ]);
    expect([completed.status, failed.status]).toEqual([200, 422]);
    const documentId = completed.headers.get("platen-document-id") ?? "";
    const redacted = { name: person, iban: "[redacted]" };
    const request = await kept(documentId);
    expect(request).toMatchObject({ data: { x: "1", customer: redacted }, locale: "en-GB" });
    const { documents } = await client.listDocuments({ status: "failed", pageSize: 1 });
    expect(await kept(documents[0]?.documentId ?? "")).toMatchObject({
      data: { customer: redacted },
      options: { strict: true },
    });
    expect(await kept(background.documentId)).toMatchObject({ data: { customer: redacted } });

    // Made again from its version and its date, it is the same PDF.
    const again = await fetch(
      `${platen.baseUrl}/api/dashboard/projects/${platen.projectId}/templates/${templateId}/preview`,
      {
        method: "POST",
        headers: { cookie: session.cookie() ?? "", "content-type": "application/json" },
        body: JSON.stringify({
          version: 1,
          data: request.data,
          locale: request.locale,
          options: { creationDate: request.requestedAt },
        }),
      },
    );
    expect((await bytesOf(again)).equals(await bytesOf(completed))).toBe(true);
  });

  test("keep every digit of a number that was sent, as documents, batches and what is made again do", async () => {
    const numbers = '{"x":12345678901234567890,"rates":[0.1234567890123456789,1e400]}';
    const html = "<p>{{x}} {{ x | money EUR }} {{#rates}}{{.}} {{/rates}}</p>";
    const printed = "12345678901234567890 €12,345,678,901,234,567,890.00 0.1234567890123456789 1e400";
    const name = "Numbers";
    const numbered = await publishTemplate(session, platen.projectId, { name, html });
    const send = async (path: string, body: string, headers: Record<string, string>) => {
      const answer = await fetch(platen.baseUrl + path, { method: "POST", headers, body });
      expect(answer.status).toBeLessThan(300);
      return answer;
    };
    const json = { "content-type": "application/json" };
    const post = (path: string, members: string) =>
      send(`/api/v1/${path}`, `{"templateId":"${numbered}",${members}}`, { ...authorization(), ...json });
    const textIn = async (pdf: Uint8Array) => (await pdfText(pdf)).join(" ").trim();
    const { params: inProject, redactedPaths } = { params: params(), redactedPaths: ["customer.iban"] };
    await session.call(operations.saveRequestKeeping, { params: inProject, body: { days: 7, redactedPaths } });

    const generated = await post("generate", `"data":${numbers}`);
    expect(await textIn(await bytesOf(generated))).toBe(printed);
    const background = z.object({ data: z.object({ documentId: z.string() }) });
    const { documentId } = background.parse(await (await post("documents", `"data":${numbers}`)).json()).data;
    await client.waitForDocument(documentId);
    expect(await textIn(await client.getDocumentContent(documentId))).toBe(printed);

    const created = z.object({ data: z.object({ batchId: z.string() }) });
    const inOne = created.parse(await (await post("batches", `"rows":[{"data":${numbers}}]`)).json()).data.batchId;
    const { batchId } = await client.createBatch({ templateId: numbered });
    const rowHeaders = { ...authorization(), "row-offset": "0", "content-type": "application/x-ndjson" };
    await send(`/api/v1/batches/${batchId}/rows`, `{"data":${numbers}}\n`, rowHeaders);
    await client.startBatch(batchId);
    for (const id of [inOne, batchId]) {
      await client.waitForBatch(id);
      const { documents } = await client.listDocuments({ batchId: id });
      expect(await textIn(await client.getDocumentContent(documents[0]?.documentId ?? ""))).toBe(printed);
    }

    const { data: again } = await kept(generated.headers.get("platen-document-id") ?? "");
    expect(JSON.stringify(again)).toBe(numbers);
    expect(JSON.stringify((await kept(documentId)).data)).toBe(numbers);
    const preview = { params: inProject, body: { name, html, data: again ?? {} } };
    expect(await textIn((await session.bytes(operations.previewSource, preview)).bytes)).toBe(printed);
  });

  test("leave no data in the logs of any process", () => {
    const { catalog, courier, gateways, workers } = platen.processes;
    const output = [catalog, courier, ...gateways, ...workers].map((process) => process.output()).join("\n");
    expect(output).toContain("getDocumentRequest");
    for (const text of [secret, person]) expect(output).not.toContain(text);
  });
});

test("a PDF whose file is gone is 410 for its caller, and in the list of the operator's command", async () => {
  const answer = await generate({ store: true });
  await answer.arrayBuffer();
  const location = answer.headers.get("content-location") ?? "";
  const documentId = answer.headers.get("platen-document-id") ?? "";
  const compare = async () => {
    const env = { STORAGE_URL: pathToFileURL(folder).href };
    return runCatalog("storage.ts", platen.databaseUrl, { args: ["compare"], env });
  };
  expect(await compare()).toBe('{"filesWithoutRow":0,"rowsWithoutFile":0,"lostFilesBack":0,"applied":false}\n');
  const files = join(folder, platen.projectId);
  await rename(files, `${folder}-files`);
  expect(await compare()).toContain(`"documentId":"${documentId}"`);
  expect(await codeOf(location)).toBe("content.lost");
  await rename(`${folder}-files`, files);
  expect(await codeOf(location)).toBe(200);
});

test("while the storage is away a document to store is answered with 503, and others are made", async () => {
  // A file in place of the folder: permissions do not stop root.
  await rename(folder, `${folder}-away`);
  await writeFile(folder, "");
  const [stored, other] = [await generate({ store: true }), await generate({})];
  expect([stored.status, other.status]).toEqual([503, 200]);
  expect(await stored.json()).toMatchObject({ error: { code: "dependency.unavailable" } });

  // The running catalog stays ready, and a new one says why it is not.
  expect((await fetch(`${platen.processes.catalog.managementUrl}/readyz`)).status).toBe(200);
  const { PORT: _port, ...like } = platen.processes.catalog.env;
  const port = String(await freePort());
  const starting = runService("catalog", { ...like, MANAGEMENT_PORT: port }, "catalog-2");
  const reason = () => fetch(`http://127.0.0.1:${port}/readyz`).then((answer) => answer.text());
  await waitFor(async () => (await reason()).includes("ENOTDIR"), { describe: "the reason of a new catalog" });
  expect(await reason()).toContain("cannot read its mark: ENOTDIR. Name a folder in STORAGE_URL.");
  await rm(folder);
  await rename(`${folder}-away`, folder);
  await (await starting).stop();
});
