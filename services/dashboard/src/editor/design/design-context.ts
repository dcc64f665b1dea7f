import { createContext, useContext } from "react";
import type { CanvasFrame } from "./canvas/canvas-frame.ts";
import type { Edit } from "./source/edit.ts";
import type { Template, TemplateNode } from "./source/nodes.ts";
import type { TextEditing } from "./text/text-editing.ts";

export type Design = {
  template: Template;
  /** What the template is filled with. */
  data: Record<string, unknown>;
  mayEdit: boolean;
  selected: TemplateNode | undefined;
  /** Which of the repeats of the selected node was chosen. */
  repeat: number;
  select: (node: TemplateNode | undefined, repeat?: number) => void;
  /** Makes an edit of the source and selects what it says. Edits of one `step` are undone together. */
  apply: (edit: Edit | undefined, step?: string) => void;
  /** The text that is being edited in its place, if any. */
  textEditing: TextEditing | undefined;
  setTextEditing: (editing: TextEditing | undefined) => void;
  /** Where the document is shown, once it is. */
  frame: CanvasFrame | undefined;
  setFrame: (frame: CanvasFrame) => void;
  showNames: boolean;
  setShowNames: (showNames: boolean) => void;
  /** What was last said to those who hear the page. */
  message: string;
  announce: (message: string) => void;
};

export const DesignContext = createContext<Design | undefined>(undefined);

/** What is being designed, for the parts of the Design view. */
export function useDesign(): Design {
  const design = useContext(DesignContext);
  if (!design) throw new Error("useDesign is for the parts of the Design view");
  return design;
}
