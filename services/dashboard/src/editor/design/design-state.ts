import type { StripName } from "@platen/template-source";
import type { CanvasFrame, CanvasLayout } from "./canvas/canvas-frame.ts";
import type { DesignDocument } from "./design-document.ts";
import type { Selection } from "./design-selection.ts";
import type { TextEditing } from "./text/text-editing.ts";

/** A text of a header or footer, by its index, on a page. */
export type StripPlace = { strip: StripName; page: number; index: number };

export type Sidebar = "fields" | "layers";

export type Point = { x: number; y: number };

/** What the Design view shows of itself, which no edit of the template changes. */
export type DesignLook = {
  /** The text editing in progress. */
  textEditing?: TextEditing | undefined;
  /** The frame that shows the document, once it has loaded. */
  frame?: CanvasFrame | undefined;
  /** A new object after each rendering of the frame; undefined before the first. */
  layout?: CanvasLayout | undefined;
  /** Whether the panel of properties is open. */
  isPanelOpen: boolean;
  /** The panel on the left that is open: the tree of the data, or that of the elements. */
  sidebar: Sidebar | undefined;
  /** Where the menu of the selected nodes is open, in pixels of the window. */
  menuAt?: Point | undefined;
  showNames: boolean;
  /** The last message for screen readers. */
  message: string;
};

/** The document, which changes with what the editor shows. */
export type ShownDocument = DesignDocument & {
  /** The data that fills the template. */
  data: Record<string, unknown>;
  mayEdit: boolean;
};

/** The selection, which changes by itself and with the document. */
export type Selecting = Selection & {
  /** Stays while the same node is selected, also after edits that move it. */
  selectionKey: number;
  /** The index of the selected repeat of the node. */
  repeat: number;
};

export type DesignState = DesignLook & { document: ShownDocument; selecting: Selecting };
