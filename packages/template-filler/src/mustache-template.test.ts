import { expect, test } from "@jest/globals";
import { FormatError } from "@platen/formats";
import { fillTemplate, parseTemplate, refuseWrongFormats } from "./mustache-template.ts";

test("data that a format cannot use fail the document, with the place of the tag", () => {
  const source = "<p>\n {{#codes}}{{ sku | barcode }}{{/codes}}</p>";
  const parts = parseTemplate({ path: "html", source }, 2);
  const error = new FormatError("A barcode of type ean13 has 13 digits.");
  const evaluator = {
    evaluate(_expression: unknown, _scope: unknown, { start, end }: { start: number; end: number }): never {
      error.tag = { start, end };
      throw error;
    },
  };
  const fill = () =>
    fillTemplate(parts, { codes: [1] }, { maxOutputLength: 1_000, evaluator }, { path: "html", source });
  expect(fill).toThrow(
    expect.objectContaining({
      code: "data_invalid",
      retryable: false,
      stage: "template",
      message:
        "The data do not fit the template: A barcode of type ean13 has 13 digits. The tag is at line 2, column 12 of html.",
      details: [{ path: "html", line: 2, column: 12, message: "A barcode of type ean13 has 13 digits." }],
    }),
  );
});

test("a mistake in an expression fails the document at the mistake", () => {
  const source = "<p>\n{{# a | is 'b' }}{{/a}}{{ c | }}";
  expect(() => parseTemplate({ path: "html", source }, 2)).toThrow(
    expect.objectContaining({ code: "template_syntax", details: [expect.objectContaining({ line: 2, column: 29 })] }),
  );
});

test("HTML of a request that names a snippet is refused at the tag", () => {
  expect(() => refuseWrongFormats({ path: "html", source: "<p>\n{{> letterhead }}" }, { currency: undefined })).toThrow(
    expect.objectContaining({
      code: "template_syntax",
      details: [
        {
          path: "html",
          line: 2,
          column: 1,
          message: 'The snippet "letterhead" cannot be used here: only saved templates take snippets.',
        },
      ],
    }),
  );
});
