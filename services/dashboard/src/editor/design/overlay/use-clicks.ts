import type { MouseEvent } from "react";
import type { CanvasFrame } from "../canvas/canvas-frame.ts";
import { elementsOf } from "../canvas/canvas-nodes.ts";
import { useDesign, useDesignStore } from "../design-context.ts";
import { isTextEditable, textKeyAt } from "../node-actions.ts";
import type { CanvasHits } from "./canvas-hits.ts";
import type { StripZone } from "./strip-zone.ts";
import type { Marquee } from "./use-marquee.ts";

type ClicksOptions = {
  frame: CanvasFrame;
  hits: CanvasHits;
  marquee: Marquee;
  /** The header or footer under the pointer. */
  zoneAt: (event: MouseEvent<HTMLElement>) => StripZone | undefined;
};

/** Selects nodes by clicks, edits their texts by double clicks, and opens their menu. */
export function useClicks({ frame, hits, marquee, zoneAt }: ClicksOptions) {
  const { mayEdit } = useDesign((state) => state.document);
  const { selected, selection, repeat } = useDesign((state) => state.selecting);
  const { select, toggle, openMenu, editText, editStrip } = useDesignStore();
  const { pointOf, targetAt } = hits;
  return {
    onClick(event: MouseEvent<HTMLElement>): void {
      if (marquee.endsBy() || event.detail > 1) return;
      const target = targetAt(event);
      if (event.shiftKey && target && mayEdit) {
        toggle(target.node, target.repeat);
        return;
      }
      // Another selection of the same would close what the author has opened in the panel.
      const isAgain = target !== undefined && target.node === selected && target.repeat === repeat;
      if (!isAgain || selection.length > 1) select(target?.node, target?.repeat);
    },
    onDoubleClick(event: MouseEvent<HTMLElement>): void {
      const strip = zoneAt(event);
      if (strip) {
        editStrip({ strip: strip.strip, page: strip.page, at: pointOf(event) });
        return;
      }
      const hit = targetAt(event);
      let target = hit?.node;
      // Bold words are edited together with the sentence around them. A text of translations is edited by itself.
      while (target?.parent && textKeyAt(target) === undefined && isTextEditable(target.parent)) target = target.parent;
      if (!hit || !target) return;
      const element = elementsOf(frame.document, hit.node.id)[hit.repeat];
      const index = elementsOf(frame.document, target.id).findIndex(
        (one) => one === element || (element !== undefined && one.contains(element)),
      );
      editText(target, Math.max(0, index), pointOf(event));
    },
    onContextMenu(event: MouseEvent<HTMLElement>): void {
      const target = targetAt(event);
      if (!target) return;
      event.preventDefault();
      if (!selection.includes(target.node)) select(target.node, target.repeat);
      openMenu({ x: event.clientX, y: event.clientY });
    },
  };
}
