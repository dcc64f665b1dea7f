import { describe, expect, test } from "@jest/globals";
import type { Failure } from "@platen/contracts";
import {
  abandoned,
  accountId,
  answered,
  createScriptedGeneration,
  previewSourceId,
  projectId,
  type Script,
} from "../testing/scripted-generation.ts";

const failsWith = (failure: Failure): Partial<Script> => ({
  wait: (documentId) => answered({ outcome: "failed", documentId, failure }),
});

const atDeadline: Partial<Script> = { wait: () => ({ end: "deadline" }) };

describe("a document that is completed", () => {
  test("is counted once, keeps its job, and frees its permit as one that a worker has spent time on", async () => {
    const generation = createScriptedGeneration();
    await generation.generate();
    expect([generation.counted, generation.released]).toEqual([["completed"], [{ id: "permit 1", wasRendered: true }]]);
    expect(generation.withdrawn).toEqual([]);
    // Its worker reports.
    expect(generation.reports).toEqual([]);
  });

  test("is waited for before its job is added, under its own id, and a little beyond its deadline", async () => {
    const generation = createScriptedGeneration();
    const deadlineAt = Date.now() + 20_000;
    await generation.generate({ deadlineAt });
    const [asked] = generation.asked;
    expect(generation.steps.slice(-3)).toEqual(["wait", "add", "release"]);
    expect(generation.waits).toMatchObject([{ documentId: asked?.documentId, deadlineAt: deadlineAt + 500 }]);
  });

  test("has a job with what was asked for, by the permit's priority", async () => {
    const generation = createScriptedGeneration();
    const requestedAt = Date.now();
    const region = { locale: "de-CH", timeZone: "Europe/Zurich" };
    const rendering = { options: { format: "A5" as const }, ...region, datedAt: requestedAt - 60_000 };
    const request = { dataJson: '{"n":1}', ...rendering };
    const asked = { request, requestedAt, deadlineAt: requestedAt + 20_000 };
    await generation.generate(asked);
    const [added] = generation.jobs;
    const inJob = { ...asked, projectId, accountId };
    expect(added).toMatchObject({ priority: 71, job: inJob });
    const { documentId = "" } = generation.asked[0] ?? {};
    const { job } = added ?? {};
    expect(job).toMatchObject({
      documentId,
      sourceId: "ver_01jd3k8v7n2q4r6s8t0v2w4x6z",
      replyTo: "replies of this gateway",
      requestId: "req_12345678",
    });
    const granted = generation.grants.get(job?.grant ?? "");
    expect(granted?.claims).toEqual({ documentId, projectId, sourceId: job?.sourceId, preview: false });
    // Until a minute after its deadline, for a worker that is late.
    expect(granted?.lifeSeconds).toBeGreaterThan(78);
    expect(granted?.lifeSeconds).toBeLessThanOrEqual(80);
  });

  test("without a date of its own leaves the date to the worker", async () => {
    const generation = createScriptedGeneration();
    await generation.generate();
    expect(generation.jobs[0]?.job.request).not.toHaveProperty("datedAt");
  });
});

describe("a document that a worker could not render", () => {
  test("is answered with its failure, counted once by its code, and left to the worker to report", async () => {
    const generation = createScriptedGeneration(
      failsWith({ code: "too_many_pages", message: "Too many pages.", retryable: false }),
    );
    await expect(generation.generate()).rejects.toMatchObject({ status: 422, code: "document.too_large" });
    expect([generation.counted, generation.reports, generation.withdrawn]).toEqual([["too_many_pages"], [], []]);
    expect(generation.released).toEqual([{ id: "permit 1", wasRendered: true }]);
  });

  test("as it came too late from the queue has cost no worker time", async () => {
    const generation = createScriptedGeneration(
      failsWith({ code: "render_timeout", message: "Too late.", retryable: true, stage: "queue" }),
    );
    await expect(generation.generate()).rejects.toMatchObject({ status: 504 });
    expect(generation.released).toEqual([{ id: "permit 1", wasRendered: false }]);
  });
});

