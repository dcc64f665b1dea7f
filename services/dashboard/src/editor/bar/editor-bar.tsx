import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { ArrowLeft, Redo2, Undo2 } from "lucide-react";
import { memo } from "react";
import { Link } from "react-router";
import { useProject } from "../../components/project-context.ts";
import { paths } from "../../paths.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { useEditor, useEditorState } from "../editor-context.ts";
import { ViewSwitch } from "../panes/view-switch.tsx";
import type { ViewId } from "../panes/views.ts";
import { formatShortcut } from "../shortcuts/shortcuts.ts";
import classes from "./editor-bar.module.css";
import { DraftState, LiveMenu } from "./live-menu.tsx";
import { Others } from "./others.tsx";
import { SavedState } from "./saved-state.tsx";
import { TemplateMenu, type TemplateMenuProps } from "./template-menu.tsx";

type EditorBarProps = TemplateMenuProps & {
  shown: readonly ViewId[];
  onToggle: (id: ViewId, isBeside: boolean) => void;
  onPublish: () => void;
  /** Why there is nothing to publish; undefined if there is. */
  notPublishable: string | undefined;
};

function History() {
  const { undo, redo } = useEditor();
  const canUndo = useEditorState(({ history }) => history.past.length > 0);
  const canRedo = useEditorState(({ history }) => history.future.length > 0);
  const buttons = [
    { label: "Undo", keys: "mod+z", onClick: undo, isEnabled: canUndo, icon: Undo2 },
    { label: "Redo", keys: "mod+shift+z", onClick: redo, isEnabled: canRedo, icon: Redo2 },
  ];
  return (
    <div className={classes["history"]}>
      {buttons.map(({ label, keys, onClick, isEnabled, icon }) => (
        // Without the disabled attribute, which would drop the focus after the last step.
        <IconButton
          key={label}
          className={classes["step"] ?? ""}
          iconSize={17}
          label={label}
          hint={`${label} (${formatShortcut(keys)})`}
          icon={icon}
          aria-disabled={!isEnabled}
          data-disabled={!isEnabled}
          onClick={onClick}
        />
      ))}
    </div>
  );
}

/**
 * The bar above the views: the template and whether it is saved, the views, the draft and the live version. Typing renders
 * it again only if something in it changes.
 */
export const EditorBar = memo(function EditorBar({
  shown,
  onToggle,
  onPublish,
  notPublishable,
  ...menu
}: EditorBarProps) {
  const { projectId } = useProject();
  const { mayEdit } = useEditor();
  return (
    <header className={classes["bar"]}>
      <div className={classes["start"]}>
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
        <TemplateMenu {...menu} />
        {mayEdit ? <History /> : null}
        <SavedState />
      </div>
      <ViewSwitch shown={shown} onToggle={onToggle} />
      <div className={classes["end"]}>
        <Others />
        <div className={classes["wide"]}>
          <DraftState live={menu.live} />
          <LiveMenu version={menu.live.version} />
        </div>
        {mayEdit ? (
          <Tooltip label={notPublishable ?? `Publish (${formatShortcut("mod+Enter")})`} multiline maw={280}>
            {/* Without the disabled attribute, which would hide the reason from the keyboard. */}
            <Button
              className={classes["publish"] ?? ""}
              aria-disabled={notPublishable !== undefined}
              data-disabled={notPublishable !== undefined}
              onClick={onPublish}
            >
              Publish
            </Button>
          </Tooltip>
        ) : null}
      </div>
    </header>
  );
});
