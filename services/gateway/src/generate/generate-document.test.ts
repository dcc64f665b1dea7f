import { buffer } from "node:stream/consumers";
import { describe, expect, test } from "@jest/globals";
import type { AcquireResult } from "@platen/queue";
import { queuedBytesOf } from "@platen/queue/texts";
import { accountId, answered, createScriptedGeneration, keyHash, projectId } from "../testing/scripted-generation.ts";

const busy: AcquireResult = { outcome: "busy", limitedBy: "documents", retryAfterSeconds: 4 };
const full: AcquireResult = { outcome: "full", limitedBy: "documents", retryAfterSeconds: 9 };
const bucket = { accountId, projectId, kind: "documents" };

describe("the order of a document", () => {
  test("the first request of a key asks for its project and account; every request acquires a permit before its record", async () => {
    const generation = createScriptedGeneration();
    await generation.generate();
    expect(generation.steps).toEqual(["ask", "acquire", "create", "wait", "add", "release"]);
    generation.steps.length = 0;
    await generation.generate();
    expect(generation.steps).toEqual(["acquire", "create", "wait", "add", "release"]);
    expect(generation.acquired.map(({ bucket }) => bucket)).toEqual([bucket, bucket]);
  });

  test("a key that the catalog refuses is forgotten: its next request asks again; a missing template is not", async () => {
    const generation = createScriptedGeneration();
    for (const [code, steps] of [
      ["template.not_found", ["acquire", "create", "release", "acquire", "create", "release"]],
      ["auth.key_invalid", ["acquire", "create", "release", "ask", "acquire", "create", "release"]],
    ] as const) {
      generation.script.create = undefined;
      await generation.learnProject();
      generation.script.create = ({ documentId }) => ({ outcome: "refused", documentId, code, message: "No." });
      for (let request = 0; request < 2; request += 1) {
        await expect(generation.generate()).rejects.toMatchObject({ code });
      }
      expect(generation.steps).toEqual(steps);
    }
  });

  test("the permit's place says how long its record may wait for others", async () => {
    const generation = createScriptedGeneration({
      acquire: (bucket) => ({ outcome: "acquired", permit: { id: "permit", bucket, priority: 5, documentsAhead: 42 } }),
    });
    await generation.generate();
    await generation.generate();
    expect(generation.documentsAhead).toEqual([42, 42]);
    expect(generation.jobs.map(({ priority }) => priority)).toEqual([5, 5]);
  });
});

test("HTML of the request counts like data for the space in the queue, and its grant opens no source", async () => {
  const generation = createScriptedGeneration();
  const source = { html: '<p class="é">', css: "", settings: {}, title: "Document", isTemplate: false };
  const document = { keyHash, requestId: "req_12345678" };
  const request = { dataJson: "{}", source };
  const generated = await generation.generate({ document, request, queuedBytes: queuedBytesOf(request) });
  expect(generated).toMatchObject({ templateName: "document", version: undefined });
  const dataBytes = Buffer.byteLength(JSON.stringify("{}") + JSON.stringify(source));
  expect(generation.acquired).toMatchObject([{ dataBytes }]);
  const { job } = generation.jobs[0] ?? {};
  expect(job).toMatchObject({ request: { source }, sourceId: job?.documentId });
  expect(generation.grants.get(job?.grant ?? "")?.claims).toMatchObject({ sourceId: job?.documentId, preview: false });
});

test("while Redis may lose documents, it gets none, and previews go on", async () => {
  const generation = createScriptedGeneration({ redisProblem: () => "its maxmemory-policy is allkeys-lru" });
  await expect(generation.generate()).rejects.toMatchObject({ code: "dependency.unavailable", retryAfterSeconds: 10 });
  expect(generation.steps).toEqual([]);
  await expect(generation.preview()).resolves.toBeDefined();
});

describe("a large PDF", () => {
  const pieces = (onEnd: () => void) =>
    (async function* () {
      try {
        for (const piece of ["%P", "DF"]) yield Buffer.from(piece);
      } finally {
        onEnd();
      }
    })();

  function generationOf(acquire?: (kind: string) => AcquireResult | undefined) {
    const ended: string[] = [];
    const generation = createScriptedGeneration({
      acquire: (bucket) =>
        acquire?.(bucket.kind) ?? {
          outcome: "acquired",
          permit: { id: bucket.kind, bucket, priority: 1, documentsAhead: 0 },
        },
      wait(documentId) {
        const measured = { pageCount: 1, sizeBytes: 4, sha256: "", queueMs: 0, renderMs: 0, warnings: [] };
        return answered({ outcome: "completed", documentId, ...measured, pdf: pieces(() => ended.push("read")) });
      },
    });
    return { generation, ended };
  }

  test("holds space of its account until it is read", async () => {
    const { generation } = generationOf();
    const { reply } = await generation.generate();
    expect(generation.acquired[1]).toMatchObject({ bucket: { ...bucket, kind: "replies" }, dataBytes: 4 });
    expect(generation.released.map(({ id }) => id)).toEqual(["documents"]);
    // `as`: a large PDF comes in pieces.
    expect((await buffer(reply.pdf as AsyncIterable<Uint8Array>)).toString()).toBe("%PDF");
    expect(generation.released.map(({ id }) => id)).toEqual(["documents", "replies"]);
  });

  test("is deleted where its account has no space for it, and its caller is told so", async () => {
    const { generation, ended } = generationOf((kind) => (kind === "replies" ? busy : undefined));
    await expect(generation.generate()).rejects.toMatchObject({ code: "project.busy", retryAfterSeconds: 4 });
    expect([ended, generation.counted]).toEqual([["read"], ["project_busy"]]);
  });
});

