import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import type { DocumentCreation, DocumentRequest } from "@platen/contracts/internal";
import { createdDocument, createScriptedGeneration, projectId } from "../testing/scripted-generation.ts";
import { createDocumentCreator, creationSpacingMs } from "./document-creator.ts";

const request = { keyHash: "0".repeat(64), requestId: "req_12345678", templateId: "tpl_01jd3k8v7n2q4r6s8t0v2w4x6z" };

/** A catalog that answers as `answer` says, because the real one cannot be made to answer wrongly. */
function creatorWith(answer: (documents: readonly DocumentRequest[]) => unknown) {
  const call = (_operation: unknown, { body }: { body: { documents: DocumentRequest[] } }) =>
    Promise.resolve({ documents: answer(body.documents) });
  const reporter = { grant: () => ({ documentId: "", grant: "" }), report: () => Promise.resolve() };
  // Stands in for the one generic method that is used, with the one operation it is used for.
  const createDocument = createDocumentCreator({ catalog: { call } as never, reporter, spacingMs: () => 0 });
  const deadlineAt = Date.now() + 30_000;
  return () => createDocument(request, { deadlineAt, documentsAhead: 0, context: { requestId: "req_12345678" } });
}

const refused = ({ documentId }: DocumentRequest) => ({
  outcome: "refused",
  documentId,
  code: "template.not_found",
  message: "There is no such template.",
});

describe("one call for several documents", () => {
  test("whose answers are in another order fails them all", async () => {
    const create = creatorWith((documents) => documents.map(refused).toReversed());
    const settled = await Promise.allSettled([create(), create()]);
    const codes = settled.map((result) => result.status === "rejected" && result.reason.code);
    expect(codes).toEqual(["internal", "internal"]);
  });

  test("gives each refused document its own problem, with the catalog's message", async () => {
    const create = creatorWith((documents) =>
      documents.map((document, index) => ({
        ...refused(document),
        ...(index === 1 && { message: "No such version." }),
      })),
    );
    const problems = await Promise.all([create(), create()].map((created) => created.catch((error) => error)));
    expect(problems).toEqual([
      expect.objectContaining({ code: "template.not_found", status: 404 }),
      expect.objectContaining({ code: "template.not_found", message: "No such version." }),
    ]);
  });
});

test("a document that is next in the queue is created at once; behind a queue no document waits long for its record", () => {
  expect(creationSpacingMs(0)).toBe(0);
  expect(creationSpacingMs(8)).toBeGreaterThan(5);
  expect(creationSpacingMs(10_000)).toBeLessThanOrEqual(100);
});

describe("a deadline", () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick", "queueMicrotask", "performance"] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** A catalog that answers when it is told to. */
  function createSlowCatalog() {
    const answer = Promise.withResolvers<DocumentCreation>();
    const isAsked = Promise.withResolvers<void>();
    const generation = createScriptedGeneration({
      create() {
        isAsked.resolve();
        return answer.promise;
      },
    });
    return { generation, answer, isAsked: isAsked.promise };
  }

  const timeout = { status: 504, code: "render.timeout", message: expect.stringContaining("opening") };

  test("a record that is created in time leaves no timer behind", async () => {
    const generation = createScriptedGeneration();
    await generation.generate();
    expect([generation.counted, jest.getTimerCount()]).toEqual([["completed"], 0]);
  });

  test("at the deadline the caller is answered, though the catalog is not done, and the document is counted once", async () => {
    const { generation } = createSlowCatalog();
    const answer = generation.generate({ deadlineAt: Date.now() + 500 });
    const refused = expect(answer).rejects.toMatchObject(timeout);
    await jest.advanceTimersByTimeAsync(499);
    expect(generation.counted).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    await refused;
    expect(generation.counted).toEqual(["render_timeout"]);
    expect(generation.steps).not.toContain("add");
  });

  test("a record that is created after the deadline is closed by its own grant, once, and never rendered", async () => {
    const { generation, answer, isAsked } = createSlowCatalog();
    const refused = expect(generation.generate({ deadlineAt: Date.now() + 500 })).rejects.toMatchObject(timeout);
    await isAsked;
    await jest.advanceTimersByTimeAsync(500);
    await refused;
    expect(generation.reports).toEqual([]);
    const [asked] = generation.asked;
    if (!asked) throw new Error("no call reached the catalog");
    answer.resolve(createdDocument(asked));
    await jest.advanceTimersByTimeAsync(0);
    await generation.settled();
    const { documentId } = asked;
    const failure = { code: "render_timeout", stage: "opening", retryable: true };
    expect(generation.reports).toMatchObject([{ documentId, status: "failed", failure }]);
    const granted = generation.grants.get(generation.reports[0]?.grant ?? "");
    expect(granted?.claims).toMatchObject({ documentId, projectId, preview: false });
    expect(generation.steps).toEqual(["ask", "acquire", "create", "release", "report"]);
    expect(generation.counted).toEqual(["render_timeout"]);
  });

  test("a record that is refused after the deadline has nothing to close", async () => {
    const { generation, answer, isAsked } = createSlowCatalog();
    const refused = expect(generation.generate({ deadlineAt: Date.now() + 500 })).rejects.toMatchObject(timeout);
    await isAsked;
    await jest.advanceTimersByTimeAsync(500);
    await refused;
    answer.reject(new Error("the catalog is away"));
    await jest.advanceTimersByTimeAsync(0);
    await generation.settled();
    expect(generation.steps).toEqual(["ask", "acquire", "create", "release"]);
  });

  test("of one caller ends no look-up of the key's project for others", async () => {
    const found = Promise.withResolvers<void>();
    const generation = createScriptedGeneration({ findTenant: () => found.promise });
    const refused = expect(generation.generate({ deadlineAt: Date.now() + 1 })).rejects.toMatchObject(timeout);
    const other = generation.generate();
    await jest.advanceTimersByTimeAsync(1);
    await refused;
    found.resolve();
    await expect(other).resolves.toBeDefined();
    expect(generation.steps.filter((step) => step === "ask")).toHaveLength(1);
  });

  test("a permit is released when the deadline passes while the record is created", async () => {
    const generation = createScriptedGeneration();
    await generation.learnProject();
    generation.script.create = () => new Promise<never>(() => undefined);
    const refused = expect(generation.generate({ deadlineAt: Date.now() + 500 })).rejects.toMatchObject(timeout);
    await jest.advanceTimersByTimeAsync(500);
    await refused;
    expect(generation.released).toEqual([{ id: "permit 1", wasRendered: false }]);
    expect(generation.counted).toEqual(["render_timeout"]);
  });

  test.each(["auth.key_invalid", "template.not_found", "template.not_published"] as const)(
    "a request that the catalog refuses with %s is answered so, and is no document's outcome",
    async (code) => {
      const generation = createScriptedGeneration({
        create: ({ documentId }) => ({ outcome: "refused", documentId, code, message: "No." }),
      });
      await expect(generation.generate()).rejects.toMatchObject({ code });
      expect([generation.steps, generation.counted]).toEqual([["ask", "acquire", "create", "release"], []]);
    },
  );
});
