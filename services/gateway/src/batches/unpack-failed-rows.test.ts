import { expect, test } from "@jest/globals";
import { deflateRawSync } from "node:zlib";
import { unpackFailedRows } from "./unpack-failed-rows.ts";

test("each failed row of a chunk comes with its own data, and without data if those are damaged", async () => {
  const rows = ['{"n":"Zoë"}', '{"n":12345678901234567890}', "{}"].map((row) => Buffer.from(row));
  const failure = { code: "render_failed", message: "It cannot be printed.", retryable: false } as const;
  const chunk = {
    firstRow: 200,
    sizes: rows.map(({ byteLength }) => byteLength),
    data: deflateRawSync(Buffer.concat(rows)).toString("base64"),
    failed: [
      { row: 200, reference: "a", failure },
      { row: 201, reference: null, failure },
    ],
    nextRow: null,
  };
  expect((await unpackFailedRows(chunk)).map(({ row, data }) => [row, data])).toEqual([
    [201, '{"n":"Zoë"}'],
    [202, '{"n":12345678901234567890}'],
  ]);
  expect((await unpackFailedRows({ ...chunk, data: "" })).map(({ data }) => data)).toEqual(["{}", "{}"]);
});
