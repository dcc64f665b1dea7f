import type { LucideIcon } from "lucide-react";

/** What a button that inserts something shows, and what screen readers call it. */
export const insertTool = (label: string, icon: LucideIcon, hasWord = false) => ({
  label,
  name: `Insert ${label.toLowerCase()}`,
  icon,
  hasWord,
});
