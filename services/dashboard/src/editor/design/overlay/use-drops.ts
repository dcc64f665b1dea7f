import { findPath, nameAt, pathsOf, scopeAt } from "@platen/template-source";
import type { DragEvent } from "react";
import { useDesign, useDesignStore } from "../design-context.ts";
import { fieldType } from "../fields/dragged-field.ts";
import { isPicture } from "../../../components/fields/is-picture.ts";
import { isTextEditable } from "../node-actions.ts";
import { useInsertPath } from "../palette/use-insert-path.ts";
import type { CanvasHits, Target } from "./canvas-hits.ts";

type DropsOptions = {
  hits: CanvasHits;
  /** Takes dropped files; undefined where nothing can be dropped. */
  onFiles: ((files: readonly File[]) => void) | undefined;
  /** Called with the node that a drop would go to; undefined after the drop. */
  onTarget: (target: Target | undefined) => void;
};

/** Takes what comes from outside of the document: values of the data, and files. */
export function useDrops({ hits, onFiles, onTarget }: DropsOptions) {
  const { data } = useDesign((state) => state.document);
  const { select, editText } = useDesignStore();
  const insertPath = useInsertPath();

  /** A value that is dropped on a text goes to that place in the text; anything else goes after what it is dropped on. */
  function dropField(event: DragEvent<HTMLElement>, steps: readonly string[]): void {
    const path = findPath(pathsOf(data), steps);
    const target = hits.targetAt(event);
    onTarget(undefined);
    if (!path) return;
    let text = target?.node;
    while (text && !isTextEditable(text) && text.parent) text = text.parent;
    const name = text && nameAt(data, scopeAt(text), steps);
    if (text && name?.sections.length === 0 && path.kind !== "list" && !isPicture(path.value)) {
      editText(text, target?.repeat ?? 0, hits.pointOf(event), {
        first: (editing) => editing.insertVariable(name.name),
      });
      return;
    }
    insertPath(path, target?.node);
  }

  return {
    onDragOver(event: DragEvent<HTMLElement>): void {
      const { types } = event.dataTransfer;
      if (!onFiles || (!types.includes("Files") && !types.includes(fieldType))) return;
      event.preventDefault();
      onTarget(hits.targetAt(event));
    },
    onDrop(event: DragEvent<HTMLElement>): void {
      const field = event.dataTransfer.getData(fieldType);
      if (onFiles && field !== "") {
        event.preventDefault();
        dropField(event, field.split("\n"));
        return;
      }
      const files = [...event.dataTransfer.files];
      if (!onFiles || files.length === 0) return;
      event.preventDefault();
      const target = hits.targetAt(event);
      select(target?.node, target?.repeat);
      onTarget(undefined);
      onFiles(files);
    },
  };
}
