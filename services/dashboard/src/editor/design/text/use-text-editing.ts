import { changeTable } from "@platen/contracts";
import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";
import type { CanvasFrame } from "../canvas/canvas-frame.ts";
import { elementsOf } from "../canvas/canvas-nodes.ts";
import { toastProblem } from "../../../ui/toast.ts";
import { languageName } from "../../../translations/model/languages.ts";
import { useEditor } from "../../editor-context.ts";
import { readMessagePieces } from "../../texts/message-pieces.ts";
import { shownText } from "../../texts/two-tables.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { useDesign, type AwaitedText, type StripPlace } from "../design-context.ts";
import { drawnStrips } from "../canvas/draw-margins.ts";
import { isTextEditable, textKeyAt } from "../node-actions.ts";
import {
  type ElementNode,
  idAttribute,
  maySplit,
  type Piece,
  readTemplate,
  removeParagraph,
  setContent,
  splitContent,
  stripTexts,
  type TemplateNode,
  tooMuchPasted,
  variableElement,
  withoutHalfSections,
  writeMessagePieces,
  writePasted,
} from "@platen/template-source";
import { delimitersAt } from "@platen/mustache";
import { openInserter } from "../palette/inserter.tsx";
import { focusTextField } from "./focus-text-field.ts";
import { keepsTextEditing } from "./keeps-text-editing.ts";
import { showMessagePieces, typedMessage } from "./message-editing.ts";
import { startTextEditing, type SplitText, type TextEditing } from "./text-editing.ts";
import type { CaretPlace } from "./text-selection.ts";

export type EditText = (node: TemplateNode, repeat: number, at?: CaretPlace, how?: EditTextOptions) => void;

type EditTextOptions = {
  /** Set for the text of a new element. */
  awaited?: AwaitedText;
  /** Called once the text can be edited. */
  first?: (editing: TextEditing) => void;
};

/** Edits a text of a header or footer: the one at an index, or the one nearest to a point. */
export type EditStrip = (place: Omit<StripPlace, "index"> & { index?: number; at?: { x: number; y: number } }) => void;

type MoreOptions = Pick<Parameters<typeof startTextEditing>[0], "onTab" | "onSplit" | "onSlash" | "isPlain"> & {
  /** Removes the element if its text is empty at the end. Returns whether it did. */
  removeEmpty?: (() => boolean) | undefined;
};

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
  /** Whether the edited paragraph ends because an element takes its place. */
  const isReplaced = useRef(false);

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
    { removeEmpty, ...more }: MoreOptions = {},
  ): TextEditing {
    const editing = startTextEditing({
      ...more,
      element,
      at,
      onMenu: () => {
        const bubble = document.querySelector<HTMLElement>(`[${keepsTextEditing}="formats"] button`);
        (bubble ?? document.querySelector<HTMLElement>(`button[${keepsTextEditing}="variables"]`))?.focus();
      },
      onRefusedPaste: (length) => toastProblem(tooMuchPasted(length)),
      onEnd: (pieces, endedIn) => {
        const now = latest.current;
        now.setTextEditing(undefined);
        const isRemoved =
          !isReplaced.current && removeEmpty !== undefined && element.textContent?.trim() === "" && removeEmpty();
        const isChanged = isRemoved || (pieces !== undefined && keep(pieces));
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
    return editing;
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
    start(
      element,
      at,
      (typed) => {
        const text = writeMessagePieces(typedMessage(typed));
        if (text === shown.text) return false;
        latest.current.change({ translations: changeTable(texts.own, { [target]: { [key]: text } }) });
        return true;
      },
      { isPlain: true },
    );
    announce(`Editing the text in ${languageName(target)}. Enter or Escape ends it`);
  }

  /** Offers elements to insert in an empty text, or in its place if it is a paragraph. */
  function insertAt(node: ElementNode, isNew: boolean): void {
    const now = latest.current;
    isReplaced.current = true;
    now.textEditing?.end();
    isReplaced.current = false;
    now.replaceNext(/^(?:p|h\d)$/.test(node.name) ? { element: node, isNew } : undefined);
    openInserter();
  }

  /** Divides a text at the caret: pasted blocks go between its parts, or the next paragraph is edited. */
  function split(node: ElementNode, { whole, head, blocks, tail }: SplitText): void {
    const { template } = design;
    const now = latest.current;
    now.setTextEditing(undefined);
    const delimiters = delimitersAt(template.tags, node.start);
    const divided = splitContent(template, node, {
      head: typedContent(head),
      blocks: blocks.map((block) => writePasted([block], delimiters)),
      tail: typedContent(tail),
    });
    const isApplied = now.apply(divided ?? setContent(template, node, typedContent(whole)), "paragraph");
    if (!divided && blocks.length > 0) toastProblem("Not pasted: nothing here can contain it.");
    canvas.current?.focus({ preventScroll: true });
    now.announce(blocks.length > 0 ? "Pasted" : "Next paragraph");
    if (isApplied && divided && blocks.length === 0) now.awaitText("paragraph");
  }

  function editText(
    node: TemplateNode,
    repeat: number,
    at?: CaretPlace,
    { awaited, first }: EditTextOptions = {},
  ): void {
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
    const editing = start(
      element,
      at,
      (typed) => {
        const edit = setContent(template, node, typedContent(typed));
        if (!edit || edit.html === template.html) return edit !== undefined;
        return latest.current.apply(edit);
      },
      {
        ...(maySplit(node) ? { onSplit: (divided) => split(node, divided) } : {}),
        onSlash: () => insertAt(node, awaited === "paragraph"),
        ...(awaited === "paragraph"
          ? { removeEmpty: () => latest.current.apply(removeParagraph(template, node), "paragraph") }
          : {}),
      },
    );
    announce(
      `Editing the text. Escape ends it${maySplit(node) ? ", Enter starts the next paragraph" : ", as does Enter"}. Select words to format them`,
    );
    first?.(editing);
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
    // Chosen by its place and not by the pointer, so it may be out of sight.
    if (!at) element.scrollIntoView({ block: "nearest" });
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
      {
        onTab: (direction) => {
          const next = chosen + direction;
          if (next >= 0 && next < texts.length) awaitStrip({ strip, page, index: next });
        },
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
