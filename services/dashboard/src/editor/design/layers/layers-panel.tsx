import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, useRef, useState, type DragEvent, type KeyboardEvent, type MouseEvent } from "react";
import { findRepeats } from "../canvas/canvas-nodes.ts";
import { useDesign } from "../design-context.ts";
import { draggedType } from "../dragged-nodes.ts";
import { selectableParent, useNodeActions } from "../node-actions.ts";
import { useSelectionKeys } from "../overlay/use-selection-keys.ts";
import { ancestorsOf, type Gap, moveNodes, type TemplateNode } from "@platen/template-source";
import { LayerItem } from "./layer-item.tsx";
import { gapAtRow, layerRows, type LayerRow } from "./layer-rows.ts";
import classes from "./layers-panel.module.css";

const rowHeight = 26;

type Drop = { key: string; gap: Gap };

/** The elements of the page as a tree: to select, to move by dragging or by keys, and to see what is printed when. */
export function LayersPanel() {
  const design = useDesign();
  const { template, frame, layout, selected, selection, textEditing } = design;
  const { select, selectSeveral, toggle, apply, announce, openMenu } = design;
  const { moveOut, moveIn } = useNodeActions();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [drop, setDrop] = useState<Drop>();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => layerRows(template, closed, selection), [template, closed, selection]);
  const at = rows.findIndex(({ node }) => node === selected);
  // oxlint-disable-next-line react/incompatible-library -- no component below gets these functions.
  const { getVirtualItems, getTotalSize, scrollToIndex } = useVirtualizer<HTMLDivElement, Element>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const actionOfSelection = useSelectionKeys(() => pointOf(at));
  // The sections that print nothing, as the canvas shows them.
  const unprinted = useMemo(() => {
    const repeats = layout && frame ? [...findRepeats(frame.document)] : [];
    return new Set(repeats.flatMap(([id, [first]]) => (first?.isEmpty ? [id] : [])));
  }, [frame, layout]);

  useEffect(() => {
    if (at >= 0) scrollToIndex(at);
  }, [at, scrollToIndex]);

  function pointOf(index: number) {
    const { left = 0, top = 0 } = scroller.current?.getBoundingClientRect() ?? {};
    return { x: left + 40, y: top + (index + 1) * rowHeight - (scroller.current?.scrollTop ?? 0) };
  }

  function setOpen({ key, node }: LayerRow, isOpen: boolean): void {
    const next = new Set(closed);
    if (isOpen) next.delete(key);
    else next.add(key);
    // The selected elements are always shown.
    if (!isOpen && selection.some((one) => ancestorsOf(one).some((around) => around === node))) select(node);
    setClosed(next);
  }

  /** Selects the nodes between the one that keys start from and a row, if they are siblings. */
  function selectTo(node: TemplateNode): void {
    const between = rows.filter((row) => row.node.parent === node.parent).map((row) => row.node);
    const [from, to] = [selected ? between.indexOf(selected) : -1, between.indexOf(node)];
    if (from === -1) toggle(node);
    else selectSeveral(between.slice(Math.min(from, to), Math.max(from, to) + 1), node);
  }

  function extend(row: LayerRow | undefined): void {
    if (!row) return;
    if (selection.includes(row.node) && selected)
      selectSeveral(
        selection.filter((node) => node !== selected),
        row.node,
      );
    else toggle(row.node);
  }

  const go = (to: LayerRow | undefined) => () => {
    if (to) select(to.node);
  };

  function actionOf(event: KeyboardEvent): (() => void) | undefined {
    const { key, altKey, shiftKey, ctrlKey, metaKey } = event;
    if (altKey && shiftKey && key === "ArrowLeft" && moveOut) return moveOut;
    if (altKey && shiftKey && key === "ArrowRight" && moveIn) return moveIn;
    const common = actionOfSelection(event);
    if (common || altKey || ctrlKey || metaKey) return common;
    const row = rows[at];
    switch (key) {
      case "ArrowDown":
        return shiftKey ? () => extend(rows[at + 1]) : go(rows[at + 1]);
      case "ArrowUp":
        return shiftKey ? () => extend(rows[at - 1]) : go(rows[Math.max(0, at - 1)]);
      case "Home":
        return go(rows[0]);
      case "End":
        return go(rows.at(-1));
      case "ArrowRight":
        if (row?.isOpen === undefined) return () => undefined;
        return row.isOpen ? go(rows[at + 1]) : () => setOpen(row, true);
      case "ArrowLeft":
        if (row?.isOpen) return () => setOpen(row, false);
        return row ? () => select(selectableParent(row.node) ?? row.node) : undefined;
      case "Escape":
        return () => select(undefined);
      default:
        return undefined;
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    const action = actionOf(event);
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  function onClick(event: MouseEvent, row: LayerRow): void {
    textEditing?.end();
    // Keys go to the tree, which has the focus as a whole.
    scroller.current?.focus({ preventScroll: true });
    if (event.shiftKey) selectTo(row.node);
    else if (event.ctrlKey || event.metaKey) toggle(row.node);
    else select(row.node);
  }

  function onContextMenu(event: MouseEvent, { node }: LayerRow): void {
    event.preventDefault();
    if (!selection.includes(node)) select(node);
    scroller.current?.focus();
    openMenu({ x: event.clientX, y: event.clientY });
  }

  function onDragStart({ dataTransfer }: DragEvent, { node }: LayerRow): void {
    textEditing?.end();
    if (!selection.includes(node)) select(node);
    dataTransfer.effectAllowed = "move";
    dataTransfer.setData(draggedType, "");
  }

  function onDragOver(event: DragEvent<HTMLElement>, row: LayerRow): void {
    if (!event.dataTransfer.types.includes(draggedType)) return;
    const { top, height } = event.currentTarget.getBoundingClientRect();
    const gap = gapAtRow(row, (event.clientY - top) / height);
    const isOnItself = [row.node, ...ancestorsOf(row.node)].some((node) => selection.includes(node));
    setDrop(isOnItself ? undefined : { key: row.key, gap });
    if (!isOnItself) event.preventDefault();
  }

  function onDrop(event: DragEvent): void {
    setDrop(undefined);
    if (!drop || !event.dataTransfer.types.includes(draggedType)) return;
    event.preventDefault();
    const isDone = apply(moveNodes(template, selection, drop.gap));
    announce(isDone ? "Moved" : "Not moved: nothing there can contain it");
  }

  return (
    <aside className={classes["panel"]} aria-label="Layers">
      <header className={classes["head"]}>
        <h2 className={classes["title"]}>Layers</h2>
      </header>
      {rows.length === 0 ? <p className={classes["empty"]}>The page has no elements yet.</p> : null}
      {/* One tab stop, inside which arrows move, as the pattern of a tree asks. */}
      <div
        ref={scroller}
        className={classes["tree"]}
        role="tree"
        aria-label="Elements of the page"
        aria-multiselectable
        aria-activedescendant={at === -1 ? undefined : `layer-${at}`}
        tabIndex={rows.length === 0 ? -1 : 0}
        data-layers
        onKeyDown={onKeyDown}
        onDrop={onDrop}
        onDragLeave={() => setDrop(undefined)}
      >
        <div role="none" style={{ height: getTotalSize(), position: "relative" }}>
          {getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            return row ? (
              <LayerItem
                key={row.key}
                id={`layer-${index}`}
                row={row}
                top={start}
                unprinted={unprinted}
                drop={drop?.key === row.key ? drop.gap.where : undefined}
                onOpen={(isOpen) => setOpen(row, isOpen)}
                onClick={(event) => onClick(event, row)}
                onContextMenu={(event) => onContextMenu(event, row)}
                onDragStart={(event) => onDragStart(event, row)}
                onDragOver={(event) => onDragOver(event, row)}
                onDragEnd={() => setDrop(undefined)}
              />
            ) : null;
          })}
        </div>
      </div>
    </aside>
  );
}
