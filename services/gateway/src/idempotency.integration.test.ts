import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "@jest/globals";
import {
  dataIssue,
  fontReplaced,
  glyphMissing,
  operations,
  pageEmpty,
  pageShrunk,
  readWarningsHeader,
  resourceBlocked,
} from "@platen/contracts";
import { waitFor } from "@platen/testing";
import { generateAs, type RawAnswer } from "./testing/generate-as.ts";
import { scriptedPdf, startScriptedWorker } from "./testing/scripted-worker.ts";
import { createProject, type TestGateway } from "./testing/test-gateway.ts";
import { systemForFile } from "./testing/test-system.ts";

const system = systemForFile();
let one: TestGateway;
let other: TestGateway;

beforeAll(async () => {
  one = system.gateway;
  other = await system.fixture.startGateway();
});

type Options = Partial<Parameters<typeof generateAs>[1]> & { as?: Parameters<typeof generateAs>[0] };

function generate(
  key: string,
  { as = system.project, baseUrl = one.baseUrl, headers, ...rest }: Options = {},
): Promise<RawAnswer> {
  return generateAs(as, { baseUrl, ...rest, headers: { "idempotency-key": key, ...headers } });
}

const jobsOf = (mark: string) => system.worker.jobs.filter(({ request }) => request.dataJson.includes(mark));

/** How often workers got a document whose data contain this mark. */
const timesRendered = (mark: string) => jobsOf(mark).length;

async function untilTaken(mark: string, times = 1): Promise<void> {
  await waitFor(() => timesRendered(mark) === times, { describe: "the job" });
}

describe("requests with the same key and the same body", () => {
  test("get the same bytes, rendered once, twenty at once on two gateways, and a replayed answer says so", async () => {
    const key = randomUUID();
    const warnings = [
      dataIssue({ kind: "missing", path: "lines[].vat", part: "html", line: 3, column: 7, count: 2 }),
      glyphMissing(["\u{20000}"]),
      fontReplaced("Georgia"),
      resourceBlocked({ kind: "image", host: "cdn.example.com", count: 3 }),
      pageShrunk({ page: 1, scale: 0.67, count: 2 }),
      pageEmpty({ page: 2, count: 1 }),
    ];
    const data = { mark: key, warnings, holdUntil: key };
    const asked = Array.from({ length: 20 }, (_, index) =>
      generate(key, { data, baseUrl: (index % 2 ? one : other).baseUrl }),
    );
    await untilTaken(key);
    system.worker.release(key);
    const answers = await Promise.all(asked);
    const asJson = await generate(key, { data, headers: { accept: "application/json" } });
    for (const name of ["platen-document-id", "content-disposition", "platen-warnings"]) {
      expect([name, new Set(answers.map(({ header }) => header(name))).size]).toEqual([name, 1]);
    }
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set([`200 ${scriptedPdf(data).toString()}`]),
    );
    expect(readWarningsHeader(answers[0]?.header("platen-warnings") ?? undefined)).toEqual(warnings);
    expect(answers.filter(({ header }) => header("idempotency-replayed") === "true")).toHaveLength(19);
    expect(JSON.parse(asJson.text)).toMatchObject({
      data: { content: scriptedPdf(data).toString("base64"), warnings },
    });
    expect(timesRendered(key)).toBe(1);
  });

  test("each get the whole of a document too large to hold in memory", async () => {
    const key = randomUUID();
    const data = { mark: key, noiseBytes: 3_000_003 };
    const ask = () => generate(key, { data });
    for (const { bytes } of [...(await Promise.all([ask(), ask()])), await ask()]) {
      expect(bytes.equals(scriptedPdf(data))).toBe(true);
    }
    expect(timesRendered(key)).toBe(1);
  });

  test("whose deadline ends before they are looked up time out, as one without a key does", async () => {
    const headers = { "platen-deadline-ms": "1" };
    const as = await createProject(system.member, "Hasty");
    const data = { hang: true };
    const hasty = await generateAs(as, { baseUrl: other.baseUrl, headers, data });
    const answers = [
      hasty,
      await generate(randomUUID(), { headers, data }),
      await generate(randomUUID(), { as, headers, data }),
    ];
    expect(answers.map(({ status, problem }) => [status, problem.code])).toEqual(
      answers.map(() => [504, "render.timeout"]),
    );
  });

  test("are told to retry when the first takes longer than their deadline", async () => {
    const key = randomUUID();
    const data = { mark: key, hang: 1 };
    const leave = new AbortController();
    const first = generate(key, { data, signal: leave.signal });
    first.catch(() => undefined);
    await untilTaken(key);
    const hasty = await generate(key, { data, headers: { "platen-deadline-ms": "2000" } });
    expect([hasty.status, hasty.problem.code]).toEqual([409, "idempotency.in_progress"]);
    expect(Number(hasty.header("retry-after"))).toBeGreaterThanOrEqual(1);
    leave.abort();
  });
});

