import { useMemo, useState, type DragEvent, type MouseEvent, type PointerEvent } from "react";
import type { CanvasFrame, CanvasLayout } from "../canvas/canvas-frame.ts";
import { sheetGap } from "../canvas/canvas-styles.ts";
import { boxesOf, elementsOf, findRepeats, idOf, type Box, type Repeats } from "../canvas/canvas-nodes.ts";
import {
  chipLabel,
  type ElementNode,
  findPath,
  isCell,
  nameAt,
  nodeById,
  pathsOf,
  scopeAt,
  type StripName,
  type TemplateNode,
  wholePart,
} from "@platen/template-source";
import { useDesign } from "../design-context.ts";
import { isSelectable, isTextEditable, selectableParent, textKeyAt } from "../node-actions.ts";
import type { EditStrip, EditText } from "../text/use-text-editing.ts";
import { useEditor } from "../../editor-context.ts";
import { useFlexRow } from "../use-flex-row.ts";
import { fieldType } from "../fields/dragged-field.ts";
import { isPicture } from "../fields/is-picture.ts";
import { useInsertPath } from "../palette/use-insert-path.ts";
import { ColumnHandle } from "./column-handle.tsx";
import { FlexHandles } from "./flex-handles.tsx";
import { useNodeDrag, type Target } from "./use-node-drag.ts";
import { NodeToolbar } from "./node-toolbar.tsx";
import { isWrapper } from "./touched-nodes.ts";
import type { Marquee } from "./use-marquee.ts";
import { Outline } from "./outline.tsx";
import { PictureHandle } from "./picture-handle.tsx";
import classes from "./overlay.module.css";
import { SectionMarks } from "./section-marks.tsx";

/** A part of a drawing and a line break cannot be styled by themselves. */
function isPlacedByStyle({ isForeign, name }: ElementNode): boolean {
  return (!isForeign || name === "svg") && name !== "br";
}

function isPictureElement(node: TemplateNode): node is ElementNode {
  return node.kind === "element" && (node.name === "img" || node.name === "svg");
}

function styleOf({ x, y, width, height }: Box, scale: number) {
  return { left: x * scale, top: y * scale, width: width * scale, height: height * scale };
}

function containsNode(range: Range, node: Node): boolean {
  const at = node.parentNode && Array.prototype.indexOf.call(node.parentNode.childNodes, node);
  if (at === null || !node.parentNode) return false;
  return range.isPointInRange(node.parentNode, at) && range.isPointInRange(node.parentNode, at + 1);
}

/** A header or footer on a page. */
type Zone = { strip: StripName; page: number; box: Box };

/** The header or footer at a point of the document. */
function zoneAt({ y }: { y: number }, { paper, pitch, pageCount }: CanvasLayout): Zone | undefined {
  const page = Math.floor(y / pitch);
  const within = y - page * pitch;
  if (page < 0 || page >= pageCount || within > paper.height) return undefined;
  const { top, bottom } = page === 0 ? paper.firstMargin : paper.margin;
  const box = { x: 0, width: paper.width };
  if (within < top) return { strip: "header", page, box: { ...box, y: page * pitch, height: top } };
  const start = paper.height - bottom;
  return within < start
    ? undefined
    : { strip: "footer", page, box: { ...box, y: page * pitch + start, height: bottom } };
}

type OverlayProps = {
  frame: CanvasFrame;
  layout: CanvasLayout;
  scale: number;
  /** During text editing, the pointer belongs to the document. */
  isPassive: boolean;
  onEditText: EditText;
  onEditStrip: EditStrip;
  /** Takes dropped files, which go after the selected node. */
  onFiles: ((files: readonly File[]) => void) | undefined;
  marquee: Marquee;
};

