import { ActionIcon, Tooltip } from "@mantine/core";
import {
  ArrowDown,
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
import type { Box } from "../canvas/canvas-nodes.ts";
import { useDesign } from "../design-context.ts";
import { selectableParent, useNodeActions } from "../node-actions.ts";
import { nodeLabel } from "../node-labels.ts";
import classes from "./overlay.module.css";

type ToolProps = { label: string; keys: string; icon: LucideIcon; onClick: (() => void) | undefined };

function Tool({ label, keys, icon: Icon, onClick }: ToolProps) {
  return (
    <Tooltip label={`${label} (${keys})`}>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} disabled={!onClick} onClick={onClick}>
        <Icon size={14} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

const height = 30;
/** The width of the buttons, of a letter of the name, and of the longest name shown. */
const [buttonsWidth, letterWidth, nameWidth] = [150, 6.5, 160];

/** The toolbar above the selected node. */
export function NodeToolbar({
  boxes,
  scale,
  paperWidth,
}: {
  boxes: readonly Box[];
  scale: number;
  paperWidth: number;
}) {
  const { selected, data, select, repeat, mayEdit, isPanelOpen, setIsPanelOpen } = useDesign();
  const { moveUp, moveDown, duplicate, remove } = useNodeActions();
  const { projectId } = useProject();
  const { snippets } = useLibrary();
  const [box] = boxes;
  if (!selected || !box) return null;
  const parent = selectableParent(selected);
  const snippet = selected.kind === "snippet" ? snippets.find(({ name }) => name === selected.name) : undefined;
  const editPath = snippet && paths.snippet({ projectId, snippetId: snippet.snippetId });
  const above = box.y * scale - height - 6;
  const label = nodeLabel(selected, data);
  const width = buttonsWidth + Math.min(nameWidth, label.length * letterWidth);
  const left = Math.max(0, Math.min(box.x * scale, paperWidth * scale - width));
  return (
    <div
      role="toolbar"
      aria-label={`Selected: ${label}`}
      className={classes["toolbar"]}
      style={{ left, top: above < -20 ? (box.y + box.height) * scale + 6 : above }}
    >
      <span className={classes["name"]}>{label}</span>
      <Tool
        label="Select parent"
        keys="Esc"
        icon={CornerLeftUp}
        onClick={parent ? () => select(parent, repeat) : undefined}
      />
      {editPath === undefined ? null : (
        <Tooltip label={`Edit ${label.toLowerCase()}`}>
          <ActionIcon
            component={Link}
            to={editPath}
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={`Edit ${label.toLowerCase()}`}
          >
            <Pencil size={14} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      {selected.kind === "element" || selected.kind === "snippet" || isPanelOpen ? null : (
        <Tooltip label="Formats">
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label="Show the formats"
            onClick={() => setIsPanelOpen(true)}
          >
            <SlidersHorizontal size={14} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      {mayEdit ? (
        <>
          <Tool label="Move up" keys="Alt Shift ↑" icon={ArrowUp} onClick={moveUp} />
          <Tool label="Move down" keys="Alt Shift ↓" icon={ArrowDown} onClick={moveDown} />
          <Tool label="Duplicate" keys="Ctrl D" icon={Copy} onClick={duplicate} />
          <Tool label="Delete" keys="Del" icon={Trash2} onClick={remove} />
        </>
      ) : null}
    </div>
  );
}
