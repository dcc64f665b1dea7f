import { useElementSize, useMergedRef } from "@mantine/hooks";
import { useLayoutEffect, useRef, type SyntheticEvent } from "react";
import { UploadDialog } from "../../../library/assets/upload-dialog.tsx";
import { useDialog } from "../../../ui/use-dialog.ts";
import { BeginDialogs, type Beginning } from "./begin-dialogs.tsx";
import { isEmptyPage } from "../is-empty-page.ts";
import { EmptyPage } from "./empty-page.tsx";
import { NodeMenu } from "../overlay/node-menu.tsx";
import { Overlay } from "../overlay/overlay.tsx";
import { useMarquee } from "../overlay/use-marquee.ts";
import { useCanvasKeys } from "../overlay/use-canvas-keys.ts";
import { useDesign, useDesignStore } from "../design-context.ts";
import type { Point } from "../design-state.ts";
import { TextBubble } from "../text/text-bubble.tsx";
import { useTextEditing } from "../text/use-text-editing.ts";
import { CanvasMistake } from "./canvas-mistake.tsx";
import { sheetGap } from "./canvas-styles.ts";
import classes from "./canvas.module.css";
import { factorOf, padding, type CanvasZoom } from "./canvas-zoom.ts";
import { Sheets } from "./sheets.tsx";
import { useElementClipboard } from "./use-element-clipboard.ts";
import { useDroppedFiles } from "./use-dropped-files.ts";
import { useCanvasFrame } from "./use-canvas-frame.ts";
import { useSelectAll } from "./use-select-all.ts";
import { useWheelZoom } from "./use-wheel-zoom.ts";
import { usePastedText } from "./use-pasted-text.ts";

function within(value: number, from: number, to: number): number {
  return Math.max(from, Math.min(value, to));
}

/** The place for the menu of the selected nodes: at their first outline, if it is in view. */
function selectionPoint(scroller: HTMLElement | null): Point {
  const view = scroller?.getBoundingClientRect() ?? new DOMRect();
  const box = scroller?.querySelector('[data-kind="selected"]')?.getBoundingClientRect() ?? view;
  return {
    x: within(box.left + 8, view.left + 8, view.right - 8),
    y: within(box.top + Math.min(box.height, 24), view.top + 8, view.bottom - 8),
  };
}

/** Whether an event is beside the sheets. */
function isBeside({ target, currentTarget }: SyntheticEvent): boolean {
  return target === currentTarget;
}

type CanvasProps = {
  zoom: CanvasZoom;
  onZoom: (zoom: CanvasZoom) => void;
  /** Takes the factor of the zoom. */
  onFactor: (factor: number) => void;
};

