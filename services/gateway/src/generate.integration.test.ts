import { createHash, randomBytes } from "node:crypto";
import { afterEach, describe, expect, test } from "@jest/globals";
import { createClient } from "@platen/client";
import { createApiKeyValue, dataIssue, operations, resourceBlocked } from "@platen/contracts";
import { freePort, waitFor } from "@platen/testing";
import { z } from "zod";
import { generateAs, type RawAnswer } from "./testing/generate-as.ts";
import { scriptedPdf } from "./testing/scripted-worker.ts";
import { cookieSetBy, createProject, email, password, signIn } from "./testing/test-gateway.ts";
import { systemForFile } from "./testing/test-system.ts";

const system = systemForFile();

type Options = Partial<Parameters<typeof generateAs>[1]> & { as?: Parameters<typeof generateAs>[0] };

function generate(data: object, { as = system.project, ...options }: Options = {}): Promise<RawAnswer> {
  return generateAs(as, { baseUrl: system.gateway.baseUrl, data, ...options });
}

const clientOf = (baseUrl = system.gateway.baseUrl) => createClient({ baseUrl, apiKey: system.project.key });

async function listed() {
  const { documents, pagination } = await clientOf().listDocuments({ pageSize: 1 });
  return { latest: documents[0], total: pagination.total };
}

test("a document with check: only is answered by its warnings, and leaves no record", async () => {
  const { total } = await listed();
  const { templateId } = system.project;
  const missing = dataIssue({ kind: "missing", path: "n", count: 1 });
  const shrunk = { code: "page.shrunk", severity: "warning", message: "Too wide.", page: 1 } as const;
  const check = (warnings: object[]) => clientOf().checkDocument({ templateId, data: { warnings } });
  await expect(check([missing])).resolves.toEqual({ isValid: false, warnings: [missing] });
  await expect(check([shrunk])).resolves.toEqual({ isValid: true, warnings: [shrunk] });
  expect(system.worker.jobs.at(-1)).toMatchObject({ request: { check: "only" } });
  expect((await listed()).total).toBe(total);
});

describe("a document from HTML of the request", () => {
  const { renameProject } = operations;
  const allow = (allowsInlineHtml: boolean) => {
    const { member, project } = system;
    return member.dashboard.call(renameProject, {
      params: { projectId: project.projectId },
      body: { allowsInlineHtml },
    });
  };

  test("is refused by name, without a job and a record, until an owner allows it", async () => {
    const { total } = await listed();
    const jobs = system.worker.jobs.length;
    await expect(clientOf().generateDocument({ html: "<p>x" })).rejects.toMatchObject({
      status: 403,
      code: "project.inline_html_disabled",
    });
    expect((await listed()).total).toBe(total);
    expect(system.worker.jobs).toHaveLength(jobs);
  });

  test("travels with its source in the job, and is answered and listed without a template", async () => {
    await allow(true);
    const html = "<p>{{n}}";
    const settings = { format: "A5" } as const;
    const request = { html, css: "p {}", settings, data: { n: 1 }, filename: "receipt.pdf", locale: "de" };
    const document = await clientOf().generateDocumentAsJson(request);
    expect(document).toMatchObject({ templateId: null, version: null });
    const { documentId } = document;
    expect(system.worker.jobs.at(-1)).toMatchObject({
      documentId,
      sourceId: documentId,
      request: {
        source: { html, css: "p {}", settings, title: "receipt", isTemplate: true },
        dataJson: '{"n":1}',
        locale: "de",
      },
    });
    expect((await listed()).latest).toMatchObject({ documentId, templateId: null, version: null, status: "completed" });
    await clientOf().generateDocument({ html });
    expect(system.worker.jobs.at(-1)).toMatchObject({
      request: { dataJson: "{}", source: { title: "Document", isTemplate: false } },
    });
    const { total } = await listed();
    await expect(clientOf().checkDocument({ html })).resolves.toEqual({ isValid: true, warnings: [] });
    expect((await listed()).total).toBe(total);
  });

  test("is rendered once for requests with one Idempotency-Key, and refused with other HTML", async () => {
    await allow(true);
    const headers = { "idempotency-key": "one-receipt" };
    const send = (body: object) => {
      const { baseUrl } = system.gateway;
      return generateAs(system.project, {
        baseUrl,
        headers,
        body: { templateId: undefined, data: undefined, ...body },
      });
    };
    const [first, second] = [await send({ html: "<p>1" }), await send({ html: "<p>1" })];
    expect([first.status, second.header("idempotency-replayed")]).toEqual([200, "true"]);
    expect(second.header("platen-document-id")).toBe(first.header("platen-document-id"));
    expect(second.header("content-disposition")).toBe('attachment; filename="document.pdf"');
    expect((await send({ html: "<p>2" })).problem.code).toBe("idempotency.key_reused");
  });
});

