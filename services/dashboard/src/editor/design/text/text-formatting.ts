import type { EditedText } from "./edited-text.ts";
import { linkRange, styleRange, toggleFormat, type TextFormat } from "./format-text.ts";

/** Changes the format of the selected text. */
export type Formatting = {
  toggle: (format: TextFormat) => void;
  setStyle: (property: "color" | "font-size", value: string) => void;
  link: (href: string | undefined) => void;
};

/** The formats of an edited text. Each change is a step to undo. */
export function createFormatting({ element, selection, history, signal }: EditedText): Formatting {
  function format(change: (range: Range) => Range | undefined): void {
    const range = selection.range();
    if (!range || range.collapsed || signal.aborted) return;
    history.keep("");
    const changed = change(range);
    if (changed) selection.select(changed);
  }
  return {
    toggle: (name) => format((range) => toggleFormat(element, range, name)),
    setStyle: (property, value) => format((range) => styleRange(element, range, property, value)),
    link: (href) => format((range) => linkRange(element, range, href)),
  };
}