/** The template on its sheets of paper. */
export function Canvas({ zoom, onZoom, onFactor }: CanvasProps) {
  const { frame, layout, mistake, onFrameLoad } = useCanvasFrame();
  const { template, mayEdit } = useDesign((state) => state.document);
  const { selected } = useDesign((state) => state.selecting);
  const textEditing = useDesign((state) => state.textEditing);
  const { select, openMenu } = useDesignStore();
  const dropped = useDroppedFiles();
  const pasteText = usePastedText();
  const beginning = useDialog<Beginning>();
  const { ref: sizeRef, width, height: roomBelow } = useElementSize();
  const canvas = useRef<HTMLDivElement>(null);
  const ref = useMergedRef(canvas, sizeRef);
  const roll = useRef<HTMLDivElement>(null);
  useTextEditing(canvas);
  useSelectAll(canvas);
  const menuPoint = () => selectionPoint(canvas.current);
  const onKeyDown = useCanvasKeys(frame, menuPoint);
  const clipboard = useElementClipboard((transfer) => {
    const files = [...transfer.files];
    const rich = transfer.getData("text/html");
    // A word processor adds a picture of the text.
    if (files.length > 0 && rich === "") dropped.take(files);
    else pasteText(transfer.getData("text/plain"), rich);
  });

  const paper = layout?.paper;
  const factor = factorOf(zoom, { width, height: roomBelow }, paper);
  useLayoutEffect(() => onFactor(factor), [onFactor, factor]);
  const scale = factor * (paper?.scale ?? 1);
  const isNarrow = (paper?.width ?? 0) * scale + 2 * padding <= width + 1;
  const height = layout ? layout.pageCount * layout.pitch - sheetGap : 0;
  const marquee = useMarquee({ scale, roll });
  useWheelZoom({ scroller: canvas, roll, inside: frame?.document, scale, factor, onZoom });

  return (
    <div className={classes["canvas"]}>
      {mistake === undefined ? null : <CanvasMistake mistake={mistake} />}
      {/* The canvas is one tab stop; inside it, keys move between elements, as in a drawing program. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application takes keys. */}
      <div
        ref={ref}
        className={classes["scroller"]}
        role="application"
        aria-label="Document"
        aria-describedby="canvas-keys"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an application takes keys.
        tabIndex={0}
        data-takes-focus
        data-document
        // Handles at the edge of the paper need no scrolling.
        data-narrow={isNarrow || undefined}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          if (isBeside(event)) marquee.start(event);
        }}
        onClick={(event) => {
          if (isBeside(event) && !marquee.endsBy()) select(undefined);
        }}
        onContextMenu={(event) => {
          // Of a key: the pointer's is that of the layer above the document.
          if (event.target !== event.currentTarget) return;
          event.preventDefault();
          if (selected) openMenu(menuPoint());
        }}
      >
        <div
          ref={roll}
          className={classes["roll"]}
          style={{ width: (paper?.width ?? 0) * scale, height: height * scale, margin: `${padding}px auto` }}
        >
          {layout ? <Sheets layout={layout} scale={scale} /> : null}
          <iframe
            title="The template filled with sample data"
            src="/dashboard/canvas"
            sandbox="allow-same-origin"
            // The dashboard scrolls the canvas.
            scrolling="no"
            tabIndex={-1}
            className={classes["frame"]}
            style={{ width: paper?.width ?? 0, height, transform: `scale(${scale})` }}
            onLoad={({ currentTarget }) => onFrameLoad(currentTarget)}
          />
          {textEditing?.formatting ? (
            <TextBubble
              editing={textEditing}
              scale={scale}
              width={(paper?.width ?? 0) * scale}
              scroller={canvas}
              padding={padding}
            />
          ) : null}
          {layout && mayEdit && !textEditing && isEmptyPage(template) ? (
            <EmptyPage top={Math.max(layout.paper.firstMargin.top, 60) * scale} onBegin={beginning.open} />
          ) : null}
          {frame && layout ? (
            <Overlay
              frame={frame}
              layout={layout}
              scale={scale}
              isPassive={textEditing !== undefined}
              onFiles={mayEdit ? dropped.take : undefined}
              marquee={marquee}
            />
          ) : null}
          {marquee.area ? (
            <div
              className={classes["marquee"]}
              style={{
                left: marquee.area.x * scale,
                top: marquee.area.y * scale,
                width: marquee.area.width * scale,
                height: marquee.area.height * scale,
              }}
            />
          ) : null}
        </div>
      </div>
      <p id="canvas-keys" className="unseen">
        Arrow keys select the next or previous element. Alt with Up selects the parent, Alt with Down the first child.
        Shift with an arrow selects several, as does the mouse that draws an area from an empty place, and Control with
        A selects all elements of the page. Enter edits the text, and a slash lists what can be inserted. Alt with Shift
        and an arrow moves the element, Delete deletes it, and Control with D duplicates it. Control with C, X and V
        copies, cuts and pastes elements, text and pictures. Shift with F10 opens the menu of the element. In a text,
        Alt with F10 goes to the values to insert.
      </p>
      <NodeMenu clipboard={clipboard} menuPoint={menuPoint} />
      <BeginDialogs dialog={beginning} />
      {dropped.asking.subject === undefined ? null : (
        <UploadDialog
          files={dropped.asking.subject}
          isOpen={dropped.asking.isOpen}
          onClose={dropped.asking.close}
          onDone={dropped.onUploaded}
        />
      )}
    </div>
  );
}