describe("the time for which a project keeps PDFs", () => {
  const day = 86_400;
  const change = (body: { contentDefaultDays?: number; contentMaxDays?: number | null }) =>
    system.member.dashboard.call(operations.renameProject, {
      params: { projectId: system.project.projectId },
      body,
    });
  afterEach(() => change({ contentDefaultDays: 7, contentMaxDays: null }));

  /** For how many seconds the last job lets its PDF be kept. */
  function grantedSeconds(): number | undefined {
    const [, claims = ""] = (system.worker.jobs.at(-1)?.grant ?? "").split(".");
    const { keepSeconds } = z
      .object({ keepSeconds: z.int().optional() })
      .parse(JSON.parse(Buffer.from(claims, "base64url").toString()));
    return keepSeconds;
  }

  test("is shown with the limit of the installation, which it cannot exceed", async () => {
    const { projectId } = system.project;
    const changed = { contentDefaultDays: 30, contentMaxDays: 30, contentLimitDays: 30 };
    expect(await change({ contentDefaultDays: 30, contentMaxDays: 30 })).toMatchObject(changed);
    const { dashboard } = system.member;
    expect(await dashboard.call(operations.getProject, { params: { projectId } })).toMatchObject(changed);
    const message = "must be at most 30 days, the maximum of this installation";
    await expect(change({ contentDefaultDays: 31, contentMaxDays: 32 })).rejects.toMatchObject({
      code: "request.invalid",
      message: `\`contentDefaultDays\` ${message}.`,
      details: [
        { path: "contentDefaultDays", message },
        { path: "contentMaxDays", message },
      ],
    });
    await expect(change({ contentMaxDays: 31 })).rejects.toMatchObject({ details: [{ path: "contentMaxDays" }] });
    expect(await dashboard.call(operations.getProject, { params: { projectId } })).toMatchObject(changed);
  });

  test("goes into the grants of its stored documents, and into no others", async () => {
    await change({ contentDefaultDays: 2 });
    const { projectId } = system.project;
    await generate({ n: 1 }, { body: { store: true } });
    expect(grantedSeconds()).toBe(2 * day);
    await generate({ n: 1 }, { body: { store: true, expiresIn: 3 * day } });
    expect(grantedSeconds()).toBe(3 * day);
    await generate({ n: 1 }, { body: { store: true }, headers: { "idempotency-key": "kept-for-two-days" } });
    expect(grantedSeconds()).toBe(2 * day);
    await generate({ n: 1 });
    expect(grantedSeconds()).toBeUndefined();
    await system.member.dashboard.call(operations.renameProject, {
      params: { projectId },
      body: { allowsInlineHtml: true },
    });
    await generateAs(system.project, {
      baseUrl: system.gateway.baseUrl,
      body: { templateId: undefined, data: undefined, html: "<p>", store: true },
    });
    expect(grantedSeconds()).toBe(2 * day);
    const other = await createProject(system.member, "Keeps as usual");
    await generate({ n: 1 }, { as: other, body: { store: true } });
    expect(grantedSeconds()).toBe(7 * day);
  });

  test("refuses a longer `expiresIn` by its field, without a job and a record, and says whose limit it is", async () => {
    await change({ contentDefaultDays: 3, contentMaxDays: 3 });
    const { total } = await listed();
    const jobs = system.worker.jobs.length;
    const refused = async (expiresIn: number, headers = {}) => {
      const { status, problem } = await generate({ n: 1 }, { body: { store: true, expiresIn }, headers });
      return [status, problem.code, problem.details];
    };
    const ofProject = [
      { path: "expiresIn", message: "must be at most 259200 seconds (3 days), the maximum of this project" },
    ];
    expect(await refused(4 * day)).toEqual([400, "request.invalid", ofProject]);
    expect(await refused(4 * day, { "idempotency-key": "kept-too-long" })).toEqual([400, "request.invalid", ofProject]);
    expect(await refused(31 * day)).toMatchObject([
      400,
      "request.invalid",
      [{ message: "must be at most 2592000 seconds (30 days), the maximum of this installation" }],
    ]);
    expect((await listed()).total).toBe(total);
    expect(system.worker.jobs).toHaveLength(jobs);
  });
});

