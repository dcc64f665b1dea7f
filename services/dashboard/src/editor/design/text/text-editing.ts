import type { PageValue, Pasted, Piece } from "@platen/template-source";
import { closeText, openText } from "./edited-text.ts";
import { isDivisible } from "./format-text.ts";
import { readPieces, readStyles } from "./read-pieces.ts";
import { listenToContent } from "./text-clipboard.ts";
import { createFormatting, type Formatting } from "./text-formatting.ts";
import { insertPageValue, insertVariable } from "./text-insertion.ts";
import { listenToKeys } from "./text-keys.ts";
import { placeCaret, type CaretPlace, type SelectedTextStore } from "./text-selection.ts";
import { watchText } from "./watch-text.ts";

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
  selection: SelectedTextStore;
  /** Takes the focus back from a menu, unless the editing is over. */
  focus: () => void;
  /** Ends the editing, and keeps the new text. */
  end: () => void;
  /** Ends the editing of a text that another view has changed in the meantime. The words typed since are not kept. */
  drop: () => void;
};

/** How an editing ended: in the document, which then takes the focus, elsewhere, or without a text to keep. */
export type TextEnd = { at: "document" | "elsewhere"; typed: Piece[]; isChanged: boolean } | { at: "nowhere" };

type Options = {
  element: HTMLElement;
  /** Without a place, the caret goes to the end of the text. */
  at: CaretPlace | undefined;
  /** Called with the new content soon after each change. */
  onType: (typed: Piece[]) => void;
  /** Called at the end, unless `onSplit` is. The canvas must then render again. */
  onEnd: (end: TextEnd) => void;
  /** Called where Enter or a paste divides the text; without it, Enter ends the editing. */
  onSplit?: ((split: SplitText) => void) | undefined;
  /** Called for a paste that is too large. */
  onRefusedPaste: (length: number) => void;
  /** Whether the text can have formats. */
  isPlain?: boolean;
  /** Whether the text is one of a header or footer, which can print values of the page. */
  isOfPage?: boolean;
} & Pick<Parameters<typeof listenToKeys>[1], "onShortcut" | "onTab" | "onMenu" | "onSlash">;

const hardSpace = "\u00a0";

/** Makes an element's text editable on the canvas. Its variables can only be moved or deleted as a whole. */
export function startTextEditing(options: Options): TextEditing {
  const {
    element,
    at,
    onType,
    onEnd,
    onShortcut,
    onTab,
    onMenu,
    onSplit,
    onSlash,
    onRefusedPaste,
    isPlain = false,
    isOfPage = false,
  } = options;
  const { ownerDocument: document } = element;
  const keepsHardSpaces = element.textContent?.includes(hardSpace) ?? false;
  const reading = { styles: readStyles(element), keepsHardSpaces };
  const before = readPieces(element, { ...reading, before: undefined });
  const editing = new AbortController();
  const { signal } = editing;
  const text = openText(element, { signal, isPlain, wasEmpty: before.pieces.length === 0 });
  const formatting = createFormatting(text);

  /** The content as pieces. */
  const readAll = () => readPieces(element, { ...reading, before: before.repeats }).pieces;

  const isChanged = (typed: Piece[]) => JSON.stringify(typed) !== JSON.stringify(before.pieces);

  function end(where: "document" | "elsewhere" | "nowhere"): void {
    if (signal.aborted) return;
    editing.abort();
    const typed = readAll();
    closeText(element);
    onEnd(where === "nowhere" ? { at: where } : { at: where, typed, isChanged: isChanged(typed) });
  }

  /** Ends the editing and divides the text at the selection, which goes. Returns whether it can. */
  function split(blocks: readonly Pasted[]): boolean {
    const range = text.selection.range();
    if (!onSplit || !range || !isDivisible(element) || signal.aborted) return false;
    editing.abort();
    const whole = readAll();
    // To undo the division brings all of the text back.
    if (isChanged(whole)) onType(whole);
    range.deleteContents();
    range.setEndAfter(element.lastChild ?? element);
    if (!element.lastChild) range.selectNodeContents(element);
    const tail = document.createElement("div");
    tail.append(range.extractContents());
    const [head, rest] = [element, tail].map((part) => readPieces(part, { ...reading, before: undefined }).pieces);
    closeText(element);
    onSplit({ whole, head: head ?? [], blocks, tail: rest ?? [] });
    return true;
  }

  const endInDocument = () => end("document");
  listenToKeys(text, {
    formatting,
    split: () => split([]),
    end: endInDocument,
    onShortcut,
    onTab,
    onMenu,
    onSlash,
  });
  listenToContent(text, { split, onRefusedPaste });
  const onMouseDown = (event: MouseEvent) => {
    const [target] = event.composedPath();
    // The target of an event of the mouse is a node.
    if (element.contains(target instanceof Object ? (target as Node) : null)) return;
    // Otherwise the frame would take the focus, and the dashboard would receive no more keys.
    event.preventDefault();
    endInDocument();
  };
  document.addEventListener("mousedown", onMouseDown, { signal, capture: true });
  watchText(element, signal, () => onType(readAll()));

  element.focus({ preventScroll: true });
  placeCaret(element, at);
  text.selection.update();
  return {
    element,
    focus: text.focus,
    end: () => end("elsewhere"),
    drop: () => end("nowhere"),
    insertVariable: (name) => insertVariable(text, name),
    insertPageValue: isOfPage ? (name, shown) => insertPageValue(text, name, shown) : undefined,
    formatting: isPlain ? undefined : formatting,
    selection: text.selection.store,
  };
}