describe("a document that has no reply at its deadline", () => {
  test("and waits in the queue is withdrawn, closed and answered with that stage", async () => {
    const generation = createScriptedGeneration(atDeadline);
    const message = expect.stringContaining("queue");
    await expect(generation.generate()).rejects.toMatchObject({ status: 504, code: "render.timeout", message });
    const { documentId } = generation.asked[0] ?? {};
    expect(generation.withdrawn).toEqual([documentId]);
    const failure = { code: "render_timeout", stage: "queue", retryable: true };
    expect(generation.reports).toMatchObject([{ documentId, status: "failed", failure }]);
    expect(generation.counted).toEqual(["render_timeout"]);
    expect(generation.released).toEqual([{ id: "permit 1", wasRendered: false }]);
    // Its job is out of the queue before another takes its permit.
    expect(generation.steps.slice(-3)).toEqual(["withdraw", "report", "release"]);
  });

  test("and is being rendered is told to stop, and its failure names no stage of the queue", async () => {
    const generation = createScriptedGeneration({ ...atDeadline, withdraw: () => "told to stop" });
    const message = expect.stringContaining("render");
    await expect(generation.generate()).rejects.toMatchObject({ status: 504, message });
    const [report] = generation.reports;
    expect(report).toMatchObject({ status: "failed", failure: { code: "render_timeout" } });
    expect(report).not.toHaveProperty("failure.stage");
  });

  test("and that Redis has lost is counted as lost, and answered like the others", async () => {
    const generation = createScriptedGeneration({ ...atDeadline, withdraw: () => "missing" });
    await expect(generation.generate()).rejects.toMatchObject({ status: 504, code: "render.timeout" });
    expect(generation.counted).toEqual(["lost", "render_timeout"]);
  });

  test("is answered and closed also while Redis and the catalog are away", async () => {
    const generation = createScriptedGeneration({
      ...atDeadline,
      withdraw: () => Promise.reject(new Error("Redis is away")),
      report: () => Promise.reject(new Error("the catalog is away")),
    });
    await expect(generation.generate()).rejects.toMatchObject({ status: 504, code: "render.timeout" });
    // Tried three times.
    expect(generation.reports).toHaveLength(3);
    expect(generation.warnings).toHaveLength(3);
    expect(generation.released).toHaveLength(1);
  });
});

describe("a caller who hangs up", () => {
  test("while its document is waited for has it withdrawn and cancelled, and counted once", async () => {
    const hangUp = new AbortController();
    const generation = createScriptedGeneration({
      wait: (_documentId, { signal }) => abandoned(signal),
      add: () => hangUp.abort(),
    });
    await expect(generation.generate({ signal: hangUp.signal })).rejects.toMatchObject({
      code: "dependency.unavailable",
    });
    const { documentId } = generation.asked[0] ?? {};
    expect(generation.withdrawn).toEqual([documentId]);
    expect(generation.reports).toMatchObject([{ documentId, status: "cancelled" }]);
    expect(generation.counted).toEqual(["cancelled"]);
    expect(generation.released).toEqual([{ id: "permit 1", wasRendered: false }]);
  });

  test("before its document is queued has it cancelled without a job", async () => {
    const generation = createScriptedGeneration();
    await expect(generation.generate({ signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: "dependency.unavailable",
    });
    expect([generation.jobs, generation.waits]).toEqual([[], []]);
    expect(generation.reports).toMatchObject([{ status: "cancelled" }]);
    expect(generation.counted).toEqual(["cancelled"]);
    expect(generation.released).toEqual([{ id: "permit 1", wasRendered: false }]);
  });
});

test("a document that cannot be queued is closed, its wait ends, and its caller is told to retry", async () => {
  const generation = createScriptedGeneration({
    wait: (_documentId, { signal }) => abandoned(signal),
    add: () => Promise.reject(new Error("Redis is full")),
  });
  await expect(generation.generate()).rejects.toMatchObject({
    status: 503,
    code: "dependency.unavailable",
    retryAfterSeconds: 1,
  });
  expect(generation.waits[0]?.signal.aborted).toBe(true);
  expect(generation.reports).toMatchObject([{ status: "failed", failure: { code: "unknown", retryable: true } }]);
  expect([generation.counted, generation.released]).toEqual([["not_queued"], [{ id: "permit 1", wasRendered: false }]]);
});

describe("a preview", () => {
  test("is rendered with a permit of the previews and a grant of its own, and is counted like a document", async () => {
    const generation = createScriptedGeneration();
    const reply = await generation.preview();
    expect(reply.headers).toMatchObject({ "Content-Type": "application/pdf" });
    expect(generation.acquired).toMatchObject([{ bucket: { projectId, kind: "previews" }, limit: 20 }]);
    expect(generation.jobs).toMatchObject([{ job: { sourceId: previewSourceId, projectId } }]);
    expect([...generation.grants.values()]).toMatchObject([{ claims: { preview: true, sourceId: previewSourceId } }]);
    expect([generation.counted, generation.released]).toEqual([["completed"], [{ id: "permit 1", wasRendered: true }]]);
  });

  test.each<[string, Partial<Script>, string]>([
    ["is late", atDeadline, "render_timeout"],
    ["cannot be queued", { add: () => Promise.reject(new Error("Redis is full")) }, "not_queued"],
    ["is not wanted any more", { wait: () => ({ end: "abandoned" }) }, "cancelled"],
  ])("that %s has no record to report on, and is counted once", async (_, script, outcome) => {
    const generation = createScriptedGeneration(script);
    await expect(generation.preview()).rejects.toThrow();
    expect([generation.reports, generation.counted]).toEqual([[], [outcome]]);
    expect(generation.released).toEqual([{ id: "permit 1", wasRendered: false }]);
  });
});
