import type { ReactNode } from "react";
import classes from "./panel.module.css";

export type IconChoice = { value: string; label: string; icon: ReactNode };

/** A choice of a segmented control that shows an icon, with its name for those who cannot see it. */
export const iconChoice = ({ value, label, icon }: IconChoice) => ({
  value,
  label: (
    <span title={label} className={classes["icon"]}>
      {icon}
      <span className="unseen">{label}</span>
    </span>
  ),
});
