import {
  type ElementNode,
  nodeById,
  type Ownership,
  type Template,
  type TemplateNode,
  wholePart,
} from "@platen/template-source";
import type { MouseEvent } from "react";
import type { CanvasFrame, CanvasLayout } from "../canvas/canvas-frame.ts";
import { boxesOf, elementsOf, idOf, type Box, type Repeats } from "../canvas/canvas-nodes.ts";
import type { Point } from "../design-state.ts";
import { isSelectable } from "../selectable.ts";

/** A node under the pointer, and which of its repeats. */
export type Target = { node: TemplateNode; repeat: number };

/** A part of a drawing and a line break cannot be styled by themselves. */
function isPlacedByStyle({ isForeign, name }: ElementNode): boolean {
  return (!isForeign || name === "svg") && name !== "br";
}

function containsNode(range: Range, node: Node): boolean {
  const at = node.parentNode && Array.prototype.indexOf.call(node.parentNode.childNodes, node);
  if (at === null || !node.parentNode) return false;
  return range.isPointInRange(node.parentNode, at) && range.isPointInRange(node.parentNode, at + 1);
}

type HitsOptions = {
  frame: CanvasFrame;
  layout: CanvasLayout;
  scale: number;
  template: Template;
  ownership: Ownership;
  repeats: Repeats;
};

export type CanvasHits = ReturnType<typeof createCanvasHits>;

/** Tells which node the pointer meets on the canvas, and where the canvas shows a node. */
export function createCanvasHits({ frame, layout, scale, template, ownership, repeats }: HitsOptions) {
  /** The position of the pointer in the document. */
  function pointOf({ currentTarget, clientX, clientY }: MouseEvent<HTMLElement>): Point {
    const { left, top } = currentTarget.getBoundingClientRect();
    return { x: (clientX - left) / scale, y: (clientY - top) / scale };
  }

  /** The innermost element at the pointer. */
  function elementAt(event: MouseEvent<HTMLElement>): Element | null {
    const { x, y } = pointOf(event);
    return frame.document.elementFromPoint(x, y);
  }

  /** The snippet that an element of the canvas belongs to. */
  function snippetAround(element: Element): Target | undefined {
    for (const node of template.nodes) {
      if (node.kind !== "snippet") continue;
      const repeat = (repeats.get(node.id) ?? []).findIndex(({ range }) => containsNode(range, element));
      if (repeat !== -1) return { node, repeat };
    }
    return undefined;
  }

  /** The innermost selectable element under the pointer. */
  function targetAt(event: MouseEvent<HTMLElement>): Target | undefined {
    const hit = elementAt(event);
    const snippet = hit && snippetAround(hit);
    if (snippet) return snippet;
    let element = hit?.closest("[data-platen]");
    while (element) {
      const node = nodeById(template, idOf(element));
      const isMeaningful = node?.kind === "variable" || (node?.kind === "element" && isPlacedByStyle(node));
      if (node && isMeaningful && isSelectable(node)) {
        if (node.kind === "element" && (node.name === "body" || node.name === "html")) return undefined;
        const whole = wholePart(node, ownership);
        const found = element;
        const repeat = elementsOf(frame.document, whole.id).findIndex((one) => one.contains(found));
        return { node: whole, repeat: Math.max(0, repeat) };
      }
      element = element.parentElement?.closest("[data-platen]");
    }
    return undefined;
  }

  /** The boxes of a node, one for each page; of a section, those of all its repeats. */
  function boxesAt({ node, repeat }: Target): Box[] {
    if (node.kind === "section" || node.kind === "snippet" || (node.kind === "variable" && !node.isEscaped)) {
      const all = repeats.get(node.id) ?? [];
      const one = node.kind === "section" ? all : all.slice(repeat, repeat + 1);
      return one.flatMap(({ range }) => boxesOf(range, layout.pitch));
    }
    const elements = elementsOf(frame.document, node.id);
    const element = elements[Math.min(repeat, elements.length - 1)];
    return element ? boxesOf(element, layout.pitch) : [];
  }

  return { pointOf, elementAt, targetAt, boxesAt };
}
