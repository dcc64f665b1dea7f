import { expect, test } from "@jest/globals";
import { chooseRange } from "./choose-range.ts";

const tag = '"a"';
const chosen = (range?: string, ifRange?: string) => chooseRange({ sizeBytes: 10, tag, range, ifRange });

test.each([
  ["bytes=0-3", 0, 3],
  ["bytes=4-", 4, 9],
  ["bytes=-3", 7, 9],
  ["bytes=-30", 0, 9],
  ["bytes=8-30", 8, 9],
])("%s asks for a part", (range, from, to) => {
  expect(chosen(range)).toEqual({ from, to });
  expect(chosen(range, tag)).toEqual({ from, to });
});

test.each([undefined, "bytes=", "bytes=-", "bytes=5-3", "bytes=0-1,4-5", "pages=1-2", "bytes=a-b"])(
  "%s asks for the whole",
  (range) => expect(chosen(range)).toBeUndefined(),
);

test("a part of other bytes is answered with the whole", () => {
  expect(chosen("bytes=0-3", '"b"')).toBeUndefined();
  expect(chosen("bytes=50-", '"b"')).toBeUndefined();
});

test.each(["bytes=10-", "bytes=99-100", "bytes=-0"])("%s begins after the end, which the answer tells", (range) => {
  const headers = { "Content-Range": "bytes */10" };
  expect(() => chosen(range)).toThrow(expect.objectContaining({ code: "content.range_invalid", headers }));
});
