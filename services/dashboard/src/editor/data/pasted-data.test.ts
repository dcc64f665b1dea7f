import { expect, test } from "@jest/globals";
import { addData, besideSample, readPastedData } from "./pasted-data.ts";

test.each([
  ['{"a":1}', { json: '{\n  "a": 1\n}\n' }],
  ['{ "a":\n 1 }', { json: '{ "a":\n 1 }\n' }],
  ["[1,2]", { json: '{\n  "items": [\n    1,\n    2\n  ]\n}\n' }],
])("pasted data %j is taken, and kept as its author laid it out", (text, expected) => {
  expect(readPastedData(text)).toEqual(expected);
});

test.each([
  ["name,total", "This is no JSON"],
  [" ", "Paste the data"],
  ['{"a": 1,\n "b": }', "Line 2, column 7: "],
  ["[1,\n x]", "Line 2, column 2: "],
  [`{"a": "${"x".repeat(5_000_000)}"}`, "This is too much: 5.0 million characters."],
])("pasted data that no template can read is refused with its place: %.20j", (text, mistake) => {
  expect(readPastedData(text)).toEqual({ mistake: expect.stringContaining(mistake) });
});

test("pasted data fills an empty data set, and stands beside one with data", () => {
  const [empty, full] = [
    { name: "Empty", json: "{\n  \n}\n" },
    { name: "Full", json: '{"a": 1}' },
  ];
  const added = { name: "Pasted data", json: "{}" };
  expect(addData([full, empty], 1, "{}")).toEqual({ dataSets: [full, { ...empty, json: "{}" }], index: 1 });
  expect(addData([full], 0, "{}")).toEqual({ dataSets: [full, added], index: 1 });
  expect(addData([full, added], 0, "{}")?.dataSets.at(-1)?.name).toBe("Pasted data 2");
  expect(addData([], 0, "{}")).toEqual({ dataSets: [{ name: "Sample data", json: "{}" }], index: 0 });
  expect(
    addData(
      Array.from({ length: 20 }, () => full),
      0,
      "{}",
    ),
  ).toBeUndefined();
  expect(besideSample([full], [empty, full])).toEqual([full, { ...full, name: "Full 2" }]);
});
