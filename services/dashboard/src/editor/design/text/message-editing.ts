import { labelAttribute, type MessagePiece, type Piece, variableElement } from "@platen/template-source";
import { newVariableAttribute } from "./read-pieces.ts";

/** Shows a text of translations for editing: its words, and its placeholders as chips. */
export function showMessagePieces(element: HTMLElement, pieces: readonly MessagePiece[]): void {
  const { ownerDocument: document } = element;
  element.replaceChildren(
    ...pieces.map((piece) => {
      if ("words" in piece) return document.createTextNode(piece.words);
      const chip = document.createElement(variableElement);
      chip.setAttribute(newVariableAttribute, piece.placeholder);
      chip.setAttribute("data-name", piece.placeholder);
      chip.setAttribute(labelAttribute, piece.placeholder.slice(1, -1).trim());
      return chip;
    }),
  );
}

/** The parts of a text as they were typed. A variable becomes a placeholder with its name. */
export function typedMessage(pieces: readonly Piece[]): MessagePiece[] {
  return pieces.flatMap((piece): MessagePiece[] => {
    if (typeof piece === "string") return [{ words: piece }];
    if (!("html" in piece)) return [];
    if (piece.html === "<br>") return [{ words: "\n" }];
    // A text of translations has no sections.
    if (/^\{\{[#^/]/.test(piece.html)) return [{ words: piece.html }];
    const name = /^\{\{\{?\s*([^\s{}|]+)[^{}]*\}\}/.exec(piece.html)?.[1];
    return [{ placeholder: name === undefined ? piece.html : `{${name}}` }];
  });
}