test("a gateway lets 100 requests of an account wait for others, over all its projects, and refuses further ones", async () => {
  const key = randomUUID();
  const data = { mark: key, holdUntil: key };
  const projects = [system.project, await createProject(system.member, "Waits")];
  const firsts = projects.map((as) => generate(key, { as, data }));
  await waitFor(() => timesRendered(key) === 2, { describe: "both first requests" });
  const others = Array.from({ length: 150 }, (_, index) =>
    generate(key, { as: projects[index % 2] ?? system.project, data }),
  );
  expect((await Promise.race(others)).problem.code).toBe("project.busy");
  system.worker.release(key);
  const statuses = (await Promise.all(others)).map(({ status, problem }) => problem.code ?? status);
  expect(new Set(statuses)).toEqual(new Set([200, "project.busy"]));
  expect((await Promise.all(firsts)).map(({ status }) => status)).toEqual([200, 200]);
  expect(timesRendered(key)).toBe(2);
});

describe("a key", () => {
  test("that was used with another body is refused", async () => {
    const key = randomUUID();
    await generate(key, { data: { mark: key } });
    for (const another of [{ data: { mark: key, more: 1 } }, { data: { mark: key }, body: { locale: "de" } }]) {
      const { status, problem } = await generate(key, another);
      expect([status, problem.code]).toEqual([422, "idempotency.key_reused"]);
    }
    expect(timesRendered(key)).toBe(1);
  });

  test("is known only in its own project", async () => {
    const stranger = await createProject(system.member, "Other");
    const key = randomUUID();
    await generate(key, { data: { mark: key } });
    const theirs = await generate(key, { as: stranger, data: { mark: key } });
    expect([theirs.status, theirs.header("idempotency-replayed")]).toEqual([200, null]);
    expect(timesRendered(key)).toBe(2);
  });

  test("that is invalid is refused, and the problem names the header", async () => {
    const { status, problem } = await generate("with space");
    expect([status, problem.code, problem.details?.[0]?.path]).toEqual([400, "request.invalid", "Idempotency-Key"]);
  });

  test("means the same in quotes, and neither it nor the body is stored in clear text", async () => {
    const key = `canary-${randomUUID()}`;
    const data = { mark: key };
    await generate(key, { data });
    expect((await generate(`"${key}"`, { data })).header("idempotency-replayed")).toBe("true");
    const { redis, prefix } = system.fixture.redis;
    const names = await redis.keys(`${prefix}:idempotency:*`);
    expect(names.length).toBeGreaterThan(0);
    const records = await Promise.all(names.map((name) => redis.hgetall(name)));
    expect(JSON.stringify([names, records])).not.toContain("canary");
    const lives = await Promise.all(names.map((name) => redis.pttl(name)));
    for (const life of lives) expect(life).toBeLessThanOrEqual(24 * 60 * 60 * 1_000);
  });

  test("gets no stored answer once its API key is revoked", async () => {
    const doomed = await createProject(system.member, "Revoked");
    const key = randomUUID();
    expect((await generate(key, { as: doomed })).status).toBe(200);
    const params = { projectId: doomed.projectId, keyId: doomed.keyId };
    await system.member.dashboard.call(operations.revokeApiKey, { params });
    expect((await generate(key, { as: doomed })).problem.code).toBe("auth.key_invalid");
  });
});

