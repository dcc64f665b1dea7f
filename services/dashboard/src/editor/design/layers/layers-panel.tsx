import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, useRef, useState, type MouseEvent } from "react";
import { findRepeats } from "../canvas/canvas-nodes.ts";
import { useDesign, useDesignStore } from "../design-context.ts";
import { ancestorsOf, type TemplateNode } from "@platen/template-source";
import { LayerItem } from "./layer-item.tsx";
import { layerRows, type LayerRow } from "./layer-rows.ts";
import { useLayerDrag } from "./use-layer-drag.ts";
import { useLayerKeys } from "./use-layer-keys.ts";
import classes from "./layers-panel.module.css";

const rowHeight = 26;

/** The elements of the page as a tree: to select, to move by dragging or by keys, and to see what is printed when. */
export function LayersPanel() {
  const { template } = useDesign((state) => state.document);
  const { selected, selection } = useDesign((state) => state.selecting);
  const frame = useDesign((state) => state.frame);
  const layout = useDesign((state) => state.layout);
  const { select, selectSeveral, toggle, openMenu, endTextEditing } = useDesignStore();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
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

  function onClick(event: MouseEvent, row: LayerRow): void {
    endTextEditing();
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

  const drag = useLayerDrag();
  const onKeyDown = useLayerKeys({ rows, at, pointOf, setOpen });
  return (
    <aside className={classes["panel"]} aria-label="Layers">
      <header style={{ padding: "0.7rem 0.75rem 0.4rem" }}>
        <h2 style={{ margin: 0, fontSize: "0.875rem", fontWeight: 600 }}>Layers</h2>
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
        onDrop={drag.onDrop}
        onDragLeave={drag.clear}
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
                drop={drag.drop?.key === row.key ? drag.drop.gap.where : undefined}
                onOpen={(isOpen) => setOpen(row, isOpen)}
                onClick={(event) => onClick(event, row)}
                onContextMenu={(event) => onContextMenu(event, row)}
                onDragStart={(event) => drag.onDragStart(event, row)}
                onDragOver={(event) => drag.onDragOver(event, row)}
                onDragEnd={drag.clear}
              />
            ) : null;
          })}
        </div>
      </div>
    </aside>
  );
}
