import { chipLabel } from "../../expressions/chip-label.ts";
import { isApple } from "../../shortcuts/shortcuts.ts";
import { pageValueAttribute } from "../canvas/draw-margins.ts";
import { labelAttribute } from "../source/canvas-marks.ts";
import { typedPieces, type Piece } from "../source/set-content.ts";
import { pageValueMarkup, type PageValue } from "../source/strip-texts.ts";
import { isTypingKey } from "./is-typing-key.ts";
import { newVariableAttribute, readPieces } from "./read-pieces.ts";

export type TextEditing = {
  element: HTMLElement;
  /** Inserts a variable at the caret. */
  insertVariable: (name: string) => void;
  /** Inserts a value of the page at the caret; undefined outside headers and footers. */
  insertPageValue: ((name: PageValue, shown: string) => void) | undefined;
  /** Takes the focus back from a menu, unless the editing is over. */
  focus: () => void;
  /** Ends the editing, and keeps the new text. */
  end: () => void;
};

/** A position in pixels of the frame, or the whole text, which the next letter replaces. */
export type CaretPlace = { x: number; y: number } | "all";

type Options = {
  element: HTMLElement;
  /** Without a place, the caret goes to the end of the text. */
  at: CaretPlace | undefined;
  /**
   * Called with the new content, or undefined if there is nothing to keep. The canvas must then render again. If the
   * editing ended in the document, the focus belongs there; otherwise something else has it already.
   */
  onEnd: (pieces: Piece[] | undefined, endedIn: "document" | "elsewhere") => void;
  /** Called for a shortcut that does not concern text. */
  onShortcut: (event: KeyboardEvent) => void;
  /** For a text of a header or footer: called when Tab has ended the editing. */
  onTab?: ((direction: 1 | -1) => void) | undefined;
  /** Takes the focus to the values that can be inserted. */
  onMenu: () => void;
};

const variableTag = "platen-variable";
const editingAttribute = "data-platen-editing";
const hardSpace = "\u00a0";

/** The text to copy, with variables written as in the source. */
function copiedText(selection: Selection): string {
  if (selection.rangeCount === 0) return "";
  const fragment = selection.getRangeAt(0).cloneContents();
  for (const chip of fragment.querySelectorAll(variableTag)) {
    chip.textContent = `{{${chip.getAttribute("data-name") ?? ""}}}`;
  }
  return fragment.textContent ?? "";
}

/** The selection around an element. Chromium hides the one in a shadow root from the document. */
function selectionAround(element: HTMLElement): Selection | null {
  const root: Node & { getSelection?: () => Selection | null } = element.getRootNode();
  return root.getSelection?.() ?? element.ownerDocument.getSelection();
}

function placeCaret(element: HTMLElement, at: CaretPlace | undefined): void {
  const { ownerDocument: document } = element;
  const selection = selectionAround(element);
  if (at === "all") {
    selection?.selectAllChildren(element);
    return;
  }
  const position = at ? document.caretPositionFromPoint?.(at.x, at.y) : null;
  // A variable cannot be edited, so the caret goes after it.
  const variable = position?.offsetNode.parentElement?.closest(variableTag);
  if (variable && variable !== element && element.contains(variable)) {
    const range = document.createRange();
    range.setStartAfter(variable);
    selection?.collapse(range.startContainer, range.startOffset);
  } else if (position && element.contains(position.offsetNode)) {
    selection?.collapse(position.offsetNode, position.offset);
  } else {
    selection?.selectAllChildren(element);
    selection?.collapseToEnd();
  }
}

