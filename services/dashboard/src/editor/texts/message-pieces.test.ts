import { expect, test } from "@jest/globals";
import { readMessage } from "@platen/formats";
import { type MessagePiece, writeMessagePieces } from "@platen/template-source";
import fc from "fast-check";
import { readMessagePieces } from "./message-pieces.ts";

test("a text is split into words and its placeholders as written", () => {
  expect(readMessagePieces("Dear {customer.name}, due {due, date, long}. It's '{'ok'}'")).toEqual([
    { words: "Dear " },
    { placeholder: "{customer.name}" },
    { words: ", due " },
    { placeholder: "{due, date, long}" },
    { words: ". It's {ok}" },
  ]);
  expect(readMessagePieces("")).toEqual([]);
});

test.each(["{n, plural, one {#} other {#}}", "{g, select, f {a} other {b}}", "{broken"])(
  "%s is not edited as words",
  (text) => {
    expect(readMessagePieces(text)).toBeUndefined();
  },
);

const word = fc.constantFrom("'", "{", "}", "<", ">", "#", "a", ".", " ", "''", "it's", "\n", "{x}", "'{", "é");
const words = fc.array(word, { minLength: 1, maxLength: 8 }).map((parts) => ({ words: parts.join("") }));
const placeholder = fc.constantFrom("{name}", "{customer.name}", "{n, number}").map((text) => ({ placeholder: text }));

test("typed words are printed as they are, whatever they contain, and placeholders stay placeholders", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(words, placeholder), { maxLength: 6 }), (pieces: MessagePiece[]) => {
      const text = writeMessagePieces(pieces);
      expect(readMessage(text).mistake).toBeUndefined();
      const shape = (parts: readonly MessagePiece[]) =>
        parts.map((part) => ("words" in part ? part.words : `\u0000${part.placeholder}\u0000`)).join("");
      expect(shape(readMessagePieces(text) ?? [])).toBe(shape(pieces));
    }),
    { numRuns: 500 },
  );
});
