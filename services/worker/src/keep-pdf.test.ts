import { expect, test } from "@jest/globals";
import { createTransport, TransportError, type Send, type SendRequest } from "@platen/client";
import { createHash } from "node:crypto";
import { createKeepPdf } from "./keep-pdf.ts";
import { isCatalogAway } from "./render-failures.ts";
import { createSendByGrant } from "./send-by-grant.ts";

type Answered = 204 | 401 | 404 | "timeout" | "deadline";

/** Catalogs that answer one call after the other like this, because real ones cannot be told to. */
function keepAt(...answers: Answered[]) {
  const calls: SendRequest[] = [];
  let refusedByAll = 0;
  const deadline = new AbortController();
  const send: Send = async (request) => {
    calls.push(request);
    const status = answers[calls.length - 1] ?? 204;
    if (status === "timeout") throw new TransportError("no answer", { failure: "timeout" });
    if (status === "deadline") {
      deadline.abort(new DOMException("The deadline has passed.", "TimeoutError"));
      throw new TransportError("no answer", { failure: "aborted" });
    }
    const code = status === 404 ? "document.not_found" : "auth.token_invalid";
    const problem = { success: false, error: { code, message: "No.", requestId: "req_1" } };
    return { status, header: () => undefined, bytes: Buffer.from(status === 204 ? "" : JSON.stringify(problem)) };
  };
  const catalog = createTransport({
    baseUrl: "http://catalog",
    timeoutMs: 1_000,
    send: createSendByGrant(send, () => (refusedByAll += 1)),
  });
  const keepPdf = createKeepPdf(catalog);
  const job = {
    documentId: "doc_1",
    grant: "grant",
    requestId: "req_1",
    lane: "background" as const,
    request: { dataJson: "{}", output: "pdf" as const },
  };
  const keep = (pdf: Uint8Array = Buffer.from("%PDF")) =>
    keepPdf(job, { pdf, sha256: createHash("sha256").update(pdf).digest("hex") }, deadline.signal);
  return { keep, calls, refusedByAll: () => refusedByAll };
}

const askedOf = ({ url }: SendRequest) => Object.fromEntries(new URL(url).searchParams);
const contentOf = (request: SendRequest) => askedOf(request)["contentId"];

test("a PDF that one catalog refuses, whose clock is ahead, is kept by another, on a new connection", async () => {
  const { keep, calls, refusedByAll } = keepAt(401, 204);
  const kept = await keep();
  expect(refusedByAll()).toBe(0);
  expect(calls.map(({ isOnNewConnection }) => isOnNewConnection)).toEqual([undefined, true]);
  const asked = { contentId: kept?.contentId, output: "pdf", sha256: expect.any(String) };
  expect(calls.map(askedOf)).toEqual([asked, asked]);
});

test("a grant that all catalogs refuse, which the worker has found valid, ends no document, and makes the worker check itself", async () => {
  const { keep, calls, refusedByAll } = keepAt(401, 401, 401);
  const failure = await keep().catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: "storage_unavailable", retryable: true });
  expect([calls.length, isCatalogAway(failure as never), refusedByAll()]).toEqual([3, true, 1]);
});

test("a PDF that a catalog hangs with is kept by another, under another id", async () => {
  const { keep, calls } = keepAt("timeout", 204);
  const kept = await keep();
  const [first, second] = calls.map(contentOf);
  expect(second).toBe(kept?.contentId);
  expect(first).not.toBe(second);
});

test.each([
  ["is no attempt of its document", 4, true],
  ["counts if it is large, and is not sent again", 10_000_001, false],
])("a PDF that no catalog keeps in time %s", async (_, bytes, isAway) => {
  const { keep, calls } = keepAt("timeout", "timeout");
  const failure = await keep(Buffer.alloc(bytes)).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: "storage_unavailable", retryable: true });
  expect([calls.length, isCatalogAway(failure as never)]).toEqual([isAway ? 2 : 1, isAway]);
});

test.each<[string, Answered[], boolean]>([
  ["a catalog hung is the catalog's fault", ["timeout", "deadline"], true],
  ["no catalog hung is the document's own", ["deadline"], false],
])("a deadline that passes while a PDF is sent after %s", async (_, answers, isAway) => {
  const failure = await keepAt(...answers)
    .keep()
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: "storage_unavailable", retryable: true });
  expect(isCatalogAway(failure as never)).toBe(isAway);
});

test("a refusal that every catalog shares is final at once", async () => {
  const { keep, calls } = keepAt(404);
  await expect(keep()).rejects.toMatchObject({ code: "storage_unavailable", retryable: false });
  expect(calls).toHaveLength(1);
});
