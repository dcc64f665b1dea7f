import { useMediaQuery } from "@mantine/hooks";
import { lazy, memo, Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from "react";
import { useSnippetTexts } from "../../library/snippets/snippet-texts.ts";
import { EditorContext, useEditor, useSource } from "../editor-context.ts";
import { panelsBeside } from "../panes/room.ts";
import { useClientSize } from "../preview/use-scroll-window.ts";
import { Breadcrumb } from "./breadcrumb.tsx";
import { createCalmState } from "./calm-state.ts";
import { Canvas } from "./canvas/canvas.tsx";
import type { CanvasZoom } from "./canvas/canvas-zoom.ts";
import { DesignContext, useDesign, useDesignStore } from "./design-context.ts";
import { createDesignStore } from "./design-store.ts";
import classes from "./design-view.module.css";
import { LayersPanel } from "./layers/layers-panel.tsx";
import { nodeLabel } from "./node-labels.ts";
import { SidePanel } from "./panel/side-panel.tsx";
import { ViewBar } from "./view-bar.tsx";

// It loads when it first opens, with the dialogs of fields.
const FieldsPanel = lazy(async () => ({ default: (await import("./fields/fields-panel.tsx")).FieldsPanel }));

/** Whether the author types in a text of another view. */
function isTypingInCode(): boolean {
  return document.activeElement?.closest(".cm-editor") !== null;
}

/** The view that shows the template as printed, and edits it in place. */
export function DesignView() {
  const editor = useEditor();
  const [calm] = useState(() => createCalmState(editor.state, isTypingInCode));
  useEffect(() => calm.start(), [calm]);
  const calmEditor = useMemo(() => ({ ...editor, state: calm }), [editor, calm]);
  return (
    <EditorContext value={calmEditor}>
      <Document onUse={calm.settle} />
    </EditorContext>
  );
}

/** Makes the store, which follows the editor and the snippets. `onUse` is called before anything in the view is used. */
function Document({ onUse }: { onUse: () => void }) {
  const { mayEdit, state, change } = useEditor();
  const isWide = useMediaQuery("(min-width: 700px)", undefined, { getInitialValueInEffect: false }) ?? true;
  const isEditable = mayEdit && isWide;
  const snippets = useSnippetTexts(useSource());
  const [store] = useState(() =>
    createDesignStore({ editor: { state, change }, snippets, isEditable, width: window.innerWidth }),
  );
  useLayoutEffect(() => store.setInputs({ snippets, isEditable }), [store, snippets, isEditable]);
  useEffect(() => store.start(), [store]);
  return (
    <DesignContext value={store}>
      <Parts onUse={onUse} isWide={isWide} />
    </DesignContext>
  );
}

/** Says what was done last, and what is selected. */
function Spoken() {
  const { template, data, ownership } = useDesign((state) => state.document);
  const { selected, selection } = useDesign((state) => state.selecting);
  const message = useDesign((state) => state.message);
  const owner = selected && ownership.ownerOf(selected);
  return (
    <output className="unseen">
      {message}
      {message === "" ? "" : ". "}
      {selection.length > 1
        ? `Selected: ${selection.length} elements, at last `
        : selected
          ? "Selected: "
          : "Nothing selected"}
      {selected ? nodeLabel(template, selected, data) : ""}
      {owner === undefined ? "" : `, of the layout ${owner}`}
    </output>
  );
}

function Hint({ isWide }: { isWide: boolean }) {
  const { mayEdit } = useEditor();
  const { composed } = useDesign((state) => state.document);
  const text = !mayEdit
    ? "You can view this template, but not edit it. "
    : isWide && composed.usesLayout
      ? "Edit this template in Code until its layout can be shown. "
      : "Make the window wider to edit. ";
  return <p className={classes["passive"]}>{text}</p>;
}

/** The width of the view, and the number of panels that fit into it. Where it gets too narrow for them, panels close. */
function usePanelRoom(view: RefObject<HTMLElement | null>) {
  const { getState, setIsPanelOpen, setSidebar } = useDesignStore();
  const size = useClientSize(view);
  const room = panelsBeside(size?.width ?? 0, window.innerWidth);
  const isMeasured = size !== undefined;
  useLayoutEffect(() => {
    if (!isMeasured) return;
    const { isPanelOpen } = getState();
    if (room === 0) setIsPanelOpen(false);
    if (room < (isPanelOpen ? 2 : 1)) setSidebar(undefined);
  }, [room, isMeasured, getState, setIsPanelOpen, setSidebar]);
  return { width: size?.width ?? 0, room };
}

/** Typing in another view renders the parts only through the stores that they read. */
const Parts = memo(function Parts({ onUse, isWide }: { onUse: () => void; isWide: boolean }) {
  const [zoom, setZoom] = useState<CanvasZoom>("start");
  const [factor, setFactor] = useState(1);
  const { mayEdit } = useDesign((state) => state.document);
  const isPanelOpen = useDesign((state) => state.isPanelOpen);
  const chosen = useDesign((state) => state.sidebar);
  const sidebar = chosen === "fields" && !mayEdit ? undefined : chosen;
  const view = useRef<HTMLDivElement>(null);
  const { width, room } = usePanelRoom(view);
  const isFloating = Number(sidebar !== undefined) + Number(isPanelOpen) > room;
  return (
    <div
      ref={view}
      className={classes["view"]}
      data-design
      onPointerDownCapture={onUse}
      onFocusCapture={onUse}
      onDragEnterCapture={onUse}
    >
      <ViewBar zoom={zoom} factor={factor} onZoom={setZoom} width={width} hasRoomForBoth={room === 2} />
      {mayEdit ? null : <Hint isWide={isWide} />}
      <div
        className={classes["middle"]}
        data-panel={isPanelOpen || undefined}
        data-sidebar={sidebar !== undefined || undefined}
        data-floating={isFloating || undefined}
      >
        {sidebar === "fields" ? (
          <Suspense fallback={<div />}>
            <FieldsPanel />
          </Suspense>
        ) : null}
        {sidebar === "layers" ? <LayersPanel /> : null}
        <Canvas zoom={zoom} onZoom={setZoom} onFactor={setFactor} />
        {isPanelOpen ? <SidePanel /> : null}
      </div>
      <Breadcrumb />
      <Spoken />
    </div>
  );
});
