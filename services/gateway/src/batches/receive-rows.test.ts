import { beforeEach, describe, expect, jest, test } from "@jest/globals";
import { Readable } from "node:stream";
import { brotliCompressSync, deflateSync, gzipSync, inflateRawSync } from "node:zlib";
import { isProblem, Problem } from "@platen/contracts";
import type { RowChunk } from "@platen/contracts/internal";
import { streamBody } from "@platen/http";
import { proofOr, randomFrom } from "@platen/testing";
import { parseRow } from "./parse-row.ts";
import { createRowTurns } from "./row-turns.ts";
import { packAllRows } from "./pack-rows.ts";
import { receiveRows } from "./receive-rows.ts";

const rowLimitBytes = 5_000;
const turns = createRowTurns();
const reading = { rowLimitBytes, turns, parseLongRow: async (line: Uint8Array, row: number) => parseRow(line, row) };
const { signal } = new AbortController();

/** The rows that the catalog has: their data, and what they say besides. */
let kept: { data: string; reference: string | undefined }[];
let chunks: number[];
beforeEach(() => {
  kept = [];
  chunks = [];
});

function keep({ firstRow, sizes, notes, data }: RowChunk): number {
  if (firstRow !== kept.length) return kept.length;
  const text = inflateRawSync(Buffer.from(data, "base64"));
  let at = 0;
  for (const [index, size] of sizes.entries()) {
    kept.push({ data: text.toString("utf8", at, at + size), reference: notes[index]?.reference });
    at += size;
  }
  chunks.push(sizes.length);
  return kept.length;
}
const sink = { count: async () => kept.length, append: async (chunk: RowChunk) => keep(chunk) };

/** A body in pieces of some bytes, which breaks off after some if told to. */
async function* body(text: string | Buffer, pieceBytes = 64 * 1024, breaksAfter = Infinity): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  const end = Math.min(bytes.byteLength, breaksAfter);
  for (let at = 0; at < end; at += pieceBytes) yield bytes.subarray(at, Math.min(end, at + pieceBytes));
  if (breaksAfter < bytes.byteLength) throw new Error("aborted");
}
const compressors = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };
const encodings = ["gzip", "deflate", "br"] as const;
type Encoding = (typeof encodings)[number];

/** A compressed body as the server hands it over, of which a request brings a few bytes at a time. */
function inPieces(bytes: Uint8Array, encoding: Encoding): AsyncIterable<Uint8Array> {
  const request = Object.assign(Readable.from(body(Buffer.from(bytes), 29)), {
    headers: { "content-encoding": encoding },
  });
  return streamBody(request, { maxBytes: 1_000_000, isStreamed: true, takesCompressed: true });
}
const compressed = (text: Buffer, encoding: Encoding) => inPieces(compressors[encoding](text), encoding);

const receive = (content: AsyncIterable<Uint8Array>, offset = 0) =>
  receiveRows(content, { offset, sink, signal, reading });

async function problemOf(receiving: Promise<unknown>): Promise<Problem> {
  const error: unknown = await receiving.catch((thrown: unknown) => thrown);
  if (isProblem(error)) return error;
  throw new Error("no problem was thrown", { cause: error });
}

const lineOf = (number: number) =>
  `${JSON.stringify({ data: { number, name: "Ägypten" }, reference: `e-${number}` })}\n`;
const linesOf = (count: number, from = 0) => Array.from({ length: count }, (_, index) => lineOf(from + index)).join("");
const numbers = () => kept.map(({ data }) => (JSON.parse(data) as { number: number }).number);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

test("rows are kept in order, in chunks of at most 200, whatever the borders of the pieces", async () => {
  expect(await receive(body(linesOf(450), 7))).toBe(450);
  expect([numbers(), kept[449]?.reference, chunks]).toEqual([upTo(450), "e-449", [200, 200, 50]]);
});

test("rows of one request are packed as those that arrive line by line", async () => {
  const rows = upTo(450).map((number) => ({ data: { number, name: "Ägypten" }, reference: `e-${number}` }));
  const large = { data: { number: 450, name: "x".repeat(1_100_000) } };
  for (const chunk of packAllRows([...rows, large, ...rows.slice(0, 1)])) keep(chunk);
  expect([numbers(), kept[449]?.reference, chunks]).toEqual([[...upTo(451), 0], "e-449", [200, 200, 51, 1]]);
});

test.each([
  ["no last line break", lineOf(0).trimEnd()],
  ["Windows' line ends and empty lines", `\r\n${lineOf(0).trimEnd()}\r\n\n`],
])("a text with %s has its rows", async (_what, text) => {
  expect(await receive(body(text))).toBe(1);
});