/** The layer above the document. It handles the pointer, and outlines the hovered and the selected node. */
export function Overlay(props: OverlayProps) {
  const { frame, layout, scale, isPassive, onEditText, onEditStrip, onFiles, marquee } = props;
  const { template, data, mayEdit, ownership, selected, selection, repeat, select, toggle, openMenu } = useDesign();
  const dragging = useNodeDrag({ frame, layout, pointOf, targetAt });
  const insertPath = useInsertPath();
  const { settings } = useEditor().source;
  const [hovered, setHovered] = useState<Target>();
  const [variable, setVariable] = useState<string>();
  const [zone, setZone] = useState<Zone>();

  // The layout is new after each rendering, which also moves the repeats.
  const repeats = useMemo<Repeats>(() => (layout ? findRepeats(frame.document) : new Map()), [frame, layout]);

  /** The position of the pointer in the document. */
  function pointOf({ currentTarget, clientX, clientY }: MouseEvent<HTMLElement>): { x: number; y: number } {
    const { left, top } = currentTarget.getBoundingClientRect();
    return { x: (clientX - left) / scale, y: (clientY - top) / scale };
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
    const { x, y } = pointOf(event);
    const hit = frame.document.elementFromPoint(x, y);
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

  /** The header or footer under the pointer, where nothing of the document is. */
  function stripAt(event: MouseEvent<HTMLElement>): Zone | undefined {
    const found = zoneAt(pointOf(event), layout);
    return found && mayEdit && settings[found.strip] !== undefined && !targetAt(event) ? found : undefined;
  }

  function boxes(node: TemplateNode, which: number): Box[] {
    if (node.kind === "section" || node.kind === "snippet" || (node.kind === "variable" && !node.isEscaped)) {
      const all = repeats.get(node.id) ?? [];
      const one = node.kind === "section" ? all : all.slice(which, which + 1);
      return one.flatMap(({ range }) => boxesOf(range, layout.pitch));
    }
    const elements = elementsOf(frame.document, node.id);
    const element = elements[Math.min(which, elements.length - 1)];
    return element ? boxesOf(element, layout.pitch) : [];
  }

  function onPointerMove(event: PointerEvent<HTMLElement>): void {
    const { x, y } = pointOf(event);
    const variable = frame.document.elementFromPoint(x, y)?.closest("[data-name]")?.getAttribute("data-name");
    setVariable(variable ?? undefined);
    const target = targetAt(event);
    if (target?.node !== hovered?.node || target?.repeat !== hovered?.repeat) setHovered(target);
    const strip = stripAt(event);
    if (strip?.strip !== zone?.strip || strip?.page !== zone?.page) setZone(strip);
  }

  /** Whether there is nothing at the pointer that can be dragged. */
  function isEmptyAt(event: MouseEvent<HTMLElement>): boolean {
    const target = targetAt(event);
    return target === undefined || (target.node !== selected && isWrapper(template.children, target.node));
  }

  function onClick(event: MouseEvent<HTMLElement>): void {
    if (marquee.endsBy() || event.detail > 1) return;
    const target = targetAt(event);
    if (event.shiftKey && target && mayEdit) {
      toggle(target.node, target.repeat);
      return;
    }
    const isAgain = target !== undefined && target.node === selected && target.repeat === repeat;
    if (isAgain) select(selectableParent(target.node) ?? target.node, target.repeat);
    else select(target?.node, target?.repeat);
  }

  function onDoubleClick(event: MouseEvent<HTMLElement>): void {
    const strip = stripAt(event);
    if (strip) {
      onEditStrip({ strip: strip.strip, page: strip.page, at: pointOf(event) });
      return;
    }
    let target = targetAt(event)?.node;
    // Bold words are edited together with the sentence around them. A text of translations is edited by itself.
    while (target?.parent && textKeyAt(target) === undefined && isTextEditable(target.parent)) target = target.parent;
    if (!target) return;
    const which = targetAt(event);
    const at = elementsOf(frame.document, target.id);
    const element = which && elementsOf(frame.document, which.node.id)[which.repeat];
    const index = at.findIndex((one) => one === element || (element !== undefined && one.contains(element)));
    onEditText(target, Math.max(0, index), pointOf(event));
  }

  function onContextMenu(event: MouseEvent<HTMLElement>): void {
    const target = targetAt(event);
    if (!target) return;
    event.preventDefault();
    if (!selection.includes(target.node)) select(target.node, target.repeat);
    openMenu({ x: event.clientX, y: event.clientY });
  }

  /** A value that is dropped on a text goes to that place in the text; anything else goes after what it is dropped on. */
  function dropField(event: DragEvent<HTMLElement>, steps: readonly string[]): void {
    const path = findPath(pathsOf(data), steps);
    const target = targetAt(event);
    setHovered(undefined);
    if (!path) return;
    let text = target?.node;
    while (text && !isTextEditable(text) && text.parent) text = text.parent;
    const name = text && nameAt(data, scopeAt(text), steps);
    if (text && name?.sections.length === 0 && path.kind !== "list" && !isPicture(path.value)) {
      onEditText(text, target?.repeat ?? 0, pointOf(event), { first: (editing) => editing.insertVariable(name.name) });
      return;
    }
    insertPath(path, target?.node);
  }

  function onDragOver(event: DragEvent<HTMLElement>): void {
    if (dragging.onDragOver(event)) return;
    const { types } = event.dataTransfer;
    if (!onFiles || (!types.includes("Files") && !types.includes(fieldType))) return;
    event.preventDefault();
    const target = targetAt(event);
    if (target?.node !== hovered?.node) setHovered(target);
  }

  function onDrop(event: DragEvent<HTMLElement>): void {
    if (dragging.onDrop(event)) return;
    const field = event.dataTransfer.getData(fieldType);
    if (onFiles && field !== "") {
      event.preventDefault();
      dropField(event, field.split("\n"));
      return;
    }
    const files = [...event.dataTransfer.files];
    if (!onFiles || files.length === 0) return;
    event.preventDefault();
    const target = targetAt(event);
    select(target?.node, target?.repeat);
    setHovered(undefined);
    onFiles(files);
  }

  const selectedBoxes = selected ? boxes(selected, repeat) : [];
  const isSized = mayEdit && selection.length === 1 && !isPassive && selected && ownership.isOwn(selected);
  const sized = isSized ? selected : undefined;
  const row = useFlexRow(sized);
  // Ids of an earlier template are meaningless.
  const isCurrent = hovered !== undefined && nodeById(template, hovered.node.id) === hovered.node;
  const isSelected = hovered?.node === selected && hovered?.repeat === repeat;
  const isHoverShown = hovered && isCurrent && !isSelected && !isPassive && !marquee.area;
  return (
    <div className={classes["overlay"]} data-passive={isPassive || undefined}>
      <div
        role="presentation"
        className={classes["surface"]}
        title={
          zone ? `Double-click to edit the ${zone.strip}` : variable === undefined ? undefined : chipLabel(variable)
        }
        onPointerDown={(event) => {
          if (isEmptyAt(event)) marquee.start(event);
        }}
        onPointerMove={onPointerMove}
        onPointerLeave={() => {
          setHovered(undefined);
          setZone(undefined);
        }}
        onClick={onClick}
        onDoubleClick={onDoubleClick}
        onContextMenu={onContextMenu}
        draggable={mayEdit}
        onDragStart={(event) => {
          setHovered(undefined);
          // The mouse draws a marquee there.
          if (isEmptyAt(event)) event.preventDefault();
          else dragging.onDragStart(event);
        }}
        onDragEnd={dragging.onDragEnd}
        onDragOver={onDragOver}
        onDragLeave={() => {
          setHovered(undefined);
          dragging.onDragEnd();
        }}
        onDrop={onDrop}
      />
      <SectionMarks repeats={repeats} layout={layout} scale={scale} hovered={isCurrent ? hovered.node : undefined} />
      {isHoverShown ? <Outline kind="hovered" boxes={boxes(hovered.node, hovered.repeat)} scale={scale} /> : null}
      {zone && !isPassive ? <Outline kind="hovered" boxes={[zone.box]} scale={scale} /> : null}
      <Outline kind={isPassive ? "edited" : "selected"} boxes={selectedBoxes} scale={scale} />
      {selection.map((node) =>
        node === selected ? null : <Outline key={node.id} kind="selected" boxes={boxes(node, 0)} scale={scale} />,
      )}
      {dragging.line ? (
        <div
          className={classes["dropLine"]}
          data-where={dragging.line.where}
          style={styleOf(dragging.line.box, scale)}
        />
      ) : null}
      {sized && isCell(sized) && selectedBoxes[0] ? (
        <ColumnHandle cell={sized} box={selectedBoxes[0]} scale={scale} />
      ) : null}
      {row ? <FlexHandles row={row} pitch={layout.pitch} scale={scale} /> : null}
      {sized && isPictureElement(sized) && selectedBoxes[0] ? (
        <PictureHandle picture={sized} box={selectedBoxes[0]} scale={scale} />
      ) : null}
      {selected && !isPassive ? (
        <NodeToolbar
          boxes={selectedBoxes}
          scale={scale}
          sheets={{ width: layout.paper.width, height: layout.pageCount * layout.pitch - sheetGap }}
        />
      ) : null}
    </div>
  );
}
