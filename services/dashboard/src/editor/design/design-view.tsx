import { useMediaQuery } from "@mantine/hooks";
import { memo, useEffect, useMemo, useState } from "react";
import { EditorContext, useEditor } from "../editor-context.ts";
import { Breadcrumb } from "./breadcrumb.tsx";
import { createCalmState } from "./calm-state.ts";
import { Canvas } from "./canvas/canvas.tsx";
import { DesignContext } from "./design-context.ts";
import classes from "./design-view.module.css";
import { FieldsPanel } from "./fields/fields-panel.tsx";
import { LayersPanel } from "./layers/layers-panel.tsx";
import { nodeLabel } from "./node-labels.ts";
import { SidePanel } from "./panel/side-panel.tsx";
import { useDesignState } from "./use-design-state.ts";
import { ViewBar } from "./view-bar.tsx";

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

/** `onUse` is called before anything in the view is used. Typing in another view renders it only through its contexts. */
const Document = memo(function Document({ onUse }: { onUse: () => void }) {
  const { mayEdit } = useEditor();
  const isWide = useMediaQuery("(min-width: 700px)", undefined, { getInitialValueInEffect: false }) ?? true;
  const design = useDesignState(mayEdit && isWide);
  const [zoom, setZoom] = useState<number | "fit">("fit");
  const { template, selected, data, message, isPanelOpen, ownership } = design;
  const { selection } = design;
  const sidebar = design.sidebar === "fields" && !design.mayEdit ? undefined : design.sidebar;
  const owner = selected && ownership.ownerOf(selected);
  const hint = !mayEdit
    ? "You can view this template, but not edit it. "
    : isWide && design.composed.usesLayout
      ? "Edit this template in Code until its layout can be shown. "
      : "Make the window wider to edit. ";
  return (
    <DesignContext value={design}>
      <div className={classes["view"]} onPointerDownCapture={onUse} onFocusCapture={onUse} onDragEnterCapture={onUse}>
        <ViewBar zoom={zoom} onZoom={setZoom} />
        {design.mayEdit ? null : <p className={classes["passive"]}>{hint}</p>}
        <div
          className={classes["middle"]}
          data-panel={isPanelOpen || undefined}
          data-sidebar={sidebar !== undefined || undefined}
        >
          {sidebar === "fields" ? <FieldsPanel /> : null}
          {sidebar === "layers" ? <LayersPanel /> : null}
          <Canvas zoom={zoom} />
          {isPanelOpen ? <SidePanel /> : null}
        </div>
        <Breadcrumb />
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
      </div>
    </DesignContext>
  );
});
