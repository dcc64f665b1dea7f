import {
  asLines,
  chipLabel,
  cleanPaste,
  labelAttribute,
  mostPasted,
  type PageValue,
  pageValueMarkup,
  type Pasted,
  type Piece,
  plainPaste,
  typedPieces,
} from "@platen/template-source";
import { isApple } from "../../shortcuts/shortcuts.ts";
import { pageValueAttribute } from "../canvas/draw-margins.ts";
import { isTypingKey } from "./is-typing-key.ts";
import {
  formatsOf,
  isDivisible,
  linkRange,
  styleRange,
  toggleFormat,
  unitsIn,
  type TextFormat,
} from "./format-text.ts";
import { newVariableAttribute, readPieces, readStyles } from "./read-pieces.ts";
import { createTextHistory } from "./text-history.ts";

/** The selected part of an edited text: its box in pixels of the frame, and its formats. */
export type SelectedText = {
  box: { left: number; right: number; top: number; bottom: number };
  formats: readonly TextFormat[];
  href: string | undefined;
};

/** Changes the format of the selected text. */
export type Formatting = {
  toggle: (format: TextFormat) => void;
  setStyle: (property: "color" | "font-size", value: string) => void;
  link: (href: string | undefined) => void;
};

/** A text that is divided at the caret, with blocks of pasted content between its parts. */
export type SplitText = { whole: Piece[]; head: Piece[]; blocks: readonly Pasted[]; tail: Piece[] };

export type TextEditing = {
  element: HTMLElement;
  /** Inserts a variable at the caret. */
  insertVariable: (name: string) => void;
  /** Inserts a value of the page at the caret; undefined outside headers and footers. */
  insertPageValue: ((name: PageValue, shown: string) => void) | undefined;
  /** Undefined where the text has no formats of its own. */
  formatting: Formatting | undefined;
  /** Calls back with the selected text whenever that changes, until the editing or the returned function ends it. */
  watchSelection: (onSelect: (selected: SelectedText | undefined) => void) => () => void;
  /** Takes the focus back from a menu, unless the editing is over. */
  focus: () => void;
  /** Ends the editing, and keeps the new text. */
  end: () => void;
};

/** A position in pixels of the frame, or the whole text, which the next letter replaces. */
export type CaretPlace = { x: number; y: number } | "all" | "start";

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
  /** Takes the focus to the values that can be inserted, or to the formats of the selected text. */
  onMenu: () => void;
  /** Called where Enter or a paste divides the text; without it, Enter ends the editing. */
  onSplit?: ((split: SplitText) => void) | undefined;
  /** Called for `/` in an empty text. */
  onSlash?: (() => void) | undefined;
  /** Called for a paste that is too large. */
  onRefusedPaste: (length: number) => void;
  /** Whether the text can have formats. */
  isPlain?: boolean;
};

const variableTag = "platen-variable";
const editingAttribute = "data-platen-editing";
const hardSpace = "\u00a0";

/** The text to copy, with variables written as in the source. */
function copiedText(selection: Selection): { text: string; html: string } {
  if (selection.rangeCount === 0) return { text: "", html: "" };
  const fragment = selection.getRangeAt(0).cloneContents();
  for (const chip of fragment.querySelectorAll(variableTag)) {
    chip.textContent = `{{${chip.getAttribute("data-name") ?? ""}}}`;
  }
  const text = fragment.textContent ?? "";
  const holder = selection.getRangeAt(0).startContainer.ownerDocument?.createElement("div");
  if (!holder) return { text, html: "" };
  holder.append(fragment);
  return { text, html: holder.innerHTML };
}

const formatKeys: Readonly<Record<string, TextFormat>> = { b: "bold", i: "italic", u: "underline" };

function isHistoryKey(key: string): boolean {
  return key.toLowerCase() === "z" || key.toLowerCase() === "y";
}

/** Pasted text of one line, with the white space at its ends that separates it from the words around. */
function pasteSpaces(text: string, pasted: Pasted[]): Pasted[] {
  if (/\n/.test(text)) return pasted;
  return [/^\s/.test(text) ? " " : "", ...pasted, /\s$/.test(text) ? " " : ""].filter((part) => part !== "");
}

/** The selection around an element. Chromium hides the one in a shadow root from the document. */
function selectionAround(element: HTMLElement): Selection | null {
  const root: Node & { getSelection?: () => Selection | null } = element.getRootNode();
  return root.getSelection?.() ?? element.ownerDocument.getSelection();
}

