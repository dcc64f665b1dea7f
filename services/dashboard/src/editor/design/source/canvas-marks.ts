/** The attribute that carries a node's id on an element of the canvas. */
export const idAttribute = "data-platen";

/** The element that holds a variable's value in HTML; SVG has `tspan` for it. */
export const variableElement = "platen-variable";

/** The attribute that carries a variable's name on the element that holds its value. */
export const nameAttribute = "data-name";

/** What a comment of the canvas says: where one repeat of a section, or a raw value, starts or ends. */
export type Mark = {
  id: number;
  isEnd: boolean;
  /** Whether the section has no repeat with this data, and is shown all the same. */
  isEmpty: boolean;
};

export function writeMark({ id, isEnd, isEmpty }: Mark): string {
  return `<!--platen-${isEnd ? "end" : "start"} ${id}${isEmpty ? " empty" : ""}-->`;
}

/** Reads a comment's text; undefined for a comment that is no mark. */
export function readMark(comment: string): Mark | undefined {
  const match = /^platen-(start|end) (\d+)( empty)?$/.exec(comment);
  return match ? { id: Number(match[2]), isEnd: match[1] === "end", isEmpty: match[3] !== undefined } : undefined;
}
