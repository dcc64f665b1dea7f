import { UnstyledButton } from "@mantine/core";
import { useRef, type KeyboardEvent, type ReactNode } from "react";
import classes from "./text-tabs.module.css";

type TextTabsProps<Id extends string> = {
  /** The name of the group: "Data sets". */
  label: string;
  tabs: readonly { id: Id; label: string; isEmpty?: boolean }[];
  selected: Id;
  onSelect: (id: Id) => void;
  /** Actions beside the tabs. */
  children?: ReactNode;
};

/** Tabs to choose one of several texts; the arrow keys move between them. */
export function TextTabs<Id extends string>({ label, tabs, selected, onSelect, children }: TextTabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null);

  function go(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const index = tabs.findIndex(({ id }) => id === selected);
    const next = (index + step + tabs.length) % tabs.length;
    const tab = tabs[next];
    if (!tab) return;
    onSelect(tab.id);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  }

  return (
    <div className={classes["bar"]}>
      <div ref={list} className={classes["tabs"]} role="tablist" aria-label={label}>
        {tabs.map(({ id, label: name, isEmpty = false }) => (
          <UnstyledButton
            key={id}
            role="tab"
            aria-selected={id === selected}
            tabIndex={id === selected ? 0 : -1}
            className={classes["tab"]}
            data-empty={isEmpty || undefined}
            onClick={() => onSelect(id)}
            onKeyDown={go}
          >
            {name}
          </UnstyledButton>
        ))}
      </div>
      {children}
    </div>
  );
}