describe("a generated document", () => {
  test("is answered as a PDF to save, with its id and where the time went", async () => {
    const { project } = system;
    const answer = await generate({ number: "2031" });
    expect([answer.status, answer.text]).toEqual([200, '%PDF-1.7 {"number":"2031"}']);
    expect(answer.header("content-type")).toBe("application/pdf");
    expect(answer.header("content-disposition")).toBe(
      `attachment; filename="Facture d_aout.pdf"; filename*=UTF-8''Facture%20d%E2%80%99ao%C3%BBt.pdf`,
    );
    expect(answer.header("server-timing")).toMatch(/^queue;dur=3, render;dur=40, total;dur=\d+$/);
    expect(answer.header("cache-control")).toBe("no-store");
    const { latest } = await listed();
    expect(latest).toMatchObject({ status: "completed", pageCount: 2, templateId: project.templateId, version: 1 });
    expect(answer.header("platen-document-id")).toBe(latest?.documentId);
  });

  test("is answered as JSON where only that is accepted", async () => {
    const { templateId } = system.project;
    const document = await clientOf().generateDocumentAsJson({ templateId, data: { number: 7 } });
    expect(Buffer.from(document.content, "base64").toString()).toBe('%PDF-1.7 {"number":7}');
    const { documentId } = (await listed()).latest ?? {};
    const timings = { queueMs: 3, renderMs: 40 };
    expect(document).toMatchObject({ documentId, templateId, version: 1, pageCount: 2, timings, warnings: [] });
  });

  test("gets its request's file name, page settings and deadline, and the worker gets only what it needs", async () => {
    const { worker, project } = system;
    const answer = await generate(
      { n: 1 },
      { body: { filename: "7.pdf", options: { format: "A5" } }, headers: { "platen-deadline-ms": "20000" } },
    );
    expect(answer.header("content-disposition")).toBe('attachment; filename="7.pdf"');
    const job = worker.jobs.at(-1);
    expect(job).toMatchObject({
      request: { dataJson: '{"n":1}', options: { format: "A5" } },
      projectId: project.projectId,
    });
    expect(job?.requestId).toBe(answer.header("x-request-id"));
    expect((job?.deadlineAt ?? 0) - (job?.requestedAt ?? 0)).toBe(20_000);
    expect(JSON.stringify(job)).not.toContain(project.key);
  });

  test("comes with its warnings: in a header, in JSON and from the client", async () => {
    const warnings = [
      resourceBlocked({ kind: "image", host: "cdn.example.com", count: 3 }),
      resourceBlocked({ kind: "font", host: "fonts.example:8443", count: 1 }),
    ];
    const answer = await generate({ warnings });
    expect(answer.header("platen-warnings")).toBe(
      '"resource.blocked";kind=image;host="cdn.example.com";count=3, "resource.blocked";kind=font;host="fonts.example:8443";count=1',
    );
    const body = { templateId: system.project.templateId, data: { warnings } };
    expect((await clientOf().generateDocument(body)).warnings).toEqual(warnings);
    const json = await generate({ warnings }, { headers: { accept: "application/json" } });
    expect(json.header("platen-warnings")).toBe(answer.header("platen-warnings"));
    expect(JSON.parse(json.text)).toMatchObject({ data: { warnings } });
    expect((await generate({})).header("platen-warnings")).toBeNull();
  });

  test("too large to hold in memory arrives byte for byte, with its length in the header, in JSON form too", async () => {
    const data = { noiseBytes: 3_000_003 };
    const expected = scriptedPdf(data);
    const answer = await generate(data);
    expect(answer.header("content-length")).toBe(String(expected.byteLength));
    expect(answer.bytes.equals(expected)).toBe(true);
    const { templateId } = system.project;
    const { content } = await clientOf().generateDocumentAsJson({ templateId, data });
    expect(Buffer.from(content, "base64").equals(expected)).toBe(true);
  });
});

