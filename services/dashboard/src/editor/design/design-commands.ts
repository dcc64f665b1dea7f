import type { ElementNode, TemplateNode } from "@platen/template-source";
import type { DesignState } from "./design-state.ts";
import type { EditTextOptions } from "./text/edit-element-text.ts";
import type { EditedStrip } from "./text/edit-strip.ts";
import type { CaretPlace } from "./text/text-selection.ts";

/** An empty paragraph in whose place something is inserted. A new one goes if nothing is. */
export type ReplacedText = { element: ElementNode; isNew: boolean };

/** How the text of a new element is edited: its words are replaced, or its paragraph goes if it stays empty. */
export type InsertedText = "replace" | "paragraph";

/** What one part of the view asks of another, which does it at once. */
export type DesignCommands = {
  editText: (node: TemplateNode, repeat: number, at?: CaretPlace, how?: EditTextOptions) => void;
  /** Edits a text of a header or footer. */
  editStrip: (place: EditedStrip) => void;
  /** Lists what can be inserted: in the place of a paragraph, if one is given. */
  openInserter: (replaced?: ReplacedText) => void;
};

/** Passes commands to the parts that serve them. Those that need a drawing of the canvas wait for it. */
export function createCommands(getState: () => DesignState) {
  const servers = new Set<Partial<DesignCommands>>();
  let waiting: (() => void) | undefined;

  const editText: DesignCommands["editText"] = (...asked) => servers.forEach((server) => server.editText?.(...asked));

  /** Does something once the canvas has drawn the document again. */
  function afterDrawing(command: () => void): void {
    waiting = command;
  }

  return {
    /** Serves commands until the returned function is called. */
    serve: (commands: Partial<DesignCommands>): (() => void) => {
      servers.add(commands);
      return () => void servers.delete(commands);
    },
    editText,
    editStrip: (place: EditedStrip): void => {
      const command = () => servers.forEach((server) => server.editStrip?.(place));
      if (getState().layout) command();
      else afterDrawing(command);
    },
    openInserter: (replaced?: ReplacedText): void => servers.forEach((server) => server.openInserter?.(replaced)),
    afterDrawing,
    /** Edits the text of the selected node, which was just inserted, once the canvas has drawn it. */
    editInserted: (inserted: InsertedText): void =>
      afterDrawing(() => {
        const { selected, repeat } = getState().selecting;
        if (selected) editText(selected, repeat, inserted === "replace" ? "all" : "start", { inserted });
      }),
    /** The canvas has drawn the document. */
    drawn: (): void => {
      const command = waiting;
      waiting = undefined;
      command?.();
    },
  };
}
