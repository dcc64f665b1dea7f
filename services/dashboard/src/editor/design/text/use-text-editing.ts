import { changeTable } from "@platen/contracts";
import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";
import type { CanvasFrame } from "../canvas/canvas-frame.ts";
import { elementsOf } from "../canvas/canvas-nodes.ts";
import { toastProblem } from "../../../ui/toast.ts";
import { languageName } from "../../../translations/model/languages.ts";
import { useEditor } from "../../editor-context.ts";
import { readMessagePieces, writeMessagePieces } from "../../texts/message-pieces.ts";
import { shownText } from "../../texts/two-tables.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { useDesign, type StripPlace } from "../design-context.ts";
import { drawnStrips } from "../canvas/draw-margins.ts";
import { isTextEditable, textKeyAt } from "../node-actions.ts";
import { idAttribute, variableElement } from "../source/canvas-marks.ts";
import type { TemplateNode } from "../source/nodes.ts";
import { readTemplate } from "../source/read-template.ts";
import { setContent, withoutHalfSections, type Piece } from "../source/set-content.ts";
import { stripTexts } from "../source/strip-texts.ts";
import { focusTextField } from "./focus-text-field.ts";
import { showMessagePieces, typedMessage } from "./message-editing.ts";
import { startTextEditing, type CaretPlace } from "./text-editing.ts";

export type EditText = (node: TemplateNode, repeat: number, at?: CaretPlace) => void;

/** Edits a text of a header or footer: the one at an index, or the one nearest to a point. */
export type EditStrip = (place: Omit<StripPlace, "index"> & { index?: number; at?: { x: number; y: number } }) => void;

/** Elements with this attribute can be used without ending the text editing. */
export const keepsTextEditing = "data-keeps-text-editing";

/** The pieces of a typed text. Says which tags of sections are left out. */
function typedContent(typed: Piece[]): Piece[] {
  const { pieces, refused } = withoutHalfSections(typed);
  if (refused !== undefined) {
    toastProblem(
      `${refused} is left out: a condition or repetition opens and closes in the same text, {{#name}} … {{/name}}.`,
    );
  }
  return pieces;
}

/** Edits texts on the canvas. Each editing is one step to undo. */
export function useTextEditing(
  frame: CanvasFrame | undefined,
  canvas: RefObject<HTMLElement | null>,
): { editText: EditText; editStrip: EditStrip } {
  const design = useDesign();
  const { change, source } = useEditor();
  const texts = useTexts();
  const latest = useRef({ ...design, change, source });
  useLayoutEffect(() => {
    latest.current = { ...design, change, source };
  });
  const { textEditing } = design;

  // Ends the editing before anything else is used, so that Save, for example, finds the text in the source.
  useEffect(() => {
    if (!textEditing) return undefined;
    const onPointerDown = ({ target }: PointerEvent) => {
      if (target instanceof Element && target.closest(`[${keepsTextEditing}]`)) return;
      textEditing.end();
    };
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.closest(`iframe, [${keepsTextEditing}]`)) return;
      textEditing.end();
    };
    window.addEventListener("pointerdown", onPointerDown, { capture: true });
    window.addEventListener("focusin", onFocus);
    return () => {
      window.removeEventListener("pointerdown", onPointerDown, { capture: true });
      window.removeEventListener("focusin", onFocus);
    };
  }, [textEditing]);

  useEffect(() => () => latest.current.textEditing?.end(), []);

  function start(
    element: HTMLElement,
    at: CaretPlace | undefined,
    /** Keeps the new content. Returns whether anything changed. */
    keep: (pieces: Piece[]) => boolean,
    onTab?: (direction: 1 | -1) => void,
  ): void {
    const editing = startTextEditing({
      element,
      at,
      onTab,
      onMenu: () => document.querySelector<HTMLElement>(`button[${keepsTextEditing}="variables"]`)?.focus(),
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

  function editText(node: TemplateNode, repeat: number, at?: CaretPlace): void {
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
      const edit = setContent(template, node, typedContent(typed));
      if (!edit || edit.html === template.html) return edit !== undefined;
      return latest.current.apply(edit);
    });
    announce("Editing the text. Enter or Escape ends it");
  }

  const editStrip: EditStrip = ({ strip, page, index, at }) => {
    const { mayEdit, composed, select, announce, awaitStrip } = design;
    const html = source.settings[strip];
    const drawn = frame && drawnStrips(frame.document, strip)[page];
    if (!drawn || !mayEdit || html === undefined) return;
    const template = readTemplate(html);
    const texts = stripTexts(template).flatMap((node) => {
      const element = drawn.querySelector<HTMLElement>(`[${idAttribute}="${node.id}"]`);
      return element ? [{ node, element }] : [];
    });
    const chosen = index ?? (at ? nearestTo(at, texts) : 0);
    const text = texts[chosen];
    // The ids of a text with snippets are those of another template.
    if (!text || composed[strip] !== html) {
      toastProblem(`This ${strip} has no text of its own to edit here. Its HTML is in the page's properties.`);
      return;
    }
    const { node, element } = text;
    select(undefined);
    start(
      element,
      at,
      (typed) => {
        const edit = setContent(template, node, typedContent(typed));
        if (!edit || edit.html === html) return false;
        const now = latest.current;
        now.change({ settings: { ...now.source.settings, [strip]: edit.html } });
        return true;
      },
      (direction) => {
        const next = chosen + direction;
        if (next >= 0 && next < texts.length) awaitStrip({ strip, page, index: next });
      },
    );
    announce(
      `Editing text ${chosen + 1} of ${texts.length} of the ${strip}. Tab goes to the next, Enter or Escape ends it, Alt with F10 goes to the values to insert`,
    );
  };

  return { editText, editStrip };
}

/** The index of the element that is nearest to a point of the frame. */
function nearestTo({ x, y }: { x: number; y: number }, texts: readonly { element: HTMLElement }[]): number {
  const distances = texts.map(({ element }) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
  });
  return distances.indexOf(Math.min(...distances));
}
