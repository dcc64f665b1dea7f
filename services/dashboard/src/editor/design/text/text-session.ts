import { tooMuchPasted, withoutHalfSections, type Piece } from "@platen/template-source";
import type { RefObject } from "react";
import { toastProblem } from "../../../ui/toast.ts";
import type { Editor } from "../../editor-context.ts";
import type { Texts } from "../../texts/use-texts.ts";
import type { DesignLook, ShownDocument } from "../design-state.ts";
import type { DesignStore } from "../design-store.ts";
import { keepsTextEditing } from "./keeps-text-editing.ts";
import { startTextEditing, type TextEditing } from "./text-editing.ts";
import type { CaretPlace } from "./text-selection.ts";

type Now = ShownDocument & DesignLook & DesignActions & { texts: Texts };

type DesignActions = Omit<DesignStore, "getState" | "getInitialState" | "subscribe"> & Pick<Editor, "change">;

type MoreOptions = Pick<Parameters<typeof startTextEditing>[0], "onTab" | "onSplit" | "onSlash" | "isPlain"> & {
  /** Removes the element if its text is empty at the end. Returns whether it did. */
  removeEmpty?: (() => boolean) | undefined;
};

/** The pieces of a typed text. Says which tags of sections are left out. */
export function typedContent(typed: Piece[]): Piece[] {
  const { pieces, refused } = withoutHalfSections(typed);
  if (refused !== undefined) {
    toastProblem(
      `${refused} is left out: a condition or repetition opens and closes in the same text, {{#name}} … {{/name}}.`,
    );
  }
  return pieces;
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
    /** Keeps the new content. Returns whether anything changed. */
    keep: (pieces: Piece[]) => boolean,
    { removeEmpty, ...more }: MoreOptions = {},
  ): TextEditing {
    const editing = startTextEditing({
      ...more,
      element,
      at,
      onMenu: focusMenu,
      onRefusedPaste: (length) => toastProblem(tooMuchPasted(length)),
      onEnd: (pieces, endedIn) => {
        const { setTextEditing, announce } = now();
        setTextEditing(undefined);
        const isEmpty = !isReplaced && element.textContent?.trim() === "";
        const isRemoved = isEmpty && removeEmpty !== undefined && removeEmpty();
        const isChanged = isRemoved || (pieces !== undefined && keep(pieces));
        announce(isChanged ? "Text changed" : "Text unchanged");
        if (endedIn === "document") canvas.current?.focus({ preventScroll: true });
      },
      onShortcut: (event) => repeatKey(canvas.current, event),
    });
    now().setTextEditing(editing);
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
