/** The attribute with a node's id, on an element of the canvas. */
export const idAttribute = "data-platen";

/** The element around a variable's value in HTML. In SVG, it is a `tspan`. */
export const variableElement = "platen-variable";

/** The attribute with a variable's name, on the element around its value. */
export const nameAttribute = "data-name";

/** The attribute with the label of a variable's chip, if that is not the name. */
export const labelAttribute = "data-label";

/** Marks an element of a layout, which the template cannot change. */
export const layoutAttribute = "data-platen-layout";

/** Marks a variable whose value the data lacks. */
export const missingAttribute = "data-platen-missing";

/** The element in place of a code or chart that the canvas does not draw. It has a problem if no document can have it. */
export const boxElement = "platen-box";
/** Marks an element that has a mistake, with its message. */
export const problemAttribute = "data-problem";

/** A comment in the canvas that marks the start or end of a section's repeat, or of an unescaped value. */
export type Mark = {
  id: number;
  isEnd: boolean;
  /** Whether the section has no repeats with this data, but is shown once. */
  isEmpty: boolean;
};

export function writeMark({ id, isEnd, isEmpty }: Mark): string {
  return `<!--platen-${isEnd ? "end" : "start"} ${id}${isEmpty ? " empty" : ""}-->`;
}

/** Parses a comment's text; undefined for any other comment. */
export function readMark(comment: string): Mark | undefined {
  const match = /^platen-(start|end) (\d+)( empty)?$/.exec(comment);
  return match ? { id: Number(match[2]), isEnd: match[1] === "end", isEmpty: match[3] !== undefined } : undefined;
}
