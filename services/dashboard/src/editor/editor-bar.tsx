import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { ArrowLeft, Keyboard, Redo2, Undo2 } from "lucide-react";
import { Link } from "react-router";
import { useProject } from "../components/project.ts";
import { paths } from "../paths.ts";
import { useEditor } from "./editor-context.ts";
import classes from "./editor-bar.module.css";
import { keysInWords } from "./shortcuts.ts";
import { ViewSwitch } from "./view-switch.tsx";
import type { ViewId } from "./views.ts";

type EditorBarProps = { shown: readonly ViewId[]; onToggle: (id: ViewId) => void; onShortcuts: () => void };

function SavedState() {
  const { isChanged, isSaving, mayEdit } = useEditor();
  const text = !mayEdit ? "View only" : isSaving ? "Saving…" : isChanged ? "Not saved" : "Saved";
  return (
    <output className={classes["state"]} data-changed={(mayEdit && isChanged) || undefined}>
      {text}
    </output>
  );
}

function History() {
  const { undo, redo, canUndo, canRedo } = useEditor();
  const acts = [
    { label: "Undo", keys: "mod+z", act: undo, can: canUndo, icon: Undo2 },
    { label: "Redo", keys: "mod+shift+z", act: redo, can: canRedo, icon: Redo2 },
  ];
  return (
    <div className={classes["group"]}>
      {acts.map(({ label, keys, act, can, icon: Icon }) => (
        <Tooltip key={label} label={`${label} (${keysInWords(keys)})`}>
          {/* Not disabled by attribute: the focus would be lost with the last step. */}
          <ActionIcon
            className={classes["step"] ?? ""}
            variant="subtle"
            color="gray"
            aria-label={label}
            aria-disabled={!can}
            data-disabled={!can}
            onClick={act}
          >
            <Icon size={17} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ))}
    </div>
  );
}

/** What stands above the views: where one is, what is saved, and what can be done with all of it. */
export function EditorBar({ shown, onToggle, onShortcuts }: EditorBarProps) {
  const { projectId } = useProject();
  const { template, isChanged, isSaving, mayEdit, save } = useEditor();
  return (
    <header className={classes["bar"]}>
      <Tooltip label="All templates">
        <ActionIcon
          component={Link}
          to={paths.templates({ projectId })}
          variant="subtle"
          color="gray"
          aria-label="All templates"
        >
          <ArrowLeft size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <h1 className={classes["name"]} title={template.name}>
        {template.name}
      </h1>
      <SavedState />
      <div className={classes["views"]}>
        <ViewSwitch shown={shown} onToggle={onToggle} />
      </div>
      <div className={classes["acts"]}>
        <Tooltip label="Keyboard shortcuts (?)">
          <ActionIcon
            className={classes["keys"] ?? ""}
            variant="subtle"
            color="gray"
            aria-label="Keyboard shortcuts"
            onClick={onShortcuts}
          >
            <Keyboard size={17} aria-hidden />
          </ActionIcon>
        </Tooltip>
        {mayEdit ? (
          <>
            <History />
            <Tooltip label={`Save (${keysInWords("mod+s")})`}>
              <Button
                variant="default"
                loading={isSaving}
                data-disabled={!isChanged}
                aria-disabled={!isChanged}
                onClick={() => void save()}
              >
                Save
              </Button>
            </Tooltip>
          </>
        ) : null}
      </div>
    </header>
  );
}
