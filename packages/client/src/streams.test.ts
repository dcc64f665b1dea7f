import { describe, expect, test } from "@jest/globals";
import { createClient } from "./client.ts";

/** A client whose requests `answer` answers. */
function clientOf(answer: (request: Request) => Response) {
  const fetch: typeof globalThis.fetch = async (input, init) => answer(new Request(input, init));
  return createClient({ baseUrl: "https://platen.example", apiKey: "plt_secret", fetch });
}

const text = (bytes: Uint8Array | undefined | void) => new TextDecoder().decode(bytes ?? undefined);
const problem = (status: number, code: string) =>
  Response.json({ success: false, error: { code, message: "No.", requestId: "req_1" } }, { status });

type Body = ReadableStreamDefaultController<Uint8Array>;
/** An answer whose body the test writes, and whether the client has given it up. */
function writtenAnswer(status = 200) {
  let body: Body | undefined;
  const state = { isCancelled: false };
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => void (body = controller),
    cancel: () => void (state.isCancelled = true),
  });
  const write = (piece: string) => body?.enqueue(new TextEncoder().encode(piece));
  return {
    answer: new Response(stream, { status }),
    state,
    write,
    end: () => body?.close(),
    break: () => body?.error(),
  };
}

const methods = [
  ["streamDocument", (client: ReturnType<typeof clientOf>) => client.streamDocument({ html: "<p>Hi" })],
  ["streamDocumentContent", (client: ReturnType<typeof clientOf>) => client.streamDocumentContent("doc_1")],
] as const;

describe.each(methods)("%s", (_name, call) => {
  test("yields each piece when it arrives", async () => {
    const { answer, write, end } = writtenAnswer();
    const pieces = call(clientOf(() => answer));
    for (const piece of ["%PDF-", "1.7", "%%EOF"]) {
      // The next piece is written after this one was read.
      write(piece);
      expect(text((await pieces.next()).value)).toBe(piece);
    }
    end();
    expect((await pieces.next()).done).toBe(true);
  });

  test("throws where the PDF does not arrive whole", async () => {
    const written = writtenAnswer();
    const pieces = call(clientOf(() => written.answer));
    written.write("%PDF-");
    expect(text((await pieces.next()).value)).toBe("%PDF-");
    written.break();
    await expect(pieces.next()).rejects.toMatchObject({ name: "TransportError", failure: "connection" });
  });

  test("throws the problem of the answer", async () => {
    const pieces = call(clientOf(() => problem(503, "queue.full")));
    await expect(pieces.next()).rejects.toMatchObject({ name: "ApiProblem", code: "queue.full", status: 503 });
  });

  test("ends the request of a caller who reads no further", async () => {
    const { answer, state, write } = writtenAnswer();
    write("%PDF-");
    for await (const piece of call(clientOf(() => answer))) {
      expect(text(piece)).toBe("%PDF-");
      break;
    }
    expect(state.isCancelled).toBe(true);
  });
});

test("a document is asked for where the answer is a PDF whatever the headers say", async () => {
  const sent: Request[] = [];
  const client = clientOf((request) => {
    sent.push(request);
    return new Response("%PDF-");
  });
  for await (const piece of client.streamDocument({ templateId: "tpl_1", data: {} })) expect(text(piece)).toBe("%PDF-");
  const [request] = sent;
  expect([request?.method, request?.url, await request?.json()]).toEqual([
    "POST",
    "https://platen.example/api/v1/generate/pdf",
    { templateId: "tpl_1", data: {} },
  ]);
});

test("a PDF that is not made yet is a problem, and no file", async () => {
  const { answer, state } = writtenAnswer(202);
  const pieces = clientOf(() => answer).streamDocumentContent("doc_1");
  await expect(pieces.next()).rejects.toMatchObject({ name: "ApiProblem", code: "document.not_ready" });
  expect(state.isCancelled).toBe(true);
});
