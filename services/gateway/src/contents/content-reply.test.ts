import { expect, test } from "@jest/globals";
import { createHash, randomBytes } from "node:crypto";
import { createContentReply } from "./content-reply.ts";

/** Three pieces. */
const pdf = randomBytes(2.5 * 1024 * 1024);
const content = {
  contentId: "cnt_1",
  output: "pdf" as const,
  sizeBytes: pdf.byteLength,
  sha256: createHash("sha256").update(pdf).digest("hex"),
  filename: null,
  templateName: "Invoice",
};

async function download(stored: Uint8Array, headers: Record<string, string> = {}) {
  const asked: { from: number; to: number }[] = [];
  const corrupt: string[] = [];
  const contentReply = createContentReply({ countCorrupt: () => void corrupt.push("corrupt") });
  const reply = await contentReply(content, { header: (name) => headers[name] }, async ({ from, to }) => {
    asked.push({ from, to });
    return { bytes: stored.subarray(from, to + 1) };
  });
  const got: Uint8Array[] = [];
  const read = async () => {
    for await (const piece of reply.pieces?.content ?? []) got.push(piece);
  };
  const error = await read().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { reply, asked, corrupt, bytes: Buffer.concat(got), error };
}

test("a whole PDF is read in pieces of at most 1 MiB", async () => {
  const { reply, bytes, asked, corrupt } = await download(pdf);
  expect(bytes.equals(pdf)).toBe(true);
  expect(asked.map(({ from, to }) => to - from + 1)).toEqual([1_048_576, 1_048_576, 524_288]);
  expect(reply.status).toBeUndefined();
  expect(reply.headers).toMatchObject({
    ETag: `"${content.sha256}"`,
    "Repr-Digest": `sha-256=:${createHash("sha256").update(pdf).digest("base64")}:`,
    "Content-Disposition": 'attachment; filename="Invoice.pdf"',
  });
  expect(corrupt).toEqual([]);
});

test("a part has the status 206 and says which part it is", async () => {
  const { reply, bytes } = await download(pdf, { range: "bytes=1000-1999" });
  expect([bytes.equals(pdf.subarray(1_000, 2_000)), reply.status]).toEqual([true, 206]);
  expect(reply.headers["Content-Range"]).toBe(`bytes 1000-1999/${pdf.byteLength}`);
});

test("a part of other bytes than those the caller has is the whole PDF", async () => {
  const part = { range: "bytes=1000-1999" };
  const { reply, bytes } = await download(pdf, { ...part, "if-range": '"other"' });
  expect([reply.status, bytes.equals(pdf)]).toEqual([undefined, true]);
  const same = await download(pdf, { ...part, "if-range": `"${content.sha256}"` });
  expect(same.reply.status).toBe(206);
});

test("a PDF whose bytes have changed is never sent whole, and is counted", async () => {
  const changed = Buffer.from(pdf);
  changed[5] = (changed[5] ?? 0) ^ 1;
  const { bytes, error, corrupt } = await download(changed);
  expect(error).toMatchObject({ code: "internal" });
  expect(bytes.byteLength).toBe(2 * 1024 * 1024);
  expect(corrupt).toHaveLength(1);
});

test("a PDF that has become shorter is broken off, and is counted", async () => {
  const { error, corrupt } = await download(pdf.subarray(0, 2_000_000));
  expect(error).toMatchObject({ code: "internal" });
  expect(corrupt).toHaveLength(1);
});

test("a caller who has the PDF gets 304 with its headers, also for a part, and nothing is read", async () => {
  const { reply, asked } = await download(pdf, { "if-none-match": `"${content.sha256}"`, range: "bytes=99999999-" });
  expect([reply.status, reply.pieces, asked]).toEqual([304, undefined, []]);
  expect(reply.headers).toMatchObject({ ETag: `"${content.sha256}"`, "Cache-Control": "private, no-cache" });
});
