import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import type { Opening } from "@platen/contracts/internal";
import { createdDocument, createScriptedGeneration, projectId } from "../testing/scripted-generation.ts";

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick", "queueMicrotask", "performance"] });
});
afterEach(() => {
  jest.useRealTimers();
});

/** A catalog that answers when it is told to. */
function createSlowCatalog() {
  const answer = Promise.withResolvers<Opening>();
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
  expect(generation.counted).toEqual(["completed"]);
  expect(jest.getTimerCount()).toBe(0);
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
  expect(generation.steps).not.toContain("acquire");
});

test("a record that is created after the deadline is closed by its own grant, once, and never rendered", async () => {
  const { generation, answer, isAsked } = createSlowCatalog();
  const refused = expect(generation.generate({ deadlineAt: Date.now() + 500 })).rejects.toMatchObject(timeout);
  await isAsked;
  await jest.advanceTimersByTimeAsync(500);
  await refused;
  expect(generation.reports).toEqual([]);
  const [asked] = generation.asked;
  if (!asked) throw new Error("nothing was asked of the catalog");
  answer.resolve(createdDocument(asked));
  await jest.advanceTimersByTimeAsync(0);
  await generation.settled();
  const { documentId } = asked;
  const failure = { code: "render_timeout", stage: "opening", retryable: true };
  expect(generation.reports).toMatchObject([{ documentId, status: "failed", failure }]);
  expect(generation.grants.get(generation.reports[0]?.grant ?? "")?.claims).toMatchObject({ documentId, projectId });
  expect(generation.steps).toEqual(["create", "report"]);
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
  expect(generation.steps).toEqual(["create"]);
});

test("a permit is released when the deadline passes while the record is created", async () => {
  let isSlow = false;
  const generation = createScriptedGeneration({
    create: (request) => (isSlow ? new Promise<never>(() => undefined) : createdDocument(request)),
  });
  await generation.learnProject();
  isSlow = true;
  const refused = expect(generation.generate({ deadlineAt: Date.now() + 500 })).rejects.toMatchObject(timeout);
  await jest.advanceTimersByTimeAsync(500);
  await refused;
  expect(generation.released).toEqual([{ id: "permit 1", wasRendered: false }]);
  expect(generation.counted).toEqual(["render_timeout"]);
});

test("a deadline that has passed already is answered as one that passes", async () => {
  const { generation } = createSlowCatalog();
  const refused = expect(generation.generate({ deadlineAt: Date.now() - 1_000 })).rejects.toMatchObject(timeout);
  await jest.advanceTimersByTimeAsync(0);
  await refused;
});

test.each(["auth.key_invalid", "template.not_found", "template.not_published"] as const)(
  "a request that the catalog refuses with %s is answered so, and is no document's outcome",
  async (code) => {
    const generation = createScriptedGeneration({
      create: ({ documentId }) => ({ outcome: "refused", documentId, code }),
    });
    await expect(generation.generate()).rejects.toMatchObject({ code });
    expect(generation.steps).toEqual(["create"]);
    expect(generation.counted).toEqual([]);
  },
);
