import { ActionIcon, Button, Menu, Tooltip } from "@mantine/core";
import { ArrowLeft, BookOpen, Ellipsis, History as HistoryIcon, Keyboard, Redo2, Terminal, Undo2 } from "lucide-react";
import { Link } from "react-router";
import { useProject } from "../components/project-context.ts";
import { paths } from "../paths.ts";
import { useEditor } from "./editor-context.ts";
import classes from "./editor-bar.module.css";
import { LiveState } from "./live-state.tsx";
import { formatShortcut } from "./shortcuts/shortcuts.ts";
import { ViewSwitch } from "./panes/view-switch.tsx";
import type { ViewId } from "./panes/views.ts";

type EditorBarProps = {
  shown: readonly ViewId[];
  onToggle: (id: ViewId) => void;
  onPublish: () => void;
  onUseIt: () => void;
  onShortcuts: () => void;
};

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
  const buttons = [
    { label: "Undo", keys: "mod+z", onClick: undo, isEnabled: canUndo, icon: Undo2 },
    { label: "Redo", keys: "mod+shift+z", onClick: redo, isEnabled: canRedo, icon: Redo2 },
  ];
  return (
    <div className={classes["group"]}>
      {buttons.map(({ label, keys, onClick, isEnabled, icon: Icon }) => (
        <Tooltip key={label} label={`${label} (${formatShortcut(keys)})`}>
          {/* Without the disabled attribute, which would drop the focus after the last step. */}
          <ActionIcon
            className={classes["step"] ?? ""}
            variant="subtle"
            color="gray"
            aria-label={label}
            aria-disabled={!isEnabled}
            data-disabled={!isEnabled}
            onClick={onClick}
          >
            <Icon size={17} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ))}
    </div>
  );
}

type MoreProps = Pick<EditorBarProps, "onUseIt" | "onShortcuts"> & { versions: string };

/** The less frequent actions: side by side in a wide window, in a menu in a narrow one. */
function More({ versions, onUseIt, onShortcuts }: MoreProps) {
  return (
    <>
      <div className={classes["wide"]}>
        <Button variant="subtle" color="gray" onClick={onUseIt}>
          Use it
        </Button>
        <Button component={Link} to={versions} variant="subtle" color="gray">
          Versions
        </Button>
        <Tooltip label="Guide, in a new tab">
          <ActionIcon
            component={Link}
            to={paths.guide("templates")}
            target="_blank"
            variant="subtle"
            color="gray"
            aria-label="Guide, in a new tab"
          >
            <BookOpen size={17} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Keyboard shortcuts (?)">
          <ActionIcon variant="subtle" color="gray" aria-label="Keyboard shortcuts" onClick={onShortcuts}>
            <Keyboard size={17} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </div>
      <div className={classes["narrow"]}>
        <Menu width={210}>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label="More">
              <Ellipsis size={17} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<Terminal size={15} aria-hidden />} onClick={onUseIt}>
              Use it
            </Menu.Item>
            <Menu.Item component={Link} to={versions} leftSection={<HistoryIcon size={15} aria-hidden />}>
              Versions
            </Menu.Item>
            <Menu.Item
              component={Link}
              to={paths.guide("templates")}
              target="_blank"
              leftSection={<BookOpen size={15} aria-hidden />}
            >
              Guide, in a new tab
            </Menu.Item>
            <Menu.Item leftSection={<Keyboard size={15} aria-hidden />} onClick={onShortcuts}>
              Keyboard shortcuts
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    </>
  );
}

/** The bar above the views: the template's name, whether it is saved, and the actions for it. */
export function EditorBar({ shown, onToggle, onPublish, onUseIt, onShortcuts }: EditorBarProps) {
  const { projectId } = useProject();
  const { template, isChanged, isSaving, mayEdit, save } = useEditor();
  return (
    <header className={classes["bar"]}>
      <div className={classes["title"]}>
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
        <LiveState />
      </div>
      <div className={classes["views"]}>
        <ViewSwitch shown={shown} onToggle={onToggle} />
      </div>
      <div className={classes["actions"]}>
        <More
          versions={paths.versions({ projectId, templateId: template.templateId })}
          onUseIt={onUseIt}
          onShortcuts={onShortcuts}
        />
        {mayEdit ? (
          <>
            <History />
            <Tooltip label={`Save (${formatShortcut("mod+s")})`}>
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
            <Tooltip label={`Publish (${formatShortcut("mod+Enter")})`}>
              <Button onClick={onPublish}>Publish</Button>
            </Tooltip>
          </>
        ) : null}
      </div>
    </header>
  );
}
