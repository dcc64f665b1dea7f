import { ActionIcon, Tooltip } from "@mantine/core";
import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  Copy,
  CornerLeftUp,
  Pencil,
  SlidersHorizontal,
  Trash2,
  type LucideIcon,
} from "lucide-react";
import { Link } from "react-router";
import { useProject } from "../../../components/project-context.ts";
import { useLibrary } from "../../../library/use-library.ts";
import { paths } from "../../../paths.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import type { Box } from "../canvas/canvas-nodes.ts";
import { formatShortcut } from "../../shortcuts/shortcuts.ts";
import { useDesign, useDesignStore } from "../design-context.ts";
import { selectableParent, useNodeActions } from "../node-actions.ts";
import { nodeLabel } from "../node-labels.ts";
import { isCell } from "@platen/template-source";
import classes from "./overlay.module.css";

type ToolProps = { label: string; keys: string; icon: LucideIcon; onClick: (() => void) | undefined };

function Tool({ label, keys, icon, onClick }: ToolProps) {
  return (
    <IconButton
      size="sm"
      iconSize={14}
      label={label}
      hint={`${label} (${formatShortcut(keys)})`}
      position="left"
      icon={icon}
      disabled={!onClick}
      onClick={onClick}
    />
  );
}

/** The length of the toolbar, with its longest set of buttons. */
const length = 160;

type NodeToolbarProps = {
  boxes: readonly Box[];
  scale: number;
  /** The size of all sheets, in pixels of the paper. */
  sheets: { width: number; height: number };
};

/** The toolbar of the selected node, in the margin on the right: there it covers no neighbour. */
export function NodeToolbar({ boxes, scale, sheets }: NodeToolbarProps) {
  const { template, ownership, data, mayEdit } = useDesign((state) => state.document);
  const { selected, selection, repeat } = useDesign((state) => state.selecting);
  const isPanelOpen = useDesign((state) => state.isPanelOpen);
  const { select, setIsPanelOpen } = useDesignStore();
  const { moveUp, moveDown, duplicate, remove } = useNodeActions();
  const { projectId } = useProject();
  const { snippets } = useLibrary();
  const [box] = boxes;
  if (!selected || !box) return null;
  const parent = selectableParent(selected);
  const owner = ownership.ownerOf(selected);
  const shared = owner ?? (selected.kind === "snippet" ? selected.name : undefined);
  const snippet = snippets.find(({ name }) => name === shared);
  const editPath = snippet && paths.snippet({ projectId, snippetId: snippet.snippetId });
  const isOne = selection.length === 1;
  const label = isOne ? nodeLabel(template, selected, data) : `${selection.length} elements`;
  const editLabel = `Edit ${owner === undefined ? "snippet" : "layout"} ${shared}`;
  const isColumn = isOne && isCell(selected);
  const lowest = sheets.height * scale - length;
  return (
    <div
      role="toolbar"
      aria-orientation="vertical"
      aria-label={`Selected: ${label}`}
      className={classes["toolbar"]}
      style={{ left: sheets.width * scale, top: Math.max(0, Math.min(box.y * scale, lowest)) }}
    >
      <Tool
        label="Select parent"
        keys="Escape"
        icon={CornerLeftUp}
        onClick={parent && isOne ? () => select(parent, repeat) : undefined}
      />
      {editPath === undefined || !isOne ? null : (
        <Tooltip label={editLabel}>
          <ActionIcon component={Link} to={editPath} variant="subtle" color="gray" size="sm" aria-label={editLabel}>
            <Pencil size={14} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      {selected.kind === "element" || shared !== undefined || isPanelOpen ? null : (
        <IconButton
          size="sm"
          iconSize={14}
          label="Show the formats"
          hint="Formats"
          icon={SlidersHorizontal}
          onClick={() => setIsPanelOpen(true)}
        />
      )}
      {mayEdit && owner === undefined ? (
        <>
          {isColumn ? (
            <>
              <Tool label="Move column left" keys="alt+shift+←" icon={ArrowLeft} onClick={moveUp} />
              <Tool label="Move column right" keys="alt+shift+→" icon={ArrowRight} onClick={moveDown} />
            </>
          ) : (
            <>
              <Tool label="Move up" keys="alt+shift+↑" icon={ArrowUp} onClick={moveUp} />
              <Tool label="Move down" keys="alt+shift+↓" icon={ArrowDown} onClick={moveDown} />
            </>
          )}
          <Tool label={isColumn ? "Duplicate column" : "Duplicate"} keys="mod+d" icon={Copy} onClick={duplicate} />
          <Tool label={isColumn ? "Delete column" : "Delete"} keys="Delete" icon={Trash2} onClick={remove} />
        </>
      ) : null}
    </div>
  );
}
