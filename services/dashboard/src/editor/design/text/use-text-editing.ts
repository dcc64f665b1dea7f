import { changeTable } from "@platen/contracts";
import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";
import type { CanvasFrame } from "../canvas/canvas-frame.ts";
import { elementsOf } from "../canvas/canvas-nodes.ts";
import { toast } from "../../../ui/toast.ts";
import { languageName } from "../../../translations/model/languages.ts";
import { useEditor } from "../../editor-context.ts";
import { readMessagePieces, writeMessagePieces } from "../../texts/message-pieces.ts";
import { shownText } from "../../texts/two-tables.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { useDesign } from "../design-context.ts";
import { isTextEditable, textKeyAt } from "../node-actions.ts";
import { variableElement } from "../source/canvas-marks.ts";
import type { TemplateNode } from "../source/nodes.ts";
import { setContent, withoutHalfSections, type Piece } from "../source/set-content.ts";
import { focusTextField } from "./focus-text-field.ts";
import { showMessagePieces, typedMessage } from "./message-editing.ts";
import { startTextEditing, type CaretPlace } from "./text-editing.ts";

export type EditText = (node: TemplateNode, repeat: number, at?: CaretPlace) => void;

/** Elements with this attribute can be used without ending the text editing. */
export const keepsTextEditing = "data-keeps-text-editing";

/** Edits texts on the canvas. Each editing is one step to undo. */
export function useTextEditing(frame: CanvasFrame | undefined, canvas: RefObject<HTMLElement | null>): EditText {
  const design = useDesign();
  const { change } = useEditor();
  const texts = useTexts();
  const latest = useRef({ ...design, change });
  useLayoutEffect(() => {
    latest.current = { ...design, change };
  });
  const { textEditing } = design;

  // Ends the editing before anything else is used, so that Save, for example, finds the text in the source.
  useEffect(() => {
    if (!textEditing) return undefined;
    const onPointerDown = ({ target }: PointerEvent) => {
      if (target instanceof Element && target.closest(`[${keepsTextEditing}]`)) return;
      textEditing.end();
    };
    window.addEventListener("pointerdown", onPointerDown, { capture: true });
    return () => window.removeEventListener("pointerdown", onPointerDown, { capture: true });
  }, [textEditing]);

  useEffect(() => () => latest.current.textEditing?.end(), []);

  function start(
    element: HTMLElement,
    at: CaretPlace | undefined,
    /** Keeps the new content. Returns whether anything changed. */
    keep: (pieces: Piece[]) => boolean,
  ): void {
    const editing = startTextEditing({
      element,
      at,
      onEnd: (pieces, endedIn) => {
        const now = latest.current;
        now.setTextEditing(undefined);
        const isChanged = pieces !== undefined && keep(pieces);
        now.announce(isChanged ? "Text changed" : "Text unchanged");
        if (endedIn === "document") canvas.current?.focus({ preventScroll: true });
      },
      onShortcut: ({ key, code, ctrlKey, metaKey, shiftKey, altKey }) => {
        const target = canvas.current;
        const again = new KeyboardEvent("keydown", {
          key,
          code,
          ctrlKey,
          metaKey,
          shiftKey,
          altKey,
          bubbles: true,
          cancelable: true,
        });
        // Waits until the text is in the source and React has rendered it.
        requestAnimationFrame(() => target?.dispatchEvent(again));
      },
    });
    design.setTextEditing(editing);
  }

  /** Edits a text of translations in the language that the canvas shows. */
  function editMessage(element: HTMLElement | undefined, key: string, at?: CaretPlace): void {
    const { announce, setIsPanelOpen } = design;
    const shown = shownText(texts, texts.locale, key);
    const target = shown?.target ?? texts.defaultLocale;
    const pieces = shown?.table === "template" ? readMessagePieces(shown.text) : undefined;
    if (!element || element.localName !== variableElement || !shown || !pieces) {
      // A copy of the project's text, a case of a plural and a text that no language has need a field.
      setIsPanelOpen(true);
      focusTextField(shown?.table === "project" ? shown.locale : target);
      announce(
        shown?.table === "project"
          ? "The project has this text, and other templates may print it too. Copy it in the panel to change it here"
          : "This text is edited in the panel",
      );
      return;
    }
    showMessagePieces(element, pieces);
    start(element, at, (typed) => {
      const text = writeMessagePieces(typedMessage(typed));
      if (text === shown.text) return false;
      latest.current.change({ translations: changeTable(texts.own, { [target]: { [key]: text } }) });
      return true;
    });
    announce(`Editing the text in ${languageName(target)}. Enter or Escape ends it`);
  }

  return (node, repeat, at) => {
    const { template, mayEdit, ownership, select, announce } = design;
    if (!frame || !mayEdit || !ownership.holdsOwn(node)) return;
    const element = elementsOf(frame.document, node.id)[repeat];
    const key = textKeyAt(node);
    if (key !== undefined) {
      select(node, repeat);
      editMessage(element, key, at);
      return;
    }
    if (!element || !isTextEditable(node)) return;
    select(node, repeat);
    start(element, at, (typed) => {
      const { pieces, refused } = withoutHalfSections(typed);
      if (refused !== undefined) {
        toast(
          `${refused} is left out: a condition or repetition opens and closes in the same text, {{#name}} … {{/name}}.`,
        );
      }
      const edit = setContent(template, node, pieces);
      if (!edit || edit.html === template.html) return edit !== undefined;
      return latest.current.apply(edit);
    });
    announce("Editing the text. Enter or Escape ends it");
  };
}
