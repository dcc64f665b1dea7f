import { ActionIcon, Menu } from "@mantine/core";
import { Ellipsis, type LucideIcon } from "lucide-react";
import { useRef } from "react";

type RowAction = { label: string; icon: LucideIcon; onSelect: () => void; isDanger?: boolean };

/** The actions of a row; undefined in place of those that one's role does not allow. */
export type RowActions = readonly (RowAction | undefined)[];

type RowMenuProps = {
  /** The name of the row. */
  name: string;
  actions: RowActions;
};

/** The menu of a row's actions. */
export function RowMenu({ name, actions }: RowMenuProps) {
  const target = useRef<HTMLButtonElement>(null);
  return (
    <Menu width={215}>
      <Menu.Target>
        <ActionIcon ref={target} variant="subtle" color="gray" aria-label={`Actions for ${name}`}>
          <Ellipsis size={17} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions
          .filter((action) => action !== undefined)
          .map(({ label, icon: Icon, onSelect, isDanger = false }) => (
            <Menu.Item
              key={label}
              leftSection={<Icon size={15} aria-hidden />}
              {...(isDanger ? { color: "var(--danger)" } : {})}
              onClick={() => {
                // A dialog returns the focus to this button when it closes, because the menu item is gone by then.
                target.current?.focus();
                onSelect();
              }}
            >
              {label}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
