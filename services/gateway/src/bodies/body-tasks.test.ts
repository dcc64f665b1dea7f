import { expect, test } from "@jest/globals";
import { inflateRawSync } from "node:zlib";
import { createId, operations, type Operation } from "@platen/contracts";
import { unpackBackgroundInput } from "@platen/queue";
import { sha256 } from "../auth/sha256.ts";
import { doBodyTask, doorOf } from "./body-tasks.ts";
import type { PreparedBodies } from "./prepare-body.ts";

const [templateId, projectId] = [createId("template"), createId("project")];
/** What a double, or writing the values again, would change. */
const data = String.raw`{ "id": 12345678901234567890, "rate": [0.1234567890123456789, 1e400], "net": 1.10, "é": "\u00e9" }`;

/** Prepares a body, given as the texts of its members, as the gateway does before a handler gets it. */
function prepare<Id extends keyof PreparedBodies>(
  operation: Operation & { operationId: Id },
  members: Record<string, string>,
  headers: Record<string, string> = {},
): PreparedBodies[Id] {
  const written = Object.entries(members).map(([name, text]) => `"${name}": ${text}`);
  const json = Buffer.from(`{${written.join()}}`);
  const params = Object.fromEntries(
    Object.entries({ templateId, projectId }).filter(([name]) => operation.path.includes(`{${name}}`)),
  );
  const parts = { params, query: {}, headers, json };
  const checked = doBodyTask({ name: "check", input: { door: doorOf(operation), parts } });
  // The body is the one that the operation's preparation gave.
  return (checked as { body: PreparedBodies[Id] }).body;
}

const quoted = (text: string) => JSON.stringify(text);
const rowsIn = (chunks: readonly { data: string }[] = []) =>
  chunks.map((chunk) => inflateRawSync(Buffer.from(chunk.data, "base64")).toString()).join("\n");

test("data reach the queue as they were sent: of a document, of one that no caller waits for, and of previews", async () => {
  const queuedBytes = Buffer.byteLength(quoted(data));
  const queued = { dataJson: data, queuedBytes };
  const ofTemplate = { templateId: quoted(templateId), data };
  const inline = { html: quoted("<p>{{id}}</p>"), data };
  expect(prepare(operations.generateDocument, ofTemplate)).toMatchObject({
    request: { dataJson: data },
    queuedBytes,
    hasData: true,
  });
  expect(prepare(operations.generateDocument, inline)).toMatchObject({ request: { dataJson: data } });
  expect(prepare(operations.previewTemplate, { data })).toMatchObject({ data: queued });
  expect(prepare(operations.previewSource, { name: quoted("Invoice"), ...inline })).toMatchObject({ data: queued });
  const background = prepare(operations.createDocument.key, ofTemplate);
  expect(background.sent.dataJson).toBe(data);
  expect((await unpackBackgroundInput(background)).dataJson).toBe(data);
});

test("a request without data has none", async () => {
  const body = { html: quoted("<p>{{</p>") };
  expect(prepare(operations.generateDocument, body)).toMatchObject({ request: { dataJson: "{}" }, hasData: false });
  const background = prepare(operations.createDocument.key, body);
  expect(background.sent.dataJson).toBeUndefined();
  expect((await unpackBackgroundInput(background)).dataJson).toBe("{}");
  expect(prepare(operations.previewTemplate, {}).data).toBeUndefined();
});

test("rows keep the digits of their numbers, one by one and in the request that brings all", () => {
  const line = Buffer.from(`{"reference":"a","data":${data}}`);
  expect(doBodyTask({ name: "row", input: { line, row: 0 } })).toEqual({
    data: Buffer.from(data),
    notes: { reference: "a" },
  });
  const rows = `[{"data":${data}},{"reference":"b","data":{"n":1,"n":9007199254740993}}]`;
  const { chunks } = prepare(operations.createBatch.key, { templateId: quoted(templateId), rows });
  expect(rowsIn(chunks)).toBe(
    `{"id":12345678901234567890,"rate":[0.1234567890123456789,1e400],"net":1.1,"é":"é"}{"n":9007199254740993}`,
  );
  expect(chunks?.[0]?.notes).toEqual([null, { reference: "b" }]);
});

test("a kept request has the digits of its numbers, beside values that are redacted and within lists of them", () => {
  const sent = { dataJson: `{"ids":[12345678901234567890,{"id":1e400}],"iban":"GB33","secret":12345678901234567890}` };
  const packed = doBodyTask({
    name: "keep",
    input: { sent, redactedPaths: ["iban", "secret", "ids.*.id.text"], requestedAt: undefined },
  });
  expect(inflateRawSync(Buffer.from(typeof packed === "string" ? packed : "", "base64")).toString()).toBe(
    '{"data":{"ids":[12345678901234567890,{"id":1e400}],"iban":"[redacted]","secret":"[redacted]"}}',
  );
});

test("an Idempotency-Key tells bodies apart by every digit, and by nothing else", () => {
  const key = { "Idempotency-Key": "order-7" };
  const hash = (n: string) => [
    prepare(operations.generateDocument, { templateId: quoted(templateId), data: `{"n": ${n}}` }, key).bodyHash,
    prepare(operations.createDocument.key, { templateId: quoted(templateId), data: `{"n": ${n}}` }, key).bodyHash,
    prepare(operations.createBatch.key, { templateId: quoted(templateId), rows: `[{"data":{"n": ${n}}}]` }, key)
      .bodyHash,
  ];
  for (const [index, one] of hash("12345678901234567890").entries()) {
    expect(one).not.toBe(hash("12345678901234567891")[index]);
    expect(one).toBe(hash("12345678901234567890")[index]);
  }
  const plain = [{ data: { n: 1.1 } }, { data: { n: 1.1 } }, { rows: [{ data: { n: 1.1 } }] }];
  expect(hash("1.10")).toEqual(plain.map((body) => sha256(JSON.stringify({ templateId, ...body }))));
});

test("the data themselves must be an object, however long the number is that comes in their place", () => {
  for (const wrong of ["12345678901234567890", "[1e400]", '"text"', "null"]) {
    expect(() => prepare(operations.generateDocument, { templateId: quoted(templateId), data: wrong })).toThrow(
      expect.objectContaining({ code: "request.invalid" }),
    );
  }
});
