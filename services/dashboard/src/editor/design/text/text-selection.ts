import { variableElement } from "@platen/template-source";
import { createStore, type StoreApi } from "zustand/vanilla";
import { formatsOf, unitsIn, type TextFormat } from "./format-text.ts";

/** The selected part of an edited text: its box in pixels of the frame, and its formats. */
export type SelectedText = {
  box: { left: number; right: number; top: number; bottom: number };
  formats: readonly TextFormat[];
  href: string | undefined;
};

/** The selected words of an edited text; undefined while there are none, and after the editing. */
export type SelectedTextStore = StoreApi<{ selected: SelectedText | undefined }>;

/** A position in pixels of the frame, or the whole text, which the next letter replaces. */
export type CaretPlace = { x: number; y: number } | "all" | "start";

/** The selection around an element. Chromium hides the one in a shadow root from the document. */
export function selectionAround(element: HTMLElement): Selection | null {
  const root: Node & { getSelection?: () => Selection | null } = element.getRootNode();
  return root.getSelection?.() ?? element.ownerDocument.getSelection();
}

/** Puts the caret at a place of a text; without one, at its end. */
export function placeCaret(element: HTMLElement, at: CaretPlace | undefined): void {
  const { ownerDocument: document } = element;
  const selection = selectionAround(element);
  if (at === "all" || at === "start") {
    selection?.selectAllChildren(element);
    if (at === "start") selection?.collapseToStart();
    return;
  }
  const position = at ? document.caretPositionFromPoint?.(at.x, at.y) : null;
  // A variable cannot be edited, so the caret goes after it.
  const variable = position?.offsetNode.parentElement?.closest(variableElement);
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

function describe(element: HTMLElement, range: Range): SelectedText | undefined {
  if (range.collapsed) return undefined;
  const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
  if (rects.length === 0 || unitsIn(element, range).length === 0) return undefined;
  const box = {
    left: Math.min(...rects.map(({ left }) => left)),
    right: Math.max(...rects.map(({ right }) => right)),
    top: Math.min(...rects.map(({ top }) => top)),
    bottom: Math.max(...rects.map(({ bottom }) => bottom)),
  };
  return { box, ...formatsOf(element, range) };
}

export type TextSelection = ReturnType<typeof createTextSelection>;

/** Follows the selection in an edited text until the signal. */
export function createTextSelection(element: HTMLElement, signal: AbortSignal) {
  const store: SelectedTextStore = createStore(() => ({ selected: undefined }));
  /** The last range of the selection in the text, also while something else has the focus. */
  let lastRange: Range | undefined;

  function update(): void {
    const selection = selectionAround(element);
    const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined;
    if (signal.aborted || !range || !element.contains(range.commonAncestorContainer)) return;
    lastRange = range.cloneRange();
    store.setState({ selected: describe(element, lastRange) });
  }

  element.ownerDocument.addEventListener("selectionchange", update, { signal });
  signal.addEventListener("abort", () => store.setState({ selected: undefined }));

  return {
    store,
    update,
    /** The selected range. The browser reports a new selection later. */
    range(): Range | undefined {
      update();
      return lastRange;
    },
    select({ startContainer, startOffset, endContainer, endOffset }: Range): void {
      selectionAround(element)?.setBaseAndExtent(startContainer, startOffset, endContainer, endOffset);
      update();
    },
  };
}
