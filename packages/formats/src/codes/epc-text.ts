import { toDecimal } from "../decimal.ts";
import { FormatError } from "../format-error.ts";
import { ownProperty } from "../own-field.ts";
import { textOf } from "../text-of.ts";

const ibanPattern = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
const bicPattern = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;
const referencePattern = /^RF\d{2}[A-Z0-9]{1,21}$/;
const purposePattern = /^[A-Z0-9]{1,4}$/;

/** Whether the check digits of an IBAN (ISO 13616) or a creditor reference (ISO 11649) are right: modulo 97 is 1. */
function hasRightCheckDigits(text: string): boolean {
  let rest = 0;
  for (const character of text.slice(4) + text.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

const withoutBlanks = (text: string) => text.replaceAll(" ", "").toUpperCase();

function lineOf(payment: unknown, name: string, maxLength: number, value = ownProperty(payment, name)): string {
  const text = value === undefined || value === null ? "" : textOf(value);
  if (text === undefined) throw new FormatError(`\`${name}\` of the payment must be a text.`);
  const line = text.trim();
  if (line.length > maxLength)
    throw new FormatError(`\`${name}\` of the payment must have at most ${maxLength} characters.`);
  if (/[\r\n]/.test(line)) throw new FormatError(`\`${name}\` of the payment must be one line.`);
  return line;
}

function amountOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  const amount = toDecimal(value);
  if (!amount || amount.lt("0.01") || amount.gt("999999999.99") || !amount.eq(amount.round(2))) {
    throw new FormatError(
      "`amount` of the payment must be 0.01 to 999999999.99 euros with at most two decimal places.",
    );
  }
  return `EUR${amount.toFixed(2)}`;
}

/**
 * The text of a payment code by EPC069-12 of the European Payments Council, version 2. The payment has `name`, `iban` and,
 * if known, `bic`, `amount`, `purpose`, and either `reference` (ISO 11649) or `text`. A given amount or text replaces that of the payment.
 */
export function epcText(
  payment: unknown,
  { amount = ownProperty(payment, "amount"), text: givenText }: { amount?: unknown; text?: unknown } = {},
): string {
  const name = lineOf(payment, "name", 70);
  if (name === "") throw new FormatError("`name` of the payment must not be empty.");
  const iban = withoutBlanks(lineOf(payment, "iban", 42));
  if (!ibanPattern.test(iban) || !hasRightCheckDigits(iban)) {
    throw new FormatError("`iban` of the payment must be an IBAN with right check digits.");
  }
  const bic = withoutBlanks(lineOf(payment, "bic", 11));
  if (bic !== "" && !bicPattern.test(bic))
    throw new FormatError("`bic` of the payment must be a BIC of 8 or 11 characters.");
  const purpose = lineOf(payment, "purpose", 4);
  if (purpose !== "" && !purposePattern.test(purpose)) {
    throw new FormatError("`purpose` of the payment must be a code of up to four capitals or digits.");
  }
  const reference = withoutBlanks(lineOf(payment, "reference", 35));
  if (reference !== "" && (!referencePattern.test(reference) || !hasRightCheckDigits(reference))) {
    throw new FormatError(
      "`reference` of the payment must be a creditor reference (RF…) with right check digits; write others as `text`.",
    );
  }
  const text = lineOf(payment, "text", 140, givenText);
  if (reference !== "" && text !== "") throw new FormatError("A payment has either `reference` or `text`, not both.");
  const lines = ["BCD", "002", "1", "SCT", bic, name, iban, amountOf(amount), purpose, reference, text];
  while (lines.at(-1) === "") lines.pop();
  const code = lines.join("\n");
  if (new TextEncoder().encode(code).length > 331)
    throw new FormatError("The payment is too long for its code: shorten `name` or `text`.");
  return code;
}
