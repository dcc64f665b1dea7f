import {
  chipLabel,
  labelAttribute,
  type PageValue,
  pageValueMarkup,
  type Pasted,
  typedPieces,
  variableElement,
} from "@platen/template-source";
import { pageValueAttribute } from "../canvas/draw-margins.ts";
import type { EditedText } from "./edited-text.ts";
import { newVariableAttribute } from "./read-pieces.ts";

/** A variable as the canvas shows it, whose tag the text gets. */
function chipOf(document: Document, name: string): HTMLElement {
  const chip = document.createElement(variableElement);
  chip.setAttribute(newVariableAttribute, `{{${name}}}`);
  chip.setAttribute("data-name", name);
  chip.setAttribute(labelAttribute, chipLabel(name));
  chip.setAttribute("contenteditable", "false");
  return chip;
}

/** Pasted content as nodes of the canvas, with chips for its tags. */
export function nodesOf(
  pasted: readonly Pasted[],
  { element: { ownerDocument: document }, isPlain }: EditedText,
): Node[] {
  const nodes = (parts: readonly Pasted[]): Node[] =>
    parts.flatMap((one): Node[] => {
      if (typeof one !== "string") {
        const made = document.createElement(one.name);
        if (one.href !== undefined) made.setAttribute("href", one.href);
        made.append(...nodes(one.children));
        return isPlain && one.name !== "br" ? [...made.childNodes] : [made];
      }
      return typedPieces(one).flatMap((piece): Node[] => {
        if (typeof piece === "string") return [document.createTextNode(piece)];
        const name = "html" in piece ? /^\{\{\s*([\w.-]+)\s*\}\}$/.exec(piece.html)?.[1] : undefined;
        return [
          name === undefined ? document.createTextNode("html" in piece ? piece.html : "") : chipOf(document, name),
        ];
      });
    });
  return nodes(pasted);
}

/** Inserts nodes in the place of the selection, with the caret after them. */
export function insertNodes({ selection, history }: EditedText, nodes: readonly Node[]): void {
  const range = selection.range();
  if (!range) return;
  history.keep("");
  range.deleteContents();
  for (const node of nodes) {
    range.insertNode(node);
    range.setStartAfter(node);
    range.collapse(true);
  }
  selection.select(range);
}

/** Inserts a variable at the caret. */
export function insertVariable(text: EditedText, name: string): void {
  insertNodes(text, [chipOf(text.element.ownerDocument, name)]);
  text.focus();
}

/** Inserts a value of the page at the caret. */
export function insertPageValue(text: EditedText, name: PageValue, shown: string): void {
  const value = text.element.ownerDocument.createElement("span");
  value.setAttribute(newVariableAttribute, pageValueMarkup(name));
  value.setAttribute(pageValueAttribute, "");
  value.setAttribute("contenteditable", "false");
  value.textContent = shown;
  insertNodes(text, [value]);
  text.focus();
}