function placeCaret(element: HTMLElement, at: CaretPlace | undefined): void {
  const { ownerDocument: document } = element;
  const selection = selectionAround(element);
  if (at === "all" || at === "start") {
    selection?.selectAllChildren(element);
    if (at === "start") selection?.collapseToStart();
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
export function startTextEditing(options: Options): TextEditing {
  const { element, at, onEnd, onShortcut, onTab, onMenu, onSplit, onSlash, onRefusedPaste, isPlain = false } = options;
  const { ownerDocument: document } = element;
  const keepsHardSpaces = element.textContent?.includes(hardSpace) ?? false;
  const reading = { styles: readStyles(element), keepsHardSpaces };
  const before = readPieces(element, { ...reading, before: undefined });
  const history = createTextHistory(element, () => selectionAround(element));
  const watchers = new Set<(selected: SelectedText | undefined) => void>();
  /** The last range of the selection in the text, also while something else has the focus. */
  let lastRange: Range | undefined;
  const listeners = new AbortController();
  const { signal } = listeners;
  let isOver = false;

  /** The content as pieces. */
  const readAll = () => readPieces(element, { ...reading, before: before.repeats }).pieces;

  function close(): boolean {
    if (isOver) return false;
    isOver = true;
    listeners.abort();
    for (const watcher of watchers) watcher(undefined);
    return true;
  }

  function clear(): void {
    element.removeAttribute(editingAttribute);
    element.removeAttribute("contenteditable");
    selectionAround(element)?.removeAllRanges();
  }

  function end(endedIn: "document" | "elsewhere" = "elsewhere"): void {
    if (!close()) return;
    const after = readAll();
    clear();
    const isChanged = JSON.stringify(after) !== JSON.stringify(before.pieces);
    onEnd(isChanged ? after : undefined, endedIn);
  }

  /** Ends the editing and divides the text at the selection, which goes. Returns whether it can. */
  function split(blocks: readonly Pasted[]): boolean {
    const range = currentRange();
    if (!onSplit || !range || !isDivisible(element) || !close()) return false;
    const whole = readAll();
    range.deleteContents();
    range.setEndAfter(element.lastChild ?? element);
    if (!element.lastChild) range.selectNodeContents(element);
    const tail = document.createElement("div");
    tail.append(range.extractContents());
    const [head, rest] = [element, tail].map((part) => readPieces(part, { ...reading, before: undefined }).pieces);
    clear();
    onSplit({ whole, head: head ?? [], blocks, tail: rest ?? [] });
    return true;
  }

  function selectedText(): SelectedText | undefined {
    if (!lastRange || lastRange.collapsed || isOver) return undefined;
    const rects = [...lastRange.getClientRects()].filter(({ width }) => width > 0);
    if (rects.length === 0 || unitsIn(element, lastRange).length === 0) return undefined;
    const box = {
      left: Math.min(...rects.map(({ left }) => left)),
      right: Math.max(...rects.map(({ right }) => right)),
      top: Math.min(...rects.map(({ top }) => top)),
      bottom: Math.max(...rects.map(({ bottom }) => bottom)),
    };
    return { box, ...formatsOf(element, lastRange) };
  }

  function onSelectionChange(): void {
    const selection = selectionAround(element);
    const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined;
    if (!range || !element.contains(range.commonAncestorContainer)) return;
    lastRange = range.cloneRange();
    const selected = selectedText();
    for (const watcher of watchers) watcher(selected);
  }

  /** The browser reports a new selection later. */
  function currentRange(): Range | undefined {
    onSelectionChange();
    return lastRange;
  }

  function select(range: Range | undefined): void {
    if (!range) return;
    const selection = selectionAround(element);
    selection?.setBaseAndExtent(range.startContainer, range.startOffset, range.endContainer, range.endOffset);
    onSelectionChange();
  }

  function format(change: (range: Range) => Range | undefined): void {
    const range = currentRange();
    if (!range || range.collapsed || isOver) return;
    history.keep("");
    select(change(range));
  }

  const formatting: Formatting = {
    toggle: (name) => format((range) => toggleFormat(element, range, name)),
    setStyle: (property, value) => format((range) => styleRange(element, range, property, value)),
    link: (href) => format((range) => linkRange(element, range, href)),
  };

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
    const range = currentRange();
    if (!selection || !range) return;
    history.keep("");
    range.deleteContents();
    for (const node of nodes) {
      range.insertNode(node);
      range.setStartAfter(node);
      range.collapse(true);
    }
    selection.setBaseAndExtent(range.startContainer, range.startOffset, range.endContainer, range.endOffset);
    onSelectionChange();
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

  function nodesOf(pasted: readonly Pasted[]): Node[] {
    return pasted.flatMap((one): Node[] => {
      if (typeof one !== "string") {
        const made = document.createElement(one.name);
        if (one.href !== undefined) made.setAttribute("href", one.href);
        made.append(...nodesOf(one.children));
        return isPlain && one.name !== "br" ? [...made.childNodes] : [made];
      }
      return typedPieces(one).flatMap((piece): Node[] => {
        if (typeof piece === "string") return [document.createTextNode(piece)];
        const name = "html" in piece ? /^\{\{\s*([\w.-]+)\s*\}\}$/.exec(piece.html)?.[1] : undefined;
        return [name === undefined ? document.createTextNode("html" in piece ? piece.html : "") : chip(name)];
      });
    });
  }

  function paste(data: DataTransfer | null): void {
    const html = isPlain ? "" : (data?.getData("text/html") ?? "");
    const text = data?.getData("text/plain") ?? "";
    if (Math.max(html.length, text.length) > mostPasted) {
      onRefusedPaste(Math.max(html.length, text.length));
      return;
    }
    const blocks = html.trim() === "" ? plainPaste(text) : cleanPaste(html);
    const [only] = blocks;
    if (only === undefined) return;
    const isText = blocks.length === 1 && typeof only === "object" && /^(?:h\d|p)$/.test(only.name);
    if (!isText && split(blocks)) return;
    insert(nodesOf(pasteSpaces(html === "" ? text : "", asLines(blocks))));
  }

  function isBlankText(): boolean {
    return element.textContent?.trim() === "" && element.querySelector(variableTag) === null;
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const isCommand = event.ctrlKey || event.metaKey;
    if (event.key === "Enter" && !isCommand) {
      event.preventDefault();
      if (event.shiftKey) document.execCommand("insertLineBreak");
      else if (isBlankText() || !split([])) end("document");
    } else if (event.key === "/" && onSlash && !isCommand && before.pieces.length === 0 && isBlankText()) {
      event.preventDefault();
      onSlash();
    } else if (isCommand && !event.altKey && isHistoryKey(event.key)) {
      event.preventDefault();
      if (event.key.toLowerCase() === "y" || event.shiftKey) history.redo();
      else history.undo();
    } else if (isCommand && !event.altKey && !event.shiftKey && !isPlain && formatKeys[event.key.toLowerCase()]) {
      event.preventDefault();
      const name = formatKeys[event.key.toLowerCase()];
      if (name) formatting.toggle(name);
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
      const { inputType } = event;
      // The keys and the bubble do all that.
      if (/^(?:format|history)|^insertParagraph$/.test(inputType)) event.preventDefault();
      else if (inputType === "insertFromDrop") {
        // The browser would keep the markup as it is.
        event.preventDefault();
        const [target] = event.getTargetRanges();
        if (target) {
          const { startContainer, startOffset, endContainer, endOffset } = target;
          selectionAround(element)?.setBaseAndExtent(startContainer, startOffset, endContainer, endOffset);
        }
        paste(event.dataTransfer);
      } else history.keep(inputType);
    },
    { signal },
  );
  element.addEventListener(
    "paste",
    (event) => {
      event.preventDefault();
      paste(event.clipboardData);
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
        const { text, html } = copiedText(selection);
        event.clipboardData?.setData("text/plain", text);
        event.clipboardData?.setData("text/html", html);
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

  document.addEventListener("selectionchange", onSelectionChange, { signal });

  element.focus({ preventScroll: true });
  placeCaret(element, at);
  onSelectionChange();
  return {
    element,
    focus,
    end: () => end(),
    insertVariable,
    insertPageValue: onTab && insertPageValue,
    formatting: isPlain ? undefined : formatting,
    watchSelection(onSelect) {
      watchers.add(onSelect);
      onSelect(selectedText());
      return () => watchers.delete(onSelect);
    },
  };
}