describe("a first request that fails", () => {
  test.each<[string, string, boolean, number, number]>([
    ["with a retryable failure leaves its key free", "browser_unavailable", true, 503, 2],
    ["with a permanent failure is answered again without a worker", "data_invalid", false, 422, 1],
  ])("%s", async (_what, code, retryable, status, times) => {
    const key = randomUUID();
    const data = { mark: key, fail: { code, message: "It failed.", retryable } };
    expect((await generate(key, { data })).status).toBe(status);
    expect((await generate(key, { data })).status).toBe(status);
    expect(timesRendered(key)).toBe(times);
  });

  test("because it is refused before rendering leaves its key free", async () => {
    const { project, member } = system;
    const params = { projectId: project.projectId };
    const body = { name: "Draft", html: "<p></p>" };
    const { template } = await member.dashboard.call(operations.createTemplate.member, { params, body });
    for (const [templateId, status, code] of [
      ["tpl_01jd3k8v7n2q4r6s8t0v2w4x6z", 404, "template.not_found"],
      [template.templateId, 422, "template.not_published"],
    ] as const) {
      const key = randomUUID();
      const refused = await generate(key, { as: { ...project, templateId } });
      expect([refused.status, refused.problem.code]).toEqual([status, code]);
      expect((await generate(key, { data: { mark: key } })).status).toBe(200);
    }
  });

  test("because its caller hangs up leaves its key free", async () => {
    const key = randomUUID();
    const data = { mark: key, hang: 1 };
    for (const times of [1, 2]) {
      const leave = new AbortController();
      generate(key, { data, signal: leave.signal }).catch(() => undefined);
      await untilTaken(key, times);
      leave.abort();
    }
  });
});

test("an answer that is no longer stored is rendered again, from the same version and with the same date", async () => {
  const { fixture, member, project } = system;
  const tight = await fixture.startGateway({ IDEMPOTENCY_KEEP_BYTES: "0" });
  const key = randomUUID();
  const data = { mark: key };
  const first = await generate(key, { data, baseUrl: tight.baseUrl });
  const params = { projectId: project.projectId, templateId: project.templateId };
  const { revision, html, css, settings, dataSets } = await member.dashboard.call(operations.getDraft.member, {
    params,
  });
  const body = { revision, html: `${html} changed`, css, settings, dataSets };
  const saved = await member.dashboard.call(operations.saveDraft.member, { params, body });
  await member.dashboard.call(operations.publishDraft.member, { params, body: { revision: saved.revision } });
  const second = await generate(key, { data, baseUrl: tight.baseUrl });
  expect(second.text).toBe(first.text);
  expect(second.header("idempotency-replayed")).toBe("true");
  const [before, after] = jobsOf(key);
  expect([after?.sourceId, after?.request.datedAt]).toEqual([before?.sourceId, before?.requestedAt]);
});

test("a document that is too large to store reaches its caller", async () => {
  const { baseUrl } = await system.fixture.startGateway({ IDEMPOTENCY_KEEP_BYTES: "0" });
  const data = { noiseBytes: 3_000_003 };
  expect((await generate(randomUUID(), { data, baseUrl })).bytes.equals(scriptedPdf(data))).toBe(true);
});

test("stored answers stay within their space: the oldest are deleted first", async () => {
  const { redis } = system.fixture;
  const prefix = `${redis.prefix}:tight:`;
  const tight = await system.fixture.startGateway({ IDEMPOTENCY_KEEP_BYTES: "4000", REDIS_PREFIX: prefix });
  const own = startScriptedWorker({ redisUrl: redis.url, prefix, catalogUrl: system.fixture.catalog.url });
  try {
    const keys = Array.from({ length: 10 }, () => randomUUID());
    const padding = "x".repeat(600);
    for (const key of keys) await generate(key, { data: { mark: key, padding }, baseUrl: tight.baseUrl });
    const stored = await redis.redis.keys(`${prefix}result:*`);
    const sizes = await Promise.all(stored.map((name) => redis.redis.strlen(name)));
    const sum = sizes.reduce((total, size) => total + size, 0);
    expect(sum).toBeLessThanOrEqual(4_000);
    expect(sum).toBeGreaterThan(2_000);
    expect(Number(await redis.redis.get(`${prefix}idempotency-bytes`))).toBe(sum);
    const newest = await generate(keys.at(-1) ?? "", { data: { mark: keys.at(-1), padding }, baseUrl: tight.baseUrl });
    expect(newest.header("idempotency-replayed")).toBe("true");
    expect(own.jobs).toHaveLength(10);
    expect(await redis.redis.keys(`${prefix}result:*`)).toEqual(expect.arrayContaining(stored));
  } finally {
    await own.stop();
  }
});
