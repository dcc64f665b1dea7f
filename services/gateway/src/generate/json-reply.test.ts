import { expect, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { jsonReply } from "./json-reply.ts";

const about = {
  outcome: "completed" as const,
  documentId: "doc_01jd3k8v7n2q4r6s8t0v2w4x6z",
  pageCount: 2,
  sha256: "0".repeat(64),
  queueMs: 3,
  renderMs: 40,
  warnings: [],
};
const options = { templateId: "tpl_01jd3k8v7n2q4r6s8t0v2w4x6z", version: 1, requestedAt: Date.now(), headers: {} };

test.each([[[0, 1, 2, 3, 4, 5]], [[60_000, 60_000, 7]], [[1, 1, 1, 1]], [[3]]])(
  "a PDF that comes in pieces of %j bytes is answered in the length that was announced, one piece after the other",
  async (sizes) => {
    const pdf = Buffer.from(Array.from({ length: sizes.reduce((sum, size) => sum + size, 0) }, (_, index) => index));
    let taken = 0;
    async function* pieces(): AsyncGenerator<Uint8Array> {
      for (const size of sizes) yield pdf.subarray(taken, (taken += size));
    }
    const reply = jsonReply({ ...about, sizeBytes: pdf.byteLength, pdf: pieces() }, options);
    const sent: Uint8Array[] = [];
    for await (const piece of reply.pieces?.content ?? []) {
      sent.push(piece);
      // Nothing is read ahead of what is sent.
      expect(Buffer.concat(sent).byteLength).toBeGreaterThanOrEqual(((taken - Math.max(...sizes)) * 4) / 3);
    }
    const answer = Buffer.concat(sent);
    expect(answer.byteLength).toBe(reply.pieces?.sizeBytes);
    const { data } = JSON.parse(answer.toString());
    expect(operations.generateDocument.response.body.parse(data)).toEqual(data);
    expect(Buffer.from(data.content, "base64").equals(pdf)).toBe(true);
  },
);
