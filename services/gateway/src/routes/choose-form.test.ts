import { expect, test } from "@jest/globals";
import { chooseForm } from "./choose-form.ts";

test.each([
  [undefined],
  [""],
  ["*/*"],
  ["application/pdf"],
  ["application/*"],
  ["APPLICATION/PDF; q=0.2"],
  // What axios sends with every request.
  ["application/json, text/plain, */*"],
  ["application/json, application/pdf;q=0.1"],
  ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"],
])("Accept: %s means the PDF", (accept) => {
  expect(chooseForm(accept, "pdf")).toBe("file");
});

test.each([
  ["application/json"],
  ["application/json;q=0.5, text/plain"],
  ["text/plain, Application/JSON; charset=utf-8"],
  ["application/json, application/pdf;q=0"],
  ["application/json, */*;q=0"],
])("Accept: %s means JSON", (accept) => {
  expect(chooseForm(accept, "pdf")).toBe("json");
});

test.each([
  ["image/png"],
  ["text/*"],
  ["application/pdf;q=0"],
  ["application/*;q=0, */*"],
  ["*/*;q=0"],
  ["json"],
  [","],
])("Accept: %s is refused", (accept) => {
  expect(() => chooseForm(accept, "pdf")).toThrow(expect.objectContaining({ code: "request.not_acceptable" }));
});