describe("an answer whose form the path names", () => {
  const data = { form: "by path" };
  const every = ["application/json", "application/pdf", "image/png"];

  test.each(every)("is the PDF of /generate/pdf with Accept: %s", async (accept) => {
    const answer = await generate(data, { path: "/generate/pdf", headers: { accept } });
    expect([answer.status, answer.header("content-type")]).toEqual([200, "application/pdf"]);
    expect(answer.bytes.equals(scriptedPdf(data))).toBe(true);
  });

  test("says of the PDF the SHA-256 and the browser, also for a large one and for a repetition", async () => {
    const headers = { "idempotency-key": "digest" };
    for (const noiseBytes of [1, 3_000_003, 3_000_003]) {
      const asked = { form: "digest", noiseBytes };
      const repeated = noiseBytes === 1 ? {} : { headers };
      const { bytes, header } = await generate(asked, { path: "/generate/pdf", ...repeated });
      expect(header("repr-digest")).toBe(`sha-256=:${createHash("sha256").update(bytes).digest("base64")}:`);
      expect(header("platen-engine")).toBe("chromium-1.2.3.4");
    }
  });

  test.each(every)("is the JSON of /generate/json with Accept: %s", async (accept) => {
    const answer = await generate(data, { path: "/generate/json", headers: { accept } });
    expect(answer.status).toBe(200);
    const { content, templateId } = operations.generateJson.response.body.parse(JSON.parse(answer.text).data);
    expect(templateId).toBe(system.project.templateId);
    expect(Buffer.from(content, "base64").equals(scriptedPdf(data))).toBe(true);
  });

  test("is a problem in JSON", async () => {
    const asked = { path: "/generate/pdf", headers: { accept: "application/pdf" } } as const;
    const failing = { fail: { code: "data_invalid", message: "No.", retryable: false } };
    expect((await generate(failing, asked)).problem.code).toBe("document.data_invalid");
  });

  test.each(["/generate/pdf", "/generate/json"] as const)("is never a check's: %s refuses `check`", async (path) => {
    const { status, problem } = await generate(data, { path, body: { check: "only" } });
    expect([status, problem.code, problem.details?.map((detail) => detail.path)]).toEqual([
      400,
      "request.invalid",
      ["check"],
    ]);
  });

  test("is the document of the other paths with the same Idempotency-Key", async () => {
    const headers = { "idempotency-key": "by-any-path" };
    const paths = ["/generate", "/generate/pdf", "/generate/json"] as const;
    const ids: (string | null)[] = [];
    for (const path of paths) ids.push((await generate(data, { path, headers })).header("platen-document-id"));
    expect(ids).toEqual([expect.stringMatching(/^doc_/), ids[0], ids[0]]);
  });
});

