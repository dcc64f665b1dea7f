/** The words of a field's name, the last step alone: `Vat number` for `customer.vatNumber`. */
export function wordsOf(name: string): string {
  const words = name
    .slice(name.lastIndexOf(".") + 1)
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replaceAll(/[_-]+/g, " ")
    .toLowerCase()
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The name of a field that a person calls by words: `invoiceNumber` for `Invoice number`. It has no character that a tag reads. */
export function nameOfWords(words: string): string {
  const parts = words.replaceAll(/['’]/g, "").match(/[\p{L}\p{N}_]+/gu) ?? [];
  const [first = "", ...rest] = parts;
  // A name of one word keeps its capitals, unless all of them are: `vatNumber`, and `vat` for `VAT`.
  const start = /^\p{Lu}+$/u.test(first) ? first.toLowerCase() : first.charAt(0).toLowerCase() + first.slice(1);
  const joined = [start, ...rest.map((part) => capitalised(part))].join("");
  return /^\p{N}/u.test(joined) ? `_${joined}` : joined;
}

function capitalised(word: string): string {
  const rest = /^\p{Lu}{2,}$/u.test(word) ? word.slice(1).toLowerCase() : word.slice(1);
  return word.charAt(0).toUpperCase() + rest;
}
