import { Tooltip, UnstyledButton } from "@mantine/core";
import { formatShortcut } from "../shortcuts/shortcuts.ts";
import classes from "./view-switch.module.css";
import { views, type ViewId } from "./views.ts";

type ViewSwitchProps = { shown: readonly ViewId[]; onToggle: (id: ViewId) => void };

/** The buttons that open and close the views. */
export function ViewSwitch({ shown, onToggle }: ViewSwitchProps) {
  return (
    <fieldset className={classes["switch"]} aria-label="Views">
      {views.map(({ id, label, icon: Icon }, index) => (
        <Tooltip key={id} label={`${label} (${formatShortcut(`alt+${index + 1}`)})`}>
          <UnstyledButton
            className={classes["view"]}
            aria-pressed={shown.includes(id)}
            aria-label={label}
            onClick={() => onToggle(id)}
          >
            <Icon size={15} aria-hidden />
            <span className={classes["label"]}>{label}</span>
          </UnstyledButton>
        </Tooltip>
      ))}
    </fieldset>
  );
}
