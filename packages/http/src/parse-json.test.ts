import { expect, test } from "@jest/globals";
import { parseJson } from "./parse-json.ts";

/** A name for each number. `31 h + c`, a common hash, is the same for all of them. */
function collidingName(number: number): string {
  return number.toString(2).padStart(17, "0").replaceAll("0", "Aa").replaceAll("1", "BB");
}

test("different names count as different, also where a common hash takes them for one", () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `"${collidingName(index)}":1`).join();
  expect(() => parseJson(Buffer.from(`{${names(121_000)}}`))).toThrow("120,000 different names");
  expect(Object.keys(parseJson(Buffer.from(`{${names(100_000)}}`)) as object)).toHaveLength(100_000);
});
