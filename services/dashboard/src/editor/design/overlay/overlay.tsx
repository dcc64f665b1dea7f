import { chipLabel, isCell, nodeById, type ElementNode, type TemplateNode } from "@platen/template-source";
import { useMemo, type MouseEvent } from "react";
import type { CanvasFrame, CanvasLayout } from "../canvas/canvas-frame.ts";
import { findRepeats, type Box, type Repeats } from "../canvas/canvas-nodes.ts";
import { sheetGap } from "../canvas/canvas-styles.ts";
import { useDesign } from "../design-context.ts";
import { useSource } from "../../editor-context.ts";
import { useFlexRow } from "../use-flex-row.ts";
import { createCanvasHits, type CanvasHits } from "./canvas-hits.ts";
import { ColumnHandle } from "./column-handle.tsx";
import { FlexHandles } from "./flex-handles.tsx";
import { NodeToolbar } from "./node-toolbar.tsx";
import { Outline } from "./outline.tsx";
import classes from "./overlay.module.css";
import { PictureHandle } from "./picture-handle.tsx";
import { SectionMarks } from "./section-marks.tsx";
import { stripZoneAt, type StripZone } from "./strip-zone.ts";
import { isWrapper } from "./touched-nodes.ts";
import { useClicks } from "./use-clicks.ts";
import { useDrops } from "./use-drops.ts";
import { useHover } from "./use-hover.ts";
import type { Marquee } from "./use-marquee.ts";
import { useNodeDrag } from "./use-node-drag.ts";

function isPictureElement(node: TemplateNode): node is ElementNode {
  return node.kind === "element" && (node.name === "img" || node.name === "svg");
}

function styleOf({ x, y, width, height }: Box, scale: number) {
  return { left: x * scale, top: y * scale, width: width * scale, height: height * scale };
}

type OverlayProps = {
  frame: CanvasFrame;
  layout: CanvasLayout;
  scale: number;
  /** During text editing, the pointer belongs to the document. */
  isPassive: boolean;
  /** Takes dropped files, which go after the selected node. */
  onFiles: ((files: readonly File[]) => void) | undefined;
  marquee: Marquee;
};

type SelectionProps = Pick<OverlayProps, "layout" | "scale" | "isPassive"> & { hits: CanvasHits };

/** The outlines of the selected nodes, and the handles and the tools of the node that keys start from. */
function Selection({ hits, layout, scale, isPassive }: SelectionProps) {
  const { mayEdit, ownership } = useDesign((state) => state.document);
  const { selected, selection, repeat } = useDesign((state) => state.selecting);
  const boxes = selected ? hits.boxesAt({ node: selected, repeat }) : [];
  const isSized = mayEdit && selection.length === 1 && !isPassive && selected && ownership.isOwn(selected);
  const sized = isSized ? selected : undefined;
  const row = useFlexRow(sized);
  const [first] = boxes;
  return (
    <>
      <Outline kind={isPassive ? "edited" : "selected"} boxes={boxes} scale={scale} />
      {selection.map((node) =>
        node === selected ? null : (
          <Outline key={node.id} kind="selected" boxes={hits.boxesAt({ node, repeat: 0 })} scale={scale} />
        ),
      )}
      {sized && isCell(sized) && first ? <ColumnHandle cell={sized} box={first} scale={scale} /> : null}
      {row ? <FlexHandles row={row} pitch={layout.pitch} scale={scale} /> : null}
      {sized && isPictureElement(sized) && first ? <PictureHandle picture={sized} box={first} scale={scale} /> : null}
      {selected && !isPassive ? (
        <NodeToolbar
          boxes={boxes}
          scale={scale}
          sheets={{ width: layout.paper.width, height: layout.pageCount * layout.pitch - sheetGap }}
        />
      ) : null}
    </>
  );
}

/** The layer above the document. It handles the pointer, and outlines the hovered and the selected node. */
export function Overlay(props: OverlayProps) {
  const { frame, layout, scale, isPassive, onFiles, marquee } = props;
  const { template, mayEdit, ownership } = useDesign((state) => state.document);
  const { selected, repeat } = useDesign((state) => state.selecting);
  const { settings } = useSource();
  // The layout is new after each rendering, which also moves the repeats.
  const repeats = useMemo<Repeats>(() => (layout ? findRepeats(frame.document) : new Map()), [frame, layout]);
  const hits = createCanvasHits({ frame, layout, scale, template, ownership, repeats });

  /** The header or footer under the pointer, where nothing of the document is. */
  function zoneAt(event: MouseEvent<HTMLElement>): StripZone | undefined {
    const found = stripZoneAt(hits.pointOf(event), layout);
    return found && mayEdit && settings[found.strip] !== undefined && !hits.targetAt(event) ? found : undefined;
  }

  /** Whether there is nothing at the pointer that can be dragged. */
  function isEmptyAt(event: MouseEvent<HTMLElement>): boolean {
    const target = hits.targetAt(event);
    return target === undefined || (target.node !== selected && isWrapper(template.children, target.node));
  }

  const hover = useHover({ hits, zoneAt });
  const dragging = useNodeDrag({ frame, layout, hits });
  const drops = useDrops({ hits, onFiles, onTarget: hover.setTarget });
  const clicks = useClicks({ frame, hits, marquee, zoneAt });
  const { hovered, variable, zone } = hover;
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
        onPointerMove={hover.onPointerMove}
        onPointerLeave={hover.onPointerLeave}
        {...clicks}
        draggable={mayEdit}
        onDragStart={(event) => {
          hover.clear();
          // The mouse draws a marquee there.
          if (isEmptyAt(event)) event.preventDefault();
          else dragging.onDragStart(event);
        }}
        onDragEnd={dragging.onDragEnd}
        onDragOver={(event) => {
          if (!dragging.onDragOver(event)) drops.onDragOver(event);
        }}
        onDragLeave={() => {
          hover.clear();
          dragging.onDragEnd();
        }}
        onDrop={(event) => {
          if (!dragging.onDrop(event)) drops.onDrop(event);
        }}
      />
      <SectionMarks repeats={repeats} layout={layout} scale={scale} hovered={isCurrent ? hovered.node : undefined} />
      {isHoverShown ? <Outline kind="hovered" boxes={hits.boxesAt(hovered)} scale={scale} /> : null}
      {zone && !isPassive ? <Outline kind="hovered" boxes={[zone.box]} scale={scale} /> : null}
      {dragging.line ? (
        <div
          className={classes["dropLine"]}
          data-where={dragging.line.where}
          style={styleOf(dragging.line.box, scale)}
        />
      ) : null}
      <Selection hits={hits} layout={layout} scale={scale} isPassive={isPassive} />
    </div>
  );
}
