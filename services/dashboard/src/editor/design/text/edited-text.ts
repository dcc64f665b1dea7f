import { variableElement } from "@platen/template-source";
import { pageValueAttribute } from "../canvas/draw-margins.ts";
import { createTextHistory } from "./text-history.ts";
import { createTextSelection, selectionAround, type TextSelection } from "./text-selection.ts";

const editingAttribute = "data-platen-editing";

/** A text of the canvas while it is edited. What listens to it shares this. */
export type EditedText = {
  element: HTMLElement;
  /** Aborted at the end of the editing. */
  signal: AbortSignal;
  selection: TextSelection;
  history: ReturnType<typeof createTextHistory>;
  /** Whether the text can have formats. */
  isPlain: boolean;
  /** Whether the text had no content before the editing. */
  wasEmpty: boolean;
  /** Takes the focus back from a menu, unless the editing is over. */
  focus: () => void;
};

/** Whether a text has neither words nor variables. */
export function isBlankText(element: HTMLElement): boolean {
  return element.textContent?.trim() === "" && element.querySelector(variableElement) === null;
}

/** Makes an element editable until the signal. */
export function openText(
  element: HTMLElement,
  { signal, isPlain, wasEmpty }: Pick<EditedText, "signal" | "isPlain" | "wasEmpty">,
): EditedText {
  element.setAttribute(editingAttribute, "");
  element.setAttribute("contenteditable", "true");
  element.setAttribute("spellcheck", "false");
  for (const variable of element.querySelectorAll(`${variableElement}, [${pageValueAttribute}]`)) {
    variable.setAttribute("contenteditable", "false");
  }
  return {
    element,
    signal,
    selection: createTextSelection(element, signal),
    history: createTextHistory(element, () => selectionAround(element)),
    isPlain,
    wasEmpty,
    // Waits until the menu's item has handled its click.
    focus: () =>
      void requestAnimationFrame(() => {
        if (!signal.aborted) element.focus({ preventScroll: true });
      }),
  };
}

/** Makes an element as it was before the editing. The canvas renders its content again. */
export function closeText(element: HTMLElement): void {
  element.removeAttribute(editingAttribute);
  element.removeAttribute("contenteditable");
  selectionAround(element)?.removeAllRanges();
}
