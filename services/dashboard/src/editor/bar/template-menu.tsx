import { Menu, UnstyledButton } from "@mantine/core";
import { BookOpen, ChevronDown, History, Keyboard, Redo2, Terminal, Undo2 } from "lucide-react";
import { lazy, Suspense } from "react";
import { Link, useNavigate } from "react-router";
import { useProject } from "../../components/project-context.ts";
import type { TemplateDialog } from "../../components/templates/template-dialogs.tsx";
import { useTemplateActions } from "../../components/templates/use-template-actions.ts";
import { useDialog } from "../../ui/use-dialog.ts";
import { paths } from "../../paths.ts";
import { formatCount } from "../../ui/format.ts";
import { useEditor, useEditorState } from "../editor-context.ts";
import classes from "./editor-bar.module.css";
import type { Live } from "./use-live.ts";

const TemplateDialogs = lazy(async () => ({
  default: (await import("../../components/templates/template-dialogs.tsx")).TemplateDialogs,
}));

export type TemplateMenuProps = { live: Live; onUseIt: () => void; onShortcuts: () => void };

/** The name of the template, with the actions for it. A narrow window has the rest of the bar here, too. */
export function TemplateMenu({ live: { version, changes }, onUseIt, onShortcuts }: TemplateMenuProps) {
  const { projectId } = useProject();
  const { template, undo, redo, mayEdit, saveFirst } = useEditor();
  const navigate = useNavigate();
  const dialog = useDialog<TemplateDialog>();
  const { manages } = useTemplateActions(dialog.open, async () => (mayEdit ? saveFirst() : undefined))(template);
  const canUndo = useEditorState(({ history }) => history.past.length > 0);
  const canRedo = useEditorState(({ history }) => history.future.length > 0);
  const { templateId, name } = template;
  const draft = changes && changes.length > 0 ? `, ${formatCount(changes.length, "change")} in the draft` : "";
  const menu = (
    <Menu width={250} position="bottom-start">
      <h1 className={classes["title"]}>
        <Menu.Target>
          <UnstyledButton className={classes["name"]} title={name}>
            <span className={classes["label"]}>{name}</span>
            <ChevronDown size={14} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
      </h1>
      <Menu.Dropdown>
        <div className={classes["narrow"]}>
          <Menu.Label>{version === null ? "Not published" : `Live: version ${version}${draft}`}</Menu.Label>
          {mayEdit ? (
            <>
              <Menu.Item leftSection={<Undo2 size={15} aria-hidden />} disabled={!canUndo} onClick={undo}>
                Undo
              </Menu.Item>
              <Menu.Item leftSection={<Redo2 size={15} aria-hidden />} disabled={!canRedo} onClick={redo}>
                Redo
              </Menu.Item>
              <Menu.Divider />
            </>
          ) : null}
        </div>
        <Menu.Item leftSection={<Terminal size={15} aria-hidden />} onClick={onUseIt}>
          Use it
        </Menu.Item>
        <Menu.Item
          component={Link}
          to={paths.versions({ projectId, templateId })}
          leftSection={<History size={15} aria-hidden />}
        >
          Versions
        </Menu.Item>
        <Menu.Divider />
        {manages
          .filter((action) => action !== undefined)
          .map(({ label, icon: Icon, onSelect, isDanger = false }) => (
            <Menu.Item
              key={label}
              leftSection={<Icon size={15} aria-hidden />}
              {...(isDanger ? { color: "var(--danger)" } : {})}
              onClick={onSelect}
            >
              {label}
            </Menu.Item>
          ))}
        <Menu.Divider />
        <Menu.Item
          component={Link}
          to={paths.guide("design")}
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
  );
  return (
    <>
      {menu}
      <Suspense>
        {dialog.subject === undefined ? null : (
          <TemplateDialogs dialog={dialog} onDeleted={() => void navigate(paths.templates({ projectId }))} />
        )}
      </Suspense>
    </>
  );
}
