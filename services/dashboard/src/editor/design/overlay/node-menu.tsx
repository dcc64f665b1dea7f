import { Menu } from "@mantine/core";
import {
  ArrowDown,
  ArrowUp,
  ClipboardPaste,
  Copy,
  CopyPlus,
  CornerLeftUp,
  Group,
  IndentDecrease,
  IndentIncrease,
  Pencil,
  Scissors,
  Trash2,
  Ungroup,
  type LucideIcon,
} from "lucide-react";
import { useState } from "react";
import type { ElementClipboard } from "../canvas/use-element-clipboard.ts";
import { formatShortcut } from "../../shortcuts/shortcuts.ts";
import { useDesign, useDesignStore } from "../design-context.ts";
import type { Point } from "../design-state.ts";
import { isTextEditable, selectableParent, textKeyAt, useNodeActions } from "../node-actions.ts";
import { isCell } from "@platen/template-source";
import classes from "./node-menu.module.css";

type ItemProps = { label: string; keys?: string; icon: LucideIcon; onClick: (() => void) | undefined };

function Item({ label, keys, icon: Icon, onClick }: ItemProps) {
  return (
    <Menu.Item
      leftSection={<Icon size={14} aria-hidden />}
      rightSection={
        keys === undefined ? null : (
          <span aria-hidden style={{ color: "var(--soft)", fontSize: "0.75rem" }}>
            {formatShortcut(keys)}
          </span>
        )
      }
      disabled={!onClick}
      onClick={onClick}
    >
      {label}
    </Menu.Item>
  );
}

type NodeMenuProps = {
  clipboard: ElementClipboard;
  /** The place beside the selected nodes. */
  menuPoint: () => Point;
};

/** The menu of the selected nodes: it opens at the pointer, or beside the nodes by keyboard. */
export function NodeMenu({ clipboard, menuPoint }: NodeMenuProps) {
  const { mayEdit } = useDesign((state) => state.document);
  const { selected, selection, repeat } = useDesign((state) => state.selecting);
  const menuAt = useDesign((state) => state.menuAt);
  const { openMenu, select, editText } = useDesignStore();
  const { moveUp, moveDown, moveOut, moveIn, duplicate, group, ungroup, remove } = useNodeActions();
  // While the menu closes, it stays where it was.
  const [shownAt, setShownAt] = useState<Point>({ x: 0, y: 0 });
  if (menuAt && menuAt !== shownAt) setShownAt(menuAt);
  const isOne = selection.length === 1;
  const parent = selected && isOne ? selectableParent(selected) : undefined;
  const isText = selected && isOne && mayEdit && (isTextEditable(selected) || textKeyAt(selected) !== undefined);
  const isColumn = isOne && selected !== undefined && isCell(selected);
  const of = isColumn ? " column" : "";
  return (
    <Menu
      opened={menuAt !== undefined}
      onChange={(isOpened) => openMenu(isOpened ? menuPoint() : undefined)}
      position="bottom-start"
      offset={2}
      width={240}
    >
      <Menu.Target>
        <button
          type="button"
          tabIndex={-1}
          disabled={!selected}
          aria-label="Actions of the selected element"
          className={classes["anchor"]}
          style={{ left: shownAt.x, top: shownAt.y }}
        />
      </Menu.Target>
      <Menu.Dropdown className={classes["menu"]} data-closing={menuAt === undefined || undefined}>
        {isText ? (
          <Item label="Edit the text" keys="Enter" icon={Pencil} onClick={() => editText(selected, repeat)} />
        ) : null}
        <Item
          label="Select parent"
          keys="Escape"
          icon={CornerLeftUp}
          onClick={parent ? () => select(parent, repeat) : undefined}
        />
        <Menu.Divider />
        <Item label="Copy" keys="mod+c" icon={Copy} onClick={clipboard.copy} />
        {mayEdit ? (
          <>
            <Item label="Cut" keys="mod+x" icon={Scissors} onClick={clipboard.cut} />
            <Item label="Paste after it" keys="mod+v" icon={ClipboardPaste} onClick={clipboard.paste} />
            <Item label={`Duplicate${of}`} keys="mod+d" icon={CopyPlus} onClick={duplicate} />
            {isOne ? null : <Item label="Group" keys="mod+g" icon={Group} onClick={group} />}
            {ungroup ? <Item label="Ungroup" keys="mod+shift+g" icon={Ungroup} onClick={ungroup} /> : null}
            <Menu.Divider />
            <Item
              label={isColumn ? "Move column left" : "Move up"}
              keys="alt+shift+↑"
              icon={ArrowUp}
              onClick={moveUp}
            />
            <Item
              label={isColumn ? "Move column right" : "Move down"}
              keys="alt+shift+↓"
              icon={ArrowDown}
              onClick={moveDown}
            />
            {isColumn ? null : (
              <>
                <Item label="Move out of its parent" icon={IndentDecrease} onClick={moveOut} />
                <Item label="Move into what is before" icon={IndentIncrease} onClick={moveIn} />
              </>
            )}
            <Menu.Divider />
            <Item label={`Delete${of}`} keys="Delete" icon={Trash2} onClick={remove} />
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