test("a key tells its name, project, scopes and limits, until it is revoked", async () => {
  const { projectId, key } = await createProject(system.member, "Told by its key");
  const ask = (as: string) =>
    fetch(`${system.gateway.baseUrl}/api/v1/key`, { headers: { authorization: `Bearer ${as}` } });
  const answer = await ask(key);
  expect([answer.status, await answer.json()]).toEqual([
    200,
    {
      success: true,
      data: {
        keyId: expect.stringMatching(/^key_/),
        name: expect.any(String),
        lastFour: key.slice(-4),
        scopes: ["documents"],
        createdAt: expect.any(String),
        project: { projectId, name: "Told by its key" },
        limits: {
          requestsPerMinute: system.gateway.dependencies.config.RATE_LIMIT_PER_MINUTE,
          projectRequestsPerMinute: 2 * system.gateway.dependencies.config.RATE_LIMIT_PER_MINUTE,
          requestBytes: 5 * 1024 * 1024,
          deadlineMs: system.gateway.dependencies.config.RENDER_DEADLINE_MS,
        },
      },
    },
  ]);
  expect((await ask(createApiKeyValue(randomBytes))).status).toBe(401);
});

test("concurrent documents of several projects are created each for its own key, and a refused document affects no other", async () => {
  const { project, worker } = system;
  const other = await createProject(system.member, "Among others");
  const callers = Array.from({ length: 30 }, (_, number) => ({ number, ...(number % 2 ? project : other) }));
  const expected = await Promise.all(
    callers.map(async ({ number, key, templateId, projectId }) => {
      if (number % 5 === 0) {
        const { problem } = await generate({ number }, { as: { key: createApiKeyValue(randomBytes), templateId } });
        return problem.code === "auth.key_invalid";
      }
      if (number % 7 === 0) {
        const foreign = projectId === project.projectId ? other.templateId : project.templateId;
        const { problem } = await generate({ number }, { as: { key, templateId: foreign } });
        return problem.code === "template.not_found";
      }
      const answer = await generate({ number }, { as: { key, templateId } });
      const documentId = answer.header("platen-document-id");
      const job = worker.jobs.find((taken) => taken.documentId === documentId);
      return answer.text === `%PDF-1.7 {"number":${number}}` && job?.projectId === projectId;
    }),
  );
  expect(expected).toEqual(callers.map(() => true));
});

test.each<[string, Options, number, string, string[]]>([
  ["a media type that is not made", { headers: { accept: "image/png" } }, 406, "request.not_acceptable", []],
  [
    "an invalid body",
    { body: { data: [], filename: "a/b", extra: 1 } },
    400,
    "request.invalid",
    ["data", "extra", "filename"],
  ],
  [
    "an invalid deadline",
    { headers: { "platen-deadline-ms": "soon" } },
    400,
    "request.invalid",
    ["Platen-Deadline-Ms"],
  ],
])(
  "no record is created for %s, and the problem names every invalid field",
  async (_what, options, status, code, paths) => {
    const before = await listed();
    const answer = await generate({}, options);
    expect([answer.status, answer.problem.code]).toEqual([status, code]);
    expect((answer.problem.details ?? []).map(({ path }) => path).toSorted()).toEqual(paths);
    expect((await listed()).total).toBe(before.total);
  },
);

test("malformed, unknown and revoked keys get the same answer", async () => {
  const other = await createProject(system.member, "Soon without its key");
  expect((await generate({}, { as: other })).status).toBe(200);
  const params = { projectId: other.projectId, keyId: other.keyId };
  await system.member.dashboard.call(operations.revokeApiKey, { params });
  for (const key of ["plt_short", createApiKeyValue(randomBytes), other.key]) {
    const { status, problem } = await generate({}, { as: { ...other, key } });
    expect([status, problem.code, problem.message]).toEqual([
      401,
      "auth.key_invalid",
      expect.stringMatching(/^The API key/),
    ]);
  }
});

test("a deadline of the service that passes while a worker hangs ends the wait and the job", async () => {
  const hasty = await system.fixture.startGateway({ RENDER_DEADLINE_MS: "1000" });
  // A caller cannot lengthen the deadline.
  const headers = { "platen-deadline-ms": "60000" };
  const { status, problem } = await generate({ hang: 1 }, { baseUrl: hasty.baseUrl, headers });
  expect([status, problem.code, problem.message]).toEqual([504, "render.timeout", expect.stringContaining("render")]);
  const { latest } = await listed();
  expect(latest).toMatchObject({ status: "failed", failure: { code: "render_timeout" } });
  const isTold = () => system.worker.aborted.includes(latest?.documentId ?? "");
  await waitFor(isTold, { describe: "the worker to be told" });
});

