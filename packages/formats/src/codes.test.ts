import { describe, expect, test } from "@jest/globals";
import { fillParts, markAttributes, parseMustache } from "@platen/mustache";
import { createEvaluator } from "./create-evaluator.ts";
import { epcText } from "./codes/epc-text.ts";

function fill(template: string, data: unknown): string {
  const parts = parseMustache(template);
  markAttributes(parts);
  const evaluator = createEvaluator({ locale: "en", timeZone: "UTC" });
  return fillParts(parts, data, { maxOutputLength: 1_000_000, evaluator });
}

const payment = { name: "Northlight", iban: "DE89 3704 0044 0532 0130 00", amount: 1240.1 };

describe("a code", () => {
  test("is an address in an attribute", () => {
    const picture = fill('<img src="{{ a | qr }}" alt="{{a}}">', { a: "x" });
    expect(picture).toMatch(/^<img src="data:image&#x2F;svg\+xml,%3Csvg[^"<>]*" alt="x">$/);
    expect(fill('<p title="{{ a | lines }}">', { a: 'x"\ny' })).toBe('<p title="x&quot;\ny">');
  });

  test("shows nothing of its content but in modules", () => {
    for (const format of ["qr", "barcode code128 text=false", "barcode datamatrix"]) {
      expect(fill(`{{ a | ${format} }}`, { a: "<script>alert(1)</script>" })).not.toMatch(/script|alert/);
    }
  });

  test.each([
    ["qr", "", "A QR code needs a text."],
    ["qr", "x".repeat(2_901), "A QR code holds at most 2900 bytes."],
    ["qr ecc=H", "x".repeat(1_500), "The text is too long for a QR code with the correction H."],
    ["barcode ean13", "9521234543210", /^The barcode ean13 holds 12 or 13 digits/],
    ["barcode ean13", "95212345432", /^The barcode ean13/],
    ["barcode ean13", "95212345432xx", /^The barcode ean13/],
    ["barcode ean8", "12345678", /^The barcode ean8/],
    ["barcode upca", "123", /^The barcode upca/],
    ["barcode itf14", "1234", /^The barcode itf14/],
    ["barcode code128", "ü€", "The barcode code128 holds printable ASCII characters."],
    ["barcode code128", "a\nb", /^The barcode code128/],
    ["barcode code39", "abc", /^The barcode code39/],
    ["barcode gs1-128", "no elements", /^The barcode gs1-128/],
    ["barcode gs1-128", "(01)09521234543210", /^The barcode gs1-128/],
    ["barcode aztec", "x".repeat(1_001), /^The barcode aztec/],
    ["barcode aztec", "漢字", /^The barcode aztec/],
    ["barcode pdf417", "ü", /^The barcode pdf417/],
    ["barcode datamatrix", "", /^The barcode datamatrix/],
    ["barcode code39", "A*B", /^The barcode code39/],
    ["barcode itf14", "12345678901230", /^The barcode itf14/],
    ["barcode upca", "123456789010", /^The barcode upca/],
    ["barcode ean8", "1234567x", /^The barcode ean8/],
    ["barcode ean13", "٩٥٢١٢٣٤٥٤٣٢١٣", /^The barcode ean13/],
    ["barcode code128", "", /^The barcode code128/],
    ["epc", "text", /^`name` of the payment/],
    ["epc", { ...payment, name: "" }, "`name` of the payment must not be empty."],
    ["epc", { ...payment, name: "x".repeat(71) }, "`name` of the payment must have at most 70 characters."],
    ["epc", { ...payment, name: ["x"] }, "`name` of the payment must be a text."],
    ["epc", { ...payment, name: "a\nb" }, "`name` of the payment must be one line."],
    ["epc", { ...payment, iban: "DE88370400440532013000" }, /^`iban` of the payment/],
    ["epc", { ...payment, iban: "DE89" }, /^`iban`/],
    ["epc", { ...payment, iban: undefined }, /^`iban`/],
    ["epc", { ...payment, bic: "COBA" }, /^`bic`/],
    ["epc", { ...payment, amount: 0 }, /^`amount`/],
    ["epc", { ...payment, amount: -5 }, /^`amount`/],
    ["epc", { ...payment, amount: 1.005 }, /^`amount`/],
    ["epc", { ...payment, amount: "1000000000" }, /^`amount`/],
    ["epc", { ...payment, amount: "1.240,10" }, /^`amount`/],
    ["epc", { ...payment, reference: "RF18539007547035" }, /^`reference`/],
    ["epc", { ...payment, reference: "2031" }, /^`reference`/],
    ["epc", { ...payment, reference: "RF18539007547034", text: "x" }, /not both/],
    ["epc", { ...payment, text: "x".repeat(141) }, /^`text`/],
    ["epc", { ...payment, purpose: "salary" }, /^`purpose`/],
    ["epc", { ...payment, name: "é".repeat(70), text: "x".repeat(140) }, /too long for its code/],
  ])("%s of %j fails the document, and the message does not show the value", (format, a, message) => {
    const expected = typeof message === "string" ? message : expect.stringMatching(message);
    expect(() => fill(`<p>{{ a | ${format} }}`, { a })).toThrow(
      expect.objectContaining({ name: "FormatError", message: expected, tag: expect.objectContaining({ start: 3 }) }),
    );
  });
});

test.each([
  [payment, "BCD\n002\n1\nSCT\n\nNorthlight\nDE89370400440532013000\nEUR1240.10"],
  [
    { ...payment, bic: "COBADEFFXXX", reference: "RF18 5390 0754 7034", purpose: "GDDS" },
    "BCD\n002\n1\nSCT\nCOBADEFFXXX\nNorthlight\nDE89370400440532013000\nEUR1240.10\nGDDS\nRF18539007547034",
  ],
  [{ ...payment, amount: undefined, text: "Zoë" }, "BCD\n002\n1\nSCT\n\nNorthlight\nDE89370400440532013000\n\n\n\nZoë"],
])("%j is the payment code of EPC069-12", (given, expected) => {
  expect(epcText(given)).toBe(expected);
});

test.each([
  ["qr ecc=L", "x".repeat(2_900)],
  ["barcode code128", "x".repeat(80)],
  ["epc", { ...payment, name: "x".repeat(70), text: "x".repeat(140), amount: "999999999.99" }],
  ["epc", { ...payment, amount: 0.01 }],
  ["epc", { ...payment, name: "é".repeat(70), text: "x".repeat(139) }],
])("%s of the most that it holds is drawn", (format, a) =>
  expect(fill(`{{ a | ${format} }}`, { a })).toMatch(/^<svg /),
);

test("the tag's own amount and text replace those of the payment, and a name that the data lack makes no code", () => {
  const shown = (amount: string, data: object) => fill(`{{ p | epc 30mm${amount} }}`, { p: payment, ...data });
  expect(shown(" amount=due", { due: "12.50" })).toBe(shown("", { p: { ...payment, amount: 12.5 } }));
  expect(shown(" amount=due", { due: null })).toBe(shown("", { p: { ...payment, amount: null } }));
  expect(() => shown(" amount=due", {})).toThrow("no amount of the name that `amount` gives");
  expect(shown(" text=note", { note: "Invoice 7" })).toBe(shown("", { p: { ...payment, text: "Invoice 7" } }));
  expect(shown(" text='Invoice 7' amount=5", {})).toBe(shown("", { p: { ...payment, amount: 5, text: "Invoice 7" } }));
  expect(() => shown(" text=note", {})).toThrow("no text of the name that `text` gives");
  expect(() => shown(" text=note", { note: "x".repeat(141) })).toThrow("`text` of the payment must have at most 140");
});
