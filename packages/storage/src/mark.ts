/** The name of the mark, beside the folders of the objects. */
export const markName = "platen-storage.txt";

const explanation =
  "A Platen installation keeps its PDFs here, and refuses a storage without this file. Move it with them: docs/kept-files.md";

export const textOfMark = (id: string): string => `${id}\n${explanation}\n`;

/** The id of a mark; undefined if its text has none. */
export const idOfMark = (text: string): string | undefined => /^[\w-]{1,100}(?=\r?\n|$)/.exec(text)?.[0];