/** Makes an element's text editable on the canvas. Its variables can only be moved or deleted as a whole. */
export function startTextEditing({ element, at, onEnd, onShortcut, onTab, onMenu }: Options): TextEditing {
  const { ownerDocument: document } = element;
  const keepsHardSpaces = element.textContent?.includes(hardSpace) ?? false;
  const before = readPieces(element, { before: undefined, keepsHardSpaces });
  const listeners = new AbortController();
  const { signal } = listeners;
  let isOver = false;

  function end(endedIn: "document" | "elsewhere" = "elsewhere"): void {
    if (isOver) return;
    isOver = true;
    listeners.abort();
    const after = readPieces(element, { before: before.repeats, keepsHardSpaces });
    element.removeAttribute(editingAttribute);
    element.removeAttribute("contenteditable");
    selectionAround(element)?.removeAllRanges();
    const isChanged = JSON.stringify(after.pieces) !== JSON.stringify(before.pieces);
    onEnd(isChanged ? after.pieces : undefined, endedIn);
  }

  function chip(name: string): HTMLElement {
    const element = document.createElement(variableTag);
    element.setAttribute(newVariableAttribute, `{{${name}}}`);
    element.setAttribute("data-name", name);
    element.setAttribute(labelAttribute, chipLabel(name));
    element.setAttribute("contenteditable", "false");
    return element;
  }

  function insert(nodes: readonly Node[]): void {
    const selection = selectionAround(element);
    if (!selection || selection.rangeCount === 0) return;
    const range = selection.getRangeAt(0);
    range.deleteContents();
    for (const node of nodes) {
      range.insertNode(node);
      range.setStartAfter(node);
      range.collapse(true);
    }
    selection.removeAllRanges();
    selection.addRange(range);
  }

  function insertVariable(name: string): void {
    insert([chip(name)]);
    focus();
  }

  /** Waits until the menu's item has handled its click. */
  function focus(): void {
    requestAnimationFrame(() => {
      if (!isOver) element.focus({ preventScroll: true });
    });
  }

  function insertPageValue(name: PageValue, shown: string): void {
    const value = document.createElement("span");
    value.setAttribute(newVariableAttribute, pageValueMarkup(name));
    value.setAttribute(pageValueAttribute, "");
    value.setAttribute("contenteditable", "false");
    value.textContent = shown;
    insert([value]);
    focus();
  }

  function paste(text: string): void {
    const nodes = typedPieces(text.replaceAll(/\s+/g, " ")).map((piece) => {
      if (typeof piece === "string") return document.createTextNode(piece);
      const name = "html" in piece ? /\{\{\s*([^}]+?)\s*\}\}/.exec(piece.html)?.[1] : undefined;
      return name === undefined ? document.createTextNode("") : chip(name);
    });
    insert(nodes);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const isCommand = event.ctrlKey || event.metaKey;
    if (event.key === "Enter" && !isCommand) {
      event.preventDefault();
      if (event.shiftKey) document.execCommand("insertLineBreak");
      else end("document");
    } else if (event.key === "Escape" || event.key === "Tab") {
      event.preventDefault();
      end("document");
      if (event.key === "Tab") onTab?.(event.shiftKey ? -1 : 1);
    } else if (event.key === "F10" && event.altKey) {
      event.preventDefault();
      onMenu();
    } else if (!isTypingKey(event, { isApple })) {
      event.preventDefault();
      end("document");
      onShortcut(event);
    }
  }

  element.setAttribute(editingAttribute, "");
  element.setAttribute("contenteditable", "true");
  element.setAttribute("spellcheck", "false");
  for (const variable of element.querySelectorAll(`${variableTag}, [${pageValueAttribute}]`)) {
    variable.setAttribute("contenteditable", "false");
  }

  element.addEventListener("keydown", onKeyDown, { signal });
  element.addEventListener(
    "beforeinput",
    (event) => {
      // The panel formats text, and Enter ends the editing.
      if (event.inputType.startsWith("format") || event.inputType === "insertParagraph") event.preventDefault();
    },
    { signal },
  );
  element.addEventListener(
    "paste",
    (event) => {
      event.preventDefault();
      paste(event.clipboardData?.getData("text/plain") ?? "");
    },
    { signal },
  );
  for (const type of ["copy", "cut"] as const) {
    element.addEventListener(
      type,
      (event) => {
        const selection = selectionAround(element);
        if (!selection || selection.isCollapsed) return;
        event.preventDefault();
        event.clipboardData?.setData("text/plain", copiedText(selection));
        if (type === "cut") document.execCommand("delete");
      },
      { signal },
    );
  }
  document.addEventListener(
    "mousedown",
    (event) => {
      const [target] = event.composedPath();
      if (element.contains(target instanceof Object ? (target as Node) : null)) return;
      // Otherwise the frame would take the focus, and the dashboard would receive no more keys.
      event.preventDefault();
      end("document");
    },
    { signal, capture: true },
  );

  element.focus({ preventScroll: true });
  placeCaret(element, at);
  return { element, focus, end: () => end(), insertVariable, insertPageValue: onTab && insertPageValue };
}
