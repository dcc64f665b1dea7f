import { createContext, useContext } from "react";
import type { Composed } from "../../library/snippets/use-composed.ts";
import type { CanvasFrame, CanvasLayout } from "./canvas/canvas-frame.ts";
import type { TemplateSource } from "../template-source.ts";
import type {
  Edit,
  ElementNode,
  FilledLayout,
  Ownership,
  StripName,
  Template,
  TemplateNode,
} from "@platen/template-source";
import type { TextEditing } from "./text/text-editing.ts";

/** A text of a header or footer, by its index, on a page. */
export type StripPlace = { strip: StripName; page: number; index: number };

/** A node of the template, or a text of a header or footer, that lacks a value. */
export type MissingValue = TemplateNode | StripPlace;

/** How the text of a new element is edited: its words are replaced, or its paragraph goes if it stays empty. */
export type AwaitedText = "replace" | "paragraph";

/** An empty paragraph in whose place something is inserted. A new one goes if nothing is. */
export type ReplacedText = { element: ElementNode; isNew: boolean };

export type Sidebar = "fields" | "layers";

export type Point = { x: number; y: number };

export type Design = {
  template: Template;
  /** The texts with the snippets in their places. */
  composed: Composed;
  /** The data that fills the template. */
  data: Record<string, unknown>;
  mayEdit: boolean;
  /** The layout whose blocks the template fills; undefined while it loads, and for a template without one. */
  filledLayout: FilledLayout | undefined;
  /** Tells the template's own nodes from those of the layout that it fills. */
  ownership: Ownership;
  selected: TemplateNode | undefined;
  /** Stays while the same node is selected, also after edits that move it. */
  selectionKey: number;
  /** The index of the selected repeat of the node. */
  repeat: number;
  select: (node: TemplateNode | undefined, repeat?: number) => void;
  /** All selected nodes in the order of the text, without those inside another of them. */
  selection: readonly TemplateNode[];
  /** Selects several nodes; keys start from `node`. */
  selectSeveral: (nodes: readonly TemplateNode[], node: TemplateNode, repeat?: number) => void;
  /** Adds a node to the selection, or takes it out. */
  toggle: (node: TemplateNode, repeat?: number) => void;
  /** Whether an edit changes the template's own text alone. */
  accepts: (edit: Edit) => boolean;
  /**
   * Applies an edit to the source, with other changes, and selects its result. Edits of one `step` are undone together.
   * Returns whether it did: an edit of a layout's text is refused with a message.
   */
  apply: (edit: Edit | undefined, step?: string, also?: Partial<TemplateSource>) => boolean;
  /** The text editing in progress. */
  textEditing: TextEditing | undefined;
  setTextEditing: (editing: TextEditing | undefined) => void;
  /** Whether the text of the selected node, which was just inserted, is edited as soon as the canvas shows it. */
  awaitedText: AwaitedText | undefined;
  awaitText: (awaited: AwaitedText | undefined) => void;
  /** The empty paragraph whose place the next inserted element takes. */
  replaced: ReplacedText | undefined;
  replaceNext: (replaced: ReplacedText | undefined) => void;
  /** The text of a header or footer that is edited as soon as the canvas shows it. */
  awaitedStrip: StripPlace | undefined;
  awaitStrip: (place: StripPlace | undefined) => void;
  /** The frame that shows the document, once it has loaded. */
  frame: CanvasFrame | undefined;
  setFrame: (frame: CanvasFrame) => void;
  /** A new object after each rendering of the frame; undefined before the first. */
  layout: CanvasLayout | undefined;
  setLayout: (layout: CanvasLayout) => void;
  /** Whether the panel of properties is open. */
  isPanelOpen: boolean;
  setIsPanelOpen: (isOpen: boolean) => void;
  /** The panel on the left that is open: the tree of the data, or that of the elements. */
  sidebar: Sidebar | undefined;
  setSidebar: (sidebar: Sidebar | undefined) => void;
  /** Where the menu of the selected nodes is open, in pixels of the window. */
  menuAt: Point | undefined;
  openMenu: (at: Point | undefined) => void;
  /** The places with a tag that prints nothing, because the data set lacks its value, from top to bottom. */
  missing: readonly MissingValue[];
  setMissing: (missing: readonly MissingValue[]) => void;
  showNames: boolean;
  setShowNames: (showNames: boolean) => void;
  /** The last message for screen readers. */
  message: string;
  announce: (message: string) => void;
};

export const DesignContext = createContext<Design | undefined>(undefined);

/** The state of the Design view, for its components. */
export function useDesign(): Design {
  const design = useContext(DesignContext);
  if (!design) throw new Error("useDesign works only inside the Design view");
  return design;
}
