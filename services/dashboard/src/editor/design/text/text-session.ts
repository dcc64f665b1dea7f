import { tooMuchPasted, withoutHalfSections, type Piece } from "@platen/template-source";
import type { RefObject } from "react";
import { toastProblem } from "../../../ui/toast.ts";
import type { Editor } from "../../editor-context.ts";
import type { TemplateSource } from "../../template-source.ts";
import type { Texts } from "../../texts/use-texts.ts";
import type { DesignLook, ShownDocument } from "../design-state.ts";
import type { DesignStore } from "../design-store.ts";
import { keepsTextEditing } from "./keeps-text-editing.ts";
import { startTextEditing, type TextEditing } from "./text-editing.ts";
import type { CaretPlace } from "./text-selection.ts";

type Now = ShownDocument & DesignLook & DesignActions & { texts: Texts };

type DesignActions = Omit<DesignStore, "getState" | "getInitialState" | "subscribe"> & Pick<Editor, "change">;

/** What a typed text changes in the source that its editing began with; undefined if it cannot be written. */
export type ChangesOf = (typed: Piece[]) => Partial<TemplateSource> | undefined;

type MoreOptions = Pick<
  Parameters<typeof startTextEditing>[0],
  "onTab" | "onSplit" | "onSlash" | "isPlain" | "isOfPage"
> & {
  /** Removes the element if its text is empty at the end. Returns whether it did. */
  removeEmpty?: (() => boolean) | undefined;
};

/** The pieces of a typed text without halves of sections. */
export function keptPieces(typed: Piece[]): Piece[] {
  return withoutHalfSections(typed).pieces;
}

/** Says which tags of sections a text does not keep. */
export function sayRefused(typed: Piece[]): void {
  const { refused } = withoutHalfSections(typed);
  if (refused === undefined) return;
  toastProblem(
    `${refused} is left out: a condition or repetition opens and closes in the same text, {{#name}} … {{/name}}.`,
  );
}

/** Whether a text prints nothing: it has neither words nor values nor pictures. */
function isNothing(pieces: readonly Piece[]): boolean {
  return pieces.every((piece) => {
    if (typeof piece === "string") return piece.trim() === "";
    return "pieces" in piece ? isNothing(piece.pieces) : "html" in piece && piece.html === "<br>";
  });
}

/** Moves the focus to the formats of the selected text, or to the values that can be inserted. */
function focusMenu(): void {
  const bubble = document.querySelector<HTMLElement>(`[${keepsTextEditing}="formats"] button`);
  (bubble ?? document.querySelector<HTMLElement>(`button[${keepsTextEditing}="variables"]`))?.focus();
}

/** Repeats a key on the canvas, once the text is in the source and React has rendered it. */
function repeatKey(target: HTMLElement | null, event: KeyboardEvent): void {
  const { key, code, ctrlKey, metaKey, shiftKey, altKey } = event;
  const modifiers = { ctrlKey, metaKey, shiftKey, altKey };
  const again = new KeyboardEvent("keydown", { key, code, ...modifiers, bubbles: true, cancelable: true });
  requestAnimationFrame(() => target?.dispatchEvent(again));
}

export type TextSession = ReturnType<typeof createTextSession>;

/** Starts the editing of a text on the canvas, which is one step to undo. */
export function createTextSession(now: () => Now, canvas: RefObject<HTMLElement | null>) {
  /** Whether the edited paragraph ends because an element takes its place. */
  let isReplaced = false;

  function start(
    element: HTMLElement,
    at: CaretPlace | undefined,
    changesOf: ChangesOf,
    { removeEmpty, ...more }: MoreOptions = {},
  ): TextEditing {
    const step = Symbol("text");
    let isWritten = false;

    function write(typed: Piece[]): boolean {
      const changes = changesOf(typed);
      if (!changes) return false;
      isWritten = true;
      now().change(changes, step);
      return true;
    }

    function keep(typed: Piece[], isChanged: boolean): boolean {
      if (!isReplaced && removeEmpty && isNothing(typed)) return removeEmpty();
      // Words that were typed and deleted again may be in the source.
      const isKept = (isChanged || isWritten) && write(typed);
      return isKept && isChanged;
    }

    const editing = startTextEditing({
      ...more,
      element,
      at,
      onMenu: focusMenu,
      onRefusedPaste: (length) => toastProblem(tooMuchPasted(length)),
      onType: (typed) => now().writeText(() => write(typed)),
      onEnd: (end) => {
        const { closeText, announce } = now();
        if (end.at === "nowhere") {
          closeText();
          announce("Text changed elsewhere");
          return;
        }
        const isKept = closeText(() => keep(end.typed, end.isChanged));
        if (end.isChanged && !isKept)
          toastProblem("The last change is not kept: it would break a tag of the template.");
        if (end.isChanged && !more.isPlain) sayRefused(end.typed);
        announce(isKept ? "Text changed" : "Text unchanged");
        if (end.at === "document") canvas.current?.focus({ preventScroll: true });
      },
      onShortcut: (event) => repeatKey(canvas.current, event),
    });
    now().startText(editing);
    return editing;
  }

  return {
    now,
    canvas,
    start,
    /** Ends the editing, because an element takes the place of its text. */
    endForReplacement(): void {
      isReplaced = true;
      now().endTextEditing();
      isReplaced = false;
    },
  };
}
