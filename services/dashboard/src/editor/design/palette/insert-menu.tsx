import { ActionIcon, Menu, Tooltip } from "@mantine/core";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { useDesign } from "../design-context.ts";
import { keepsTextEditing } from "../text/keeps-text-editing.ts";
import classes from "./palette.module.css";

const iconSize = 16;

/** A button with a menu of what it inserts. A text that is being edited stays so. */
export function InsertMenu({ label, icon: Icon, children }: { label: string; icon: LucideIcon; children: ReactNode }) {
  const { textEditing } = useDesign();
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
        <Tooltip label={label}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Insert ${label.toLowerCase()}`}
            {...{ [keepsTextEditing]: label === "Variable" ? "variables" : "" }}
          >
            <Icon size={iconSize} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown className={classes["menu"]} {...{ [keepsTextEditing]: "" }}>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
