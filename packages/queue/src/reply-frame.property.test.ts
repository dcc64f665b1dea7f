import { describe, expect, test } from "@jest/globals";
import { blockedKinds, failureCodes, renderStages, warningSeverities } from "@platen/contracts";
import fc from "fast-check";
import {
  decodeReply,
  decodeReplyMessage,
  encodeReply,
  encodeStoredMessage,
  wholeMark,
  type CompletedReply,
  type DocumentReply,
} from "./reply-frame.ts";

const ms = fc.double({ min: 0, max: 1e6, noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
const text = fc.string({ unit: "grapheme" });

const warning = fc.record(
  {
    code: text,
    severity: fc.constantFrom(...warningSeverities),
    message: text,
    path: text,
    part: text,
    line: fc.integer({ min: 1 }),
    column: fc.integer({ min: 1 }),
    kind: fc.constantFrom(...blockedKinds),
    host: text,
    count: fc.nat(),
  },
  { requiredKeys: ["code", "severity", "message"] },
);

const completed: fc.Arbitrary<CompletedReply> = fc
  .record({
    documentId: text,
    pageCount: fc.nat(),
    sha256: text,
    queueMs: ms,
    renderMs: ms,
    warnings: fc.array(warning),
    pdf: fc.uint8Array(),
  })
  .map((fields) => ({ ...fields, outcome: "completed", sizeBytes: fields.pdf.byteLength }));

const failed: fc.Arbitrary<DocumentReply> = fc.record({
  outcome: fc.constant("failed"),
  documentId: text,
  failure: fc.record(
    {
      code: fc.constantFrom(...failureCodes),
      message: text,
      retryable: fc.boolean(),
      stage: fc.constantFrom(...renderStages),
      details: fc.array(fc.record({ path: text, message: text })),
    },
    { requiredKeys: ["code", "message", "retryable"] },
  ),
});

function plain(reply: DocumentReply): unknown {
  return reply.outcome === "completed" ? { ...reply, pdf: [...reply.pdf] } : reply;
}

describe("a reply's frame", () => {
  test("holds every reply as it was", () => {
    fc.assert(
      fc.property(fc.oneof(completed, failed), (reply) => {
        expect(plain(decodeReply(encodeReply(reply)))).toEqual(plain(reply));
      }),
    );
  });

  test("of a newer worker has the warnings that are understood", () => {
    const framed = (header: object) => {
      const length = Buffer.alloc(4);
      const text = JSON.stringify(header);
      length.writeUInt32BE(Buffer.byteLength(text));
      return decodeReply(Buffer.concat([length, Buffer.from(text)]));
    };
    const sent = {
      outcome: "completed",
      documentId: "doc_1",
      pageCount: 1,
      sizeBytes: 0,
      sha256: "",
      queueMs: 1,
      renderMs: 2,
    };
    const known = { code: "font.missing", severity: "error", message: "A font is missing." };
    const warnings = [{ ...known, family: "Own" }, { code: 7 }, { ...known, kind: "hologram" }, "text"];
    expect(framed({ ...sent, warnings })).toMatchObject({ warnings: [known] });
    expect(framed({ ...sent, warnings: "none" })).toMatchObject({ warnings: [] });
  });

  test("that is cut off or has bytes added is refused, never half read", () => {
    fc.assert(
      fc.property(completed, fc.nat(), (reply, cut) => {
        const frame = encodeReply(reply);
        expect(() => decodeReply(frame.subarray(0, cut % frame.byteLength))).toThrow();
        expect(() => decodeReply(Buffer.concat([frame, Buffer.of(0)]))).toThrow();
      }),
    );
  });

  test("of any other bytes is refused", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(() => decodeReply(Buffer.from(bytes))).toThrow();
      }),
    );
  });
});

test("a message says whether it holds the frame or only the document's id", () => {
  fc.assert(
    fc.property(text, fc.oneof(completed, failed), (documentId, reply) => {
      const frame = encodeReply(reply);
      expect(decodeReplyMessage(encodeStoredMessage(documentId))).toEqual({ documentId });
      expect(decodeReplyMessage(Buffer.concat([wholeMark, frame]))).toEqual({ frame });
    }),
  );
});
