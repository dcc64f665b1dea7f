import { Menu } from "@mantine/core";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { useDesign } from "../design-context.ts";
import { keepsTextEditing } from "../text/keeps-text-editing.ts";
import { ToolButton } from "../tool-button.tsx";
import { insertTool } from "./insert-tool.ts";

type InsertMenuProps = {
  label: string;
  icon: LucideIcon;
  hasWord?: boolean | undefined;
  /** What it inserts goes to the caret. For everything else the editing ends first, so that its text is in the source. */
  isForText?: boolean;
  children: ReactNode;
};

/** A button with a menu of what it inserts. */
export function InsertMenu({ label, icon, hasWord, isForText = false, children }: InsertMenuProps) {
  const textEditing = useDesign((state) => state.textEditing);
  return (
    <Menu
      position="bottom-start"
      width={260}
      // A text that is being edited gets the focus back; otherwise the button does.
      returnFocus={textEditing === undefined}
      // Once the menu is gone: until then it may take the focus again.
      onExitTransitionEnd={() => textEditing?.focus()}
    >
      <Menu.Target>
        <ToolButton {...insertTool(label, icon, hasWord)} {...(isForText ? { [keepsTextEditing]: "variables" } : {})} />
      </Menu.Target>
      <Menu.Dropdown
        style={{ maxHeight: "22rem", overflowY: "auto" }}
        {...(isForText ? { [keepsTextEditing]: "" } : {})}
      >
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
