import { ActionIcon, Tooltip, type ActionIconProps } from "@mantine/core";
import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import classes from "./palette.module.css";

type PaletteButtonProps = Omit<ActionIconProps & ComponentProps<"button">, "children" | "color"> & {
  label: string;
  icon: LucideIcon;
};

/** A button that inserts something: an icon, with its word where the bar has room for all words. */
export function PaletteButton({ label, icon: Icon, className = "", ...others }: PaletteButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        className={`${classes["button"] ?? ""} ${className}`}
        aria-label={`Insert ${label.toLowerCase()}`}
        {...others}
      >
        <Icon size={16} aria-hidden />
        <span className={classes["word"]}>{label}</span>
      </ActionIcon>
    </Tooltip>
  );
}