test("the rate limit is in every answer, refuses further requests, says until when, and does not affect other keys", async () => {
  const { fixture, project, member } = system;
  const changes = { RATE_LIMIT_PER_MINUTE: "2", REDIS_PREFIX: `${fixture.redis.prefix}:strict:` };
  const { baseUrl } = await fixture.startGateway(changes);
  const ask = (as = project) => generate({}, { as, baseUrl, headers: { accept: "image/png" } });
  const other = await createProject(member, "Other key");
  // The gateway serves before it is connected to Redis.
  await waitFor(async () => (await ask(other)).status === 406, { describe: "a gateway that counts" });
  for (const [remaining, status] of [
    [1, 406],
    [0, 406],
    [0, 429],
    [0, 429],
  ] as const) {
    const answer = await ask();
    expect(answer.status).toBe(status);
    expect(answer.header("ratelimit")).toMatch(new RegExp(`^"default";r=${remaining};t=\\d+$`));
    expect(answer.header("ratelimit-policy")).toBe('"default";q=2;w=60');
    if (status === 406) continue;
    expect(answer.problem.code).toBe("rate.limited");
    const retryAfter = Number(answer.header("retry-after"));
    expect(retryAfter).toBeGreaterThanOrEqual(1);
    expect(retryAfter).toBeLessThanOrEqual(60);
  }
  expect((await ask(other)).status).toBe(406);
});

test("the keys of a project share its rate limit, and the sessions of an account theirs; others have their own", async () => {
  const { fixture, project, member } = system;
  const { baseUrl } = await fixture.startGateway({
    PROJECT_RATE_LIMIT_PER_MINUTE: "3",
    ACCOUNT_RATE_LIMIT_PER_MINUTE: "2",
    REDIS_PREFIX: `${fixture.redis.prefix}:shared:`,
  });
  const params = { projectId: project.projectId };
  const second = await member.dashboard.call(operations.createApiKey, { params, body: { name: "Second" } });
  const others = await createProject(member, "Others");
  const statuses = async (keys: readonly string[]) => {
    const answers: number[] = [];
    for (const key of keys) {
      const headers = { authorization: `Bearer ${key}` };
      answers.push((await fetch(`${baseUrl}/api/v1/templates`, { headers })).status);
    }
    return answers;
  };
  expect(await statuses([project.key, second.key, project.key, second.key, project.key])).toEqual([
    200, 200, 200, 429, 429,
  ]);
  expect(await statuses([others.key])).toEqual([200]);

  const cookies = [member.cookie, cookieSetBy(await signIn(baseUrl, email, password))];
  const seen: number[] = [];
  for (const cookie of [...cookies, ...cookies]) {
    seen.push((await fetch(`${baseUrl}/api/dashboard/projects`, { headers: { cookie } })).status);
  }
  expect(seen).toEqual([200, 200, 429, 429]);
});

describe("while a dependency is away", () => {
  const unavailable = { status: 503, code: "dependency.unavailable", retryAfterSeconds: 1 };
  const generateAt = (baseUrl: string) =>
    clientOf(baseUrl).generateDocument({ templateId: system.project.templateId, data: {} });

  test("without Redis, generation fails and reading goes on", async () => {
    const cut = await system.fixture.startGateway({ REDIS_URL: `redis://127.0.0.1:${await freePort()}` });
    await expect(generateAt(cut.baseUrl)).rejects.toMatchObject(unavailable);
    expect((await clientOf(cut.baseUrl).listTemplates()).templates).toHaveLength(1);
  });

  test("without the catalog, every operation that needs it answers 503", async () => {
    const cut = await system.fixture.startGateway({ CATALOG_URL: `http://127.0.0.1:${await freePort()}` });
    await expect(clientOf(cut.baseUrl).listTemplates()).rejects.toMatchObject(unavailable);
    await expect(generateAt(cut.baseUrl)).rejects.toMatchObject(unavailable);
  });
});
