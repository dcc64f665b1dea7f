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

test("the reason of a failed row says what is wrong, each thing once and at most ten of them", async () => {
  const named = (count: number) => Array.from({ length: count }, (_, at) => ({ path: "html", message: `No "${at}".` }));
  const reasonOf = async (details: { path: string; message: string }[]) => {
    const failure = { code: "data_invalid", message: "It is incomplete.", retryable: false, details } as const;
    const failed = [{ row: 0, reference: null, failure }];
    return (await unpackFailedRows({ firstRow: 0, sizes: [], data: "", failed, nextRow: null }))[0]?.message;
  };
  expect(await reasonOf([...named(2), ...named(2)])).toBe('It is incomplete. No "0". No "1".');
  expect(await reasonOf(named(12))).toMatch(/No "9"\. And 2 more\.$/);
});
