import { idAttribute, readTemplate, setContent, stripTexts } from "@platen/template-source";
import { toastProblem } from "../../../ui/toast.ts";
import { drawnStrips } from "../canvas/draw-margins.ts";
import type { Point, StripPlace } from "../design-state.ts";
import { keptPieces, type TextSession } from "./text-session.ts";

/** A text of a header or footer: the one at an index, or the one nearest to a point. */
export type EditedStrip = Omit<StripPlace, "index"> & { index?: number; at?: Point };

/** The index of the element that is nearest to a point of the frame. */
function nearestTo({ x, y }: Point, texts: readonly { element: HTMLElement }[]): number {
  const distances = texts.map(({ element }) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
  });
  return distances.indexOf(Math.min(...distances));
}

/** Edits a text of a header or footer. */
export function editStrip(session: TextSession, { strip, page, index, at }: EditedStrip): void {
  const { frame, mayEdit, composed, select, announce, source } = session.now();
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
  session.start(
    element,
    at,
    (typed) => {
      const edit = setContent(template, node, keptPieces(typed));
      return edit && { settings: { ...source.settings, [strip]: edit.html } };
    },
    {
      isOfPage: true,
      onTab: (direction) => {
        const next = chosen + direction;
        const { afterDrawing, editStrip: edit } = session.now();
        if (next >= 0 && next < texts.length) afterDrawing(() => edit({ strip, page, index: next }));
      },
    },
  );
  announce(
    `Editing text ${chosen + 1} of ${texts.length} of the ${strip}. Tab goes to the next, Enter or Escape ends it, Alt with F10 goes to the values to insert`,
  );
}
