import { Tooltip, UnstyledButton } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { formatShortcut } from "../shortcuts/shortcuts.ts";
import classes from "./view-switch.module.css";
import { views, type ViewId } from "./views.ts";

type ViewSwitchProps = { shown: readonly ViewId[]; onToggle: (id: ViewId, isBeside: boolean) => void };

/** The buttons that open and close the views. With Control, Command or Shift, a view opens beside the others. */
export function ViewSwitch({ shown, onToggle }: ViewSwitchProps) {
  // As in the stylesheet: there the buttons show no names.
  const isNarrow = useMediaQuery("(max-width: 62em)") ?? false;
  const hint = (label: string, number: number) => {
    const keys = formatShortcut(`alt+${number}`);
    if (isNarrow) return `${label} (${keys})`;
    return label === "Preview" ? keys : `${keys}. ${formatShortcut("mod")} and a click: beside the others`;
  };
  return (
    <fieldset className={classes["switch"]} aria-label="Views">
      {views.map(({ id, label, icon: Icon }, index) => (
        <Tooltip key={id} label={hint(label, index + 1)}>
          <UnstyledButton
            className={classes["view"]}
            aria-pressed={shown.includes(id)}
            aria-label={label}
            onClick={({ ctrlKey, metaKey, shiftKey }) => onToggle(id, ctrlKey || metaKey || shiftKey)}
          >
            <Icon size={15} aria-hidden />
            <span className={classes["label"]}>{label}</span>
          </UnstyledButton>
        </Tooltip>
      ))}
    </fieldset>
  );
}
