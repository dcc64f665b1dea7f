import { expect, test } from "@jest/globals";
import { givenTable, readTable, tableChanges, type TableFault } from "./translation-table.ts";

const long = "n".repeat(100_000);

function faultsOf(table: unknown): TableFault[] {
  const faults: TableFault[] = [];
  readTable(table, "project", (fault) => void faults.push(fault));
  return faults;
}

test("a name that is too long for a key is refused once, however many texts it has", () => {
  const texts = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`k${index}`, "a"]));
  const message = expect.stringContaining("at most 200 characters in total");
  expect(faultsOf({ en: { [long]: texts } })).toEqual([{ path: ["en", "n".repeat(200)], message }]);
  expect(faultsOf({ en: { a: { [`${long}b`]: "a" } } })).toEqual([{ path: ["en", "a", "n".repeat(200)], message }]);
});

test("a table with many faults is read up to the twentieth", () => {
  const wrong = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`k${index}`, index]));
  expect(faultsOf({ en: wrong, de: wrong })).toHaveLength(20);
});

test("languages are counted before they are read", () => {
  const languages = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`wrong language ${index}`, {}]));
  expect(faultsOf(languages(51))).toEqual([{ path: [], message: "must have at most 50 languages" }]);
  const messagesOf = (schema: typeof givenTable | typeof tableChanges, count: number) =>
    schema.safeParse(languages(count)).error?.issues.map(({ message }) => message);
  expect(messagesOf(givenTable, 51)).toEqual(["must have at most 50 languages"]);
  expect(messagesOf(tableChanges, 101)).toEqual(["must name at most 100 languages"]);
});