test("rows that are there are left out, also those that another request has just sent", async () => {
  await receive(body(linesOf(10)));
  expect([await receive(body(linesOf(12))), await receive(body(linesOf(3, 10)), 10)]).toEqual([12, 13]);
  expect(numbers()).toEqual(upTo(13));
  const rival = {
    ...sink,
    append: async (chunk: RowChunk) => {
      if (kept.length === 13) await receive(body(linesOf(2, 13)), 13);
      return keep(chunk);
    },
  };
  expect(await receiveRows(body(linesOf(5, 13)), { offset: 13, sink: rival, signal, reading })).toBe(18);
  expect(numbers()).toEqual(upTo(18));
});

test("a gap before the rows is refused with the offset at which to continue", async () => {
  await receive(body(linesOf(2)));
  const problem = await problemOf(receive(body(linesOf(1)), 3));
  expect([problem.code, problem.headers["Row-Offset"]]).toEqual(["batch.offset_mismatch", "2"]);
});

describe("a wrong row is named, and the rows before it are kept, whatever the borders of the pieces", () => {
  const deep = `{"data":{"x":${"[".repeat(200)}${"]".repeat(200)}}}`;
  const listOf = (texts: string) => texts.trim().split(/\s*¦\s*/);
  const malformed = [
    ...listOf(String.raw`{ ¦ } ¦ [ ¦ " ¦ nul ¦ {'data':{}} ¦ {"data":{} ¦ {"data":{}}} ¦ {"data":{}} {"data":{}} ¦ {data:{}} ¦
      {"data":{"x":01}} ¦ {"data":{"x":NaN}} ¦ {"data":{"x":"\u00g0"}} ¦ {"data":{},} ¦ undefined ¦ {"data":{"x":1e}} ¦
      {"data":{"x":.5}} ¦ {"data":{"x":+1}} ¦ {"data":{"x":"\x41"}} ¦ {"data":{"x":"\u12"}} ¦ {"data":{} /* x */} ¦
      {"data":{"x":True}} ¦ {"data" {}} ¦ {"data":{"x":"y}} ¦ data,reference ¦ [[[[[[[[`),
    ...'{"data":{"x":"\t"}}¦{"data":{"x":"\0"}}¦\0¦{"data":{}}\0¦\u{feff}¦{"data":{}}\r{"data":{}}¦ ¦\t'.split("¦"),
  ];
  const noRow = listOf(
    `1 ¦ null ¦ true ¦ [] ¦ "x" ¦ {} ¦ {"Data":{}} ¦ {"data":[]} ¦ {"data":null} ¦ {"data":1} ¦ {"data":"x"}`,
  );
  const wrongFields =
    listOf(String.raw`"x":1 ¦ "row":3 ¦ "templateId":"tpl_1" ¦ "reference":"" ¦ "reference":1 ¦ "reference":null ¦
    "filename":"" ¦ "reference":"a\u0000" ¦ "reference":"\ud800" ¦ "filename":"a/b.pdf" ¦ "filename":"a\\b" ¦ "filename":"\u0007" ¦
    "filename":7 ¦ "metadata":[] ¦ "metadata":{"a":1} ¦ "metadata":{"a":"\u0000"} ¦ "metadata":"x" ¦ "__proto__":{"x":1} ¦
    "constructor":1 ¦ "data ":1 ¦ "reference":"b","reference":2`);
  const wrong: [line: string | Buffer, code: string][] = [
    ...malformed.map((line): [string, string] => [line, "request.malformed_json"]),
    [Buffer.from([0x7b, 0xff, 0x7d]), "request.malformed_json"],
    // A surrogate in UTF-8, a character in too many bytes, and a text in UTF-16.
    [Buffer.from('{"data":{"x":"\xed\xa0\x80"}}', "latin1"), "request.malformed_json"],
    [Buffer.from('{"data":{"x":"\xc0\xaf"}}', "latin1"), "request.malformed_json"],
    [Buffer.from('{"data":{}}', "utf16le"), "request.malformed_json"],
    [Buffer.from('{"data":{"x":"\xe9"}}', "latin1"), "request.malformed_json"],
    [`{"data":{"x":"${"y".repeat(rowLimitBytes)}"}}`, "request.too_large"],
    ...[...noRow, deep].map((line): [string, string] => [line, "request.invalid"]),
    ...[...wrongFields, `"reference":"${"r".repeat(201)}"`].map((field): [string, string] => [
      `{"data":{},${field}}`,
      "request.invalid",
    ]),
    [`{"data":{},"metadata":{"a":"${"m".repeat(2_100)}"}}`, "request.invalid"],
    [
      `{"data":{},"metadata":{${upTo(17)
        .map((n) => `"k${n}":""`)
        .join(",")}}}`,
      "request.invalid",
    ],
  ];

  /** Three right rows, a wrong one and another right one. */
  const textWith = (line: string | Buffer) =>
    Buffer.concat([Buffer.from(linesOf(3)), Buffer.from(line), Buffer.from(`\n${lineOf(4)}`)]);

  async function expectRefusal(line: string | Buffer, code: string, content: AsyncIterable<Uint8Array>) {
    kept = [];
    const problem = await problemOf(receive(content));
    const found = [problem.code, problem.headers["Row-Offset"], problem.details?.[0]?.line, numbers()];
    expect([String(line), ...found]).toEqual([String(line), code, "3", 4, [0, 1, 2]]);
    expect(problem.message).toMatch(/^Row 4: /);
  }

  test.each([1, 13, 64 * 1024])("of %d bytes", async (pieceBytes) => {
    expect(wrong.length).toBeGreaterThan(70);
    for (const [line, code] of wrong) await expectRefusal(line, code, body(textWith(line), pieceBytes));
  });

  test("and the compression", async () => {
    for (const [line, code] of wrong)
      for (const encoding of encodings) await expectRefusal(line, code, compressed(textWith(line), encoding));
  });

  test("at every byte", async () => {
    for (const [line, code] of wrong.filter(([text]) => text.length < 30).slice(0, 4)) {
      const text = textWith(line);
      for (let at = 1; at < text.length; at += 1)
        await expectRefusal(line, code, Readable.from([text.subarray(0, at), text.subarray(at)]));
    }
  });
});

