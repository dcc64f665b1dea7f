import { expect, test } from "@jest/globals";
import { operations, Problem, problems } from "@platen/contracts";
import { refusalOf } from "./refusal-of.ts";

const generate = operations.generateDocument;
const invalid = (path: string, message: string) =>
  new Problem("request.invalid", { message: `${path} ${message}`, details: [{ path, message }] });

test("a refusal has the code, the reason and the field at fault", () => {
  expect(refusalOf(generate, invalid("options.scale", "must be at most 2"))).toEqual({
    code: "request.invalid",
    message: "must be at most 2",
    path: "options.scale",
  });
  expect(refusalOf(generate, new Problem("rate.limited"))).toEqual({
    code: "rate.limited",
    message: problems["rate.limited"].meaning,
  });
});

test.each(["data", "data.customer.4111 1111", "data[0]"])("no name in data is recorded: %s", (path) => {
  expect(refusalOf(generate, invalid(path, "is required"))?.path).toBe("data");
});

test("a message that may quote the body is replaced by the meaning of its code", () => {
  const quoting = { message: "quotes 4111 1111", details: [{ path: "", message: "quotes 4111 1111" }] };
  const malformed = refusalOf(generate, new Problem("request.malformed_json", quoting));
  expect(malformed).toEqual({ code: "request.malformed_json", message: problems["request.malformed_json"].meaning });
  const pushed = refusalOf(operations.createTemplate.key, new Problem("template.syntax_invalid", quoting));
  expect(pushed?.message).toBe(problems["template.syntax_invalid"].meaning);
});

test("a text of the caller is recorded in a form and length that the database stores", () => {
  const refusal = refusalOf(generate, invalid(`a\0\ud800${"b".repeat(500)}`, "is unknown"));
  expect(refusal?.path).toBe(`a\ufffd\ufffd${"b".repeat(197)}`);
});

test("a failed document, an unknown key, a fault of Platen and the dashboard are no refusals", () => {
  expect(refusalOf(generate, new Problem("document.data_invalid"))).toBeUndefined();
  expect(refusalOf(generate, new Problem("auth.key_invalid"))).toBeUndefined();
  expect(refusalOf(generate, new Problem("queue.full"))).toBeUndefined();
  expect(refusalOf(operations.saveDraft.member, new Problem("request.invalid"))).toBeUndefined();
});
