import { ActionIcon, Tooltip, type ActionIconProps } from "@mantine/core";
import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import classes from "./tool-button.module.css";

type ToolButtonProps = Omit<ActionIconProps & ComponentProps<"button">, "children" | "color"> & {
  label: string;
  /** What screen readers call it, if not by its label. */
  name?: string;
  /** What the tooltip says, if not the label. */
  hint?: string;
  icon: LucideIcon;
  /** Whether the label stands beside the icon. */
  hasWord?: boolean;
  /** Whether a button that can be pressed is. */
  isOn?: boolean;
};

/** A button of the bar above the page: an icon, with its word where the bar has room for it. */
export function ToolButton(props: ToolButtonProps) {
  const { label, name = label, hint = label, icon: Icon, hasWord = false, isOn, className = "", ...others } = props;
  return (
    // Below the button: above it, it would cover the views.
    <Tooltip label={hint} disabled={hasWord && hint === label} position="bottom">
      <ActionIcon
        variant={isOn ? "light" : "subtle"}
        color={isOn ? "press" : "gray"}
        className={`${hasWord ? (classes["worded"] ?? "") : ""} ${className}`}
        aria-label={name}
        aria-pressed={isOn}
        {...others}
      >
        <Icon size={16} aria-hidden />
        {hasWord ? <span className={classes["word"]}>{label}</span> : null}
      </ActionIcon>
    </Tooltip>
  );
}