describe("a permit", () => {
  test("is released, once and unused, when the record cannot be created", async () => {
    const generation = createScriptedGeneration();
    await generation.learnProject();
    generation.script.create = () => Promise.reject(new Error("the catalog is away"));
    await expect(generation.generate()).rejects.toThrow("the catalog is away");
    expect([generation.released, generation.counted]).toEqual([[{ id: "permit 1", wasRendered: false }], []]);
  });

  test("is acquired until the document's deadline, within the project's limit", async () => {
    const generation = createScriptedGeneration();
    const deadlineAt = Date.now() + 12_345;
    await generation.generate({ deadlineAt });
    expect(generation.acquired).toEqual([
      { bucket, limit: 1_000, deadlineAt, dataBytes: Buffer.byteLength(String.raw`"{\"number\":7}"`) },
    ]);
  });

  test.each([
    { result: busy, status: 429, code: "project.busy", retryAfterSeconds: 4, outcome: "project_busy" },
    { result: full, status: 503, code: "queue.full", retryAfterSeconds: 9, outcome: "queue_full" },
    {
      result: { ...busy, limitedBy: "data" } as const,
      status: 429,
      code: "project.busy",
      retryAfterSeconds: 4,
      outcome: "project_busy",
      message: "`data`",
    },
    {
      result: { ...full, limitedBy: "data" } as const,
      status: 503,
      code: "queue.full",
      retryAfterSeconds: 9,
      outcome: "queue_full",
      message: "`data`",
    },
  ])(
    "that is refused as $result.outcome answers $code, writes no record and counts $outcome once",
    async ({ result, status, code, retryAfterSeconds, outcome, message = "" }) => {
      const generation = createScriptedGeneration();
      await generation.learnProject();
      generation.script.acquire = () => result;
      await expect(generation.generate()).rejects.toMatchObject({
        status,
        code,
        retryAfterSeconds,
        message: expect.stringContaining(message),
      });
      expect([generation.steps, generation.counted]).toEqual([["acquire"], [outcome]]);
    },
  );

  test("that Redis cannot give is told as an outage to retry, and is no document's outcome", async () => {
    const generation = createScriptedGeneration({ acquire: () => Promise.reject(new Error("Redis is away")) });
    const outage = { status: 503, code: "dependency.unavailable", retryAfterSeconds: 1 };
    await expect(generation.generate()).rejects.toMatchObject(outage);
    expect([generation.asked, generation.counted, generation.released]).toEqual([[], [], []]);
  });
});

describe("a generated document", () => {
  test("is answered with its template's name and version, and with what the worker sent", async () => {
    const generation = createScriptedGeneration();
    const generated = await generation.generate();
    expect(generated).toMatchObject({ templateName: "Invoice", version: 3, isReplayed: false });
    expect(generated.reply).toMatchObject({ outcome: "completed", documentId: generation.asked[0]?.documentId });
  });

  test("is created with what its caller asked for", async () => {
    const generation = createScriptedGeneration();
    const document = { keyHash, requestId: "req_1", templateId: "tpl_x", version: 2, filename: "7.pdf" };
    await generation.generate({ document });
    expect(generation.asked).toEqual([{ ...document, documentId: expect.stringMatching(/^doc_/) }]);
  });

  test("whose reply is kept is noted before it is queued, and rendered also when that fails", async () => {
    const generation = createScriptedGeneration();
    const noted: unknown[] = [];
    await generation.generate({
      onCreated(document) {
        noted.push(document.documentId);
        generation.steps.push("note");
        return Promise.reject(new Error("Redis is away"));
      },
    });
    expect(noted).toEqual([generation.asked[0]?.documentId]);
    expect(generation.steps).toEqual(["ask", "acquire", "create", "note", "wait", "add", "release"]);
    expect(generation.waits).toMatchObject([{ isKept: true }]);
    await generation.generate();
    expect(generation.waits[1]).toMatchObject({ isKept: false });
  });
});