describe("a last line without an end", () => {
  test.each(encodings)("that is cut off anywhere is refused, and never kept as another row: %s", async (encoding) => {
    const [before, last] = [Buffer.from(linesOf(2)), Buffer.from(lineOf(2).trimEnd())];
    for (let end = 1; end < last.length; end += 1) {
      kept = [];
      const problem = await problemOf(receive(compressed(Buffer.concat([before, last.subarray(0, end)]), encoding)));
      expect([problem.code, problem.headers["Row-Offset"], numbers()]).toEqual(["request.malformed_json", "2", [0, 1]]);
    }
  });

  test.each(encodings)(
    "because its compression is broken anywhere keeps rows before the break alone: %s",
    async (encoding) => {
      const rows = upTo(40);
      const whole = compressors[encoding](Buffer.from(linesOf(rows.length)));
      for (let end = 1; end < whole.length; end += 1) {
        kept = [];
        const problem = await problemOf(receive(inPieces(whole.subarray(0, end), encoding)));
        expect([problem.code, problem.headers["Row-Offset"]]).toEqual(["request.invalid", String(kept.length)]);
        expect(numbers()).toEqual(rows.slice(0, kept.length));
        expect(problem.message).toContain("ended early");
      }
    },
  );
});

test("what JSON allows is data: names that come twice, names of prototypes, lone surrogates, white space and byte order marks", async () => {
  const lines = [
    '{"data":{"x":1,"x":2}}',
    '{"data":{"__proto__":{"y":1},"constructor":2}}',
    '{"data":{"x":"\\ud800","y":"\\u0000"}}',
    ' \t{ "data" : { } } \r',
    // As Windows begins a file, also in the middle of files that were joined.
    '\u{feff}{"data":{}}',
    '{"data":{},"data":{"x":3}}',
  ];
  expect(await receive(body(lines.join("\n")))).toBe(lines.length);
  expect(kept.map((row) => row.data)).toEqual([
    '{"x":1,"x":2}',
    '{"__proto__":{"y":1},"constructor":2}',
    '{"x":"\\ud800","y":"\\u0000"}',
    "{ }",
    "{}",
    '{"x":3}',
  ]);
  expect(Object.keys(Object.prototype)).toEqual([]);
});

test("a mistake names its field", async () => {
  const problem = await problemOf(receive(body(`${linesOf(1)}{"data":{},"filename":"a/b"}`)));
  expect(problem.message).toBe("Row 2: `filename` must be a file name without slashes or control characters.");
  expect(problem.details).toEqual([expect.objectContaining({ path: "filename", line: 2 })]);
});

test("blank lines are left out up to 10,000; more end the request, and the rows before them are kept", async () => {
  const blank = (count: number) => "\n".repeat(count);
  expect(await receive(body(`${linesOf(1)}${blank(5_000)}${lineOf(1)}${"\r\n".repeat(5_000)}`))).toBe(2);
  kept = [];
  const problem = await problemOf(receive(body(`${linesOf(3)}${blank(10_001)}${lineOf(3)}`)));
  expect([problem.status, problem.headers["Row-Offset"], numbers()]).toEqual([400, "3", [0, 1, 2]]);
  expect(problem.message).toContain("more than 10,000 blank lines");
});

