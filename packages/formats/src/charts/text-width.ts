/** The size of a chart's texts, in the pixels of CSS: 7.5 pt on paper. */
export const fontSize = 10;
export const lineHeight = 12;

const narrow = /[\s.,:;'’|!ijlIft()[\]r-]/;
const broad = /[MWmw@%]/;
const capital = /[A-Z&€$£¥_+]/;

/** The width of a text, in pixels: estimated by the kinds of its letters, because the code has no fonts to measure. */
export function widthOf(text: string): number {
  let em = 0;
  for (const letter of text) {
    if ((letter.codePointAt(0) ?? 0) >= 0x11_00) em += 1;
    else if (narrow.test(letter)) em += 0.34;
    else if (broad.test(letter)) em += 0.88;
    else em += capital.test(letter) ? 0.68 : 0.6;
  }
  return em * fontSize;
}

/** The text, cut to a width. */
export function cutTo(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  const letters = [...text];
  while (letters.length > 0 && widthOf(`${letters.join("")}…`) > width) letters.pop();
  return letters.length === 0 ? "" : `${letters.join("").trimEnd()}…`;
}
