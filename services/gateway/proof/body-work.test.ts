import { afterAll, expect, test } from "@jest/globals";
import { accountHolder } from "@platen/contracts/holder";
import { CheckedJson, operations, type Operation } from "@platen/contracts";
import { createBodyWork } from "../src/bodies/body-work.ts";

const work = createBodyWork();
const { signal } = new AbortController();
const holder = accountHolder("acc_1");
afterAll(() => work.close());

function check(operation: Operation, body: unknown, headers: Record<string, string> = {}, params = {}) {
  const json = Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
  return work.check(operation, { params, query: {}, headers, json }, { holder, signal });
}

const templateId = "tpl_01jd3k8v7n2q4r6s8t0v2w4x6z";
const small = { templateId, data: { number: "7" } };
const large = { templateId, data: { number: "7", text: "é".repeat(20_000) } };
const idempotent = { "Idempotency-Key": "order-7" };

test("a request is prepared alike here and in a process of its own", async () => {
  for (const body of [small, large]) {
    const checked = await check(operations.generateDocument, body, idempotent);
    const json = JSON.stringify(body.data);
    expect(checked.body).toMatchObject({
      templateId,
      hasData: true,
      request: { dataJson: json },
      queuedBytes: Buffer.byteLength(JSON.stringify(json)),
      bodyHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(checked.headers).toEqual(idempotent);
  }
});

test("a large body without work in the gateway is passed on as the text of what was checked", async () => {
  const { body } = await check(
    operations.createTemplate.member,
    { name: "  Invoice ", html: "x".repeat(50_000) },
    {},
    { projectId: "prj_01jd3k8v7n2q4r6s8t0v2w4x6z" },
  );
  expect(body).toBeInstanceOf(CheckedJson);
  expect(JSON.parse((body as CheckedJson).text)).toEqual({ name: "Invoice", html: "x".repeat(50_000) });
});

test("mistakes of a large body are reported with their paths, as those of a small one", async () => {
  for (const data of ["x", "x".repeat(50_000)]) {
    await expect(check(operations.generateDocument, { templateId, data, verson: 1 })).rejects.toMatchObject({
      code: "request.invalid",
      details: expect.arrayContaining([
        expect.objectContaining({ path: "data" }),
        expect.objectContaining({ path: "verson" }),
      ]),
    });
    await expect(check(operations.generateDocument, `{"data": "${data}"`)).rejects.toMatchObject({
      code: "request.malformed_json",
    });
  }
});

test("a body that takes too much memory ends its process and no other, and is refused as too complex", async () => {
  const manyNames = Array.from({ length: 100_000 }, (_, index) => `"${index}":[[[{}]]]`).join(",");
  const body = `{"templateId":"${templateId}","data":{${manyNames}}}`;
  const tight = createBodyWork({ processes: 1, maxHeapBytes: 16 * 1024 * 1024 });
  try {
    const parts = { params: {}, query: {}, headers: {}, json: Buffer.from(body) };
    const about = { holder, signal };
    await expect(tight.check(operations.generateDocument, parts, about)).rejects.toMatchObject({
      code: "request.too_complex",
      status: 422,
    });
  } finally {
    await tight.close();
  }
});

test("a body that takes too much processor time is ended and refused as too complex", async () => {
  const tight = createBodyWork({ processes: 1, timeoutMs: 20 });
  try {
    const rows = Array.from({ length: 60_000 }, (_, index) => ({ data: { [`name${index}`]: index } }));
    const parts = { params: {}, query: {}, headers: {}, json: Buffer.from(JSON.stringify({ templateId, rows })) };
    await expect(tight.check(operations.createBatch.key, parts, { holder, signal })).rejects.toMatchObject({
      code: "request.too_complex",
    });
  } finally {
    await tight.close();
  }
});