test("the rest of a body is dropped when its caller waits no longer, and the rows before are kept", async () => {
  const caller = new AbortController();
  let pieces = 0;
  async function* rows() {
    for (; pieces < 1_000; pieces += 1) {
      if (pieces === 10) caller.abort();
      yield Buffer.from(lineOf(pieces));
    }
  }
  const problem = await problemOf(receiveRows(rows(), { offset: 0, sink, signal: caller.signal, reading }));
  expect([problem.message, pieces, numbers()]).toEqual(["The caller hung up.", 10, upTo(10)]);
  // A whole body that has arrived, of which the caller has left meanwhile.
  kept = [];
  const left = AbortSignal.abort();
  await problemOf(receiveRows(body(linesOf(1_000)), { offset: 0, sink, signal: left, reading }));
  expect(kept).toEqual([]);
});

test("a body that brings blank lines and no row for ten seconds is ended; a row, or 16 KiB of one, is progress", async () => {
  jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick", "queueMicrotask"] });
  try {
    const every3Seconds = async function* (piece: string, count: number) {
      for (let sent = 0; sent < count; sent += 1) {
        await new Promise((resolve) => setTimeout(resolve, 3_000));
        yield Buffer.from(piece);
      }
    };
    const ending = async (content: AsyncIterable<Uint8Array>) => {
      const pending = new Set(["received"]);
      const large = { ...reading, rowLimitBytes: 1_000_000 };
      const received = receiveRows(content, { offset: kept.length, sink, signal, reading: large })
        .catch((error: unknown) => (isProblem(error) ? error.message : String(error)))
        .finally(() => pending.clear());
      while (pending.size > 0) await jest.advanceTimersByTimeAsync(500);
      return received;
    };
    expect(await ending(every3Seconds("\n", 20))).toContain("brought no row for 10 seconds");
    expect(await ending(every3Seconds(" ", 20))).toContain("brought no row for 10 seconds");
    expect(await ending(every3Seconds('{"data":{}}\n', 10))).toBe(10);
    expect(await ending(every3Seconds("x".repeat(16_384), 10))).toContain("Row 11");
  } finally {
    jest.useRealTimers();
  }
});

test("a row of more than 16 KiB is parsed where it delays no request, in its place among the others", async () => {
  const parsed: number[] = [];
  const parseLongRow = async (line: Uint8Array, row: number) => {
    parsed.push(row);
    await new Promise(setImmediate);
    return parseRow(line, row);
  };
  const large = (number: number) => `${JSON.stringify({ data: { number, text: "x".repeat(17_000) } })}\n`;
  const text = `${linesOf(2)}${large(2)}${lineOf(3)}${large(4)}`;
  const longReading = { ...reading, rowLimitBytes: 100_000, parseLongRow };
  expect(await receiveRows(body(text, 13), { offset: 0, sink, signal, reading: longReading })).toBe(5);
  expect([numbers(), parsed]).toEqual([upTo(5), [2, 4]]);
});

test("a chunk that cannot be kept ends it with its problem, and tells what is kept", async () => {
  const failing = {
    ...sink,
    append: async (chunk: RowChunk) => {
      if (kept.length === 200) throw new Problem("dependency.unavailable");
      return keep(chunk);
    },
  };
  const problem = await problemOf(receiveRows(body(linesOf(900)), { offset: 0, sink: failing, signal, reading }));
  expect([problem.code, problem.headers["Row-Offset"], kept.length]).toEqual(["dependency.unavailable", "200", 200]);
});

test("a sender that is cut off at random, and goes on where the rows end, delivers each row once", async () => {
  const [cuts, rows] = [proofOr(50, 20), proofOr(20_000, 2_000)];
  const random = randomFrom(7);
  const text = linesOf(rows);
  for (let cut = 0; cut < cuts; cut += 1) {
    const offset = kept.length;
    const rest = Buffer.from(linesOf(rows - offset, offset));
    const sent = Math.floor((random() * 3 * text.length) / cuts);
    await receive(body(rest, 1 + Math.floor(random() * 5_000), sent), offset).catch(() => undefined);
    // Some senders begin with rows that are there already.
    await receive(body(linesOf(1, Math.max(0, offset - 1))), Math.max(0, offset - 1));
  }
  expect(kept.length).toBeGreaterThan(rows / 4);
  await receive(body(text));
  expect(numbers()).toEqual(upTo(rows));
});
