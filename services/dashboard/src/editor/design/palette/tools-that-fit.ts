/** In pixels: a button with the gap beside it, each letter of its word, and the button that inserts anything. */
const button = 32;
const letter = 6.6;
const inserter = 82;

/** Every bar shows it. */
const always = "Variable";

/** The buttons that a wider bar shows, the first first. The inserter does what all of them do. */
const byPriority = [
  "Text",
  "Table",
  "Heading",
  "Picture",
  "Columns",
  "Divider",
  "Page break",
  "Header or footer",
  "Snippet",
  "Brand",
] as const;

/** With fewer than these in words, the icons alone say more. */
const fewestInWords = 3;

export type InsertTool = (typeof byPriority)[number];

/** The tools that have room in a bar of this width, in words if that leaves enough of them. */
export function toolsThatFit(width: number): { shown: ReadonlySet<InsertTool>; hasWords: boolean } {
  const fitting = (widthOf: (label: string) => number): InsertTool[] => {
    let left = width - inserter - widthOf(always);
    const end = byPriority.findIndex((label) => (left -= widthOf(label)) < 0);
    return byPriority.slice(0, end === -1 ? undefined : end);
  };
  const inWords = fitting((label) => button + letter * label.length);
  const hasWords = inWords.length >= fewestInWords;
  return { shown: new Set(hasWords ? inWords : fitting(() => button)), hasWords };
}
