import { ActionIcon, Tooltip, type ActionIconProps, type TooltipProps } from "@mantine/core";
import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";

type IconButtonProps = Omit<ActionIconProps & ComponentProps<"button">, "children" | "color"> & {
  label: string;
  /** What the tooltip says, if not the label. */
  hint?: string;
  position?: TooltipProps["position"];
  icon: LucideIcon;
  iconSize?: number;
  /** Whether a button that can be pressed is. */
  isOn?: boolean;
};

/** A button with an icon. Its tooltip says what it does. */
export function IconButton(props: IconButtonProps) {
  const { label, hint = label, position = "top", icon: Icon, iconSize = 16, isOn, ...others } = props;
  return (
    <Tooltip label={hint} position={position}>
      <ActionIcon
        variant={isOn ? "light" : "subtle"}
        color={isOn ? "press" : "gray"}
        aria-label={label}
        aria-pressed={isOn}
        {...others}
      >
        <Icon size={iconSize} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
