import { expect, test } from "@jest/globals";
import { pathsOf } from "./data-paths.ts";

test("a field of the items of a list has the kind and the example of its first value that is not empty", () => {
  const lines = [{ price: null, name: "" }, { name: "Paper" }, { price: 3, name: "Ink" }];
  const [list] = pathsOf({ lines });
  expect(list?.children.map(({ name, kind, example }) => [name, kind, example])).toEqual([
    ["price", "number", "3"],
    ["name", "text", "Paper"],
  ]);
});
