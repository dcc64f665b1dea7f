import { useState } from "react";
import { useEditor } from "../editor-context.ts";
import type { CanvasFrame } from "./canvas/canvas-frame.ts";
import type { Design } from "./design-context.ts";
import { isSelectable } from "./node-actions.ts";
import { followNode } from "./follow-node.ts";
import type { Edit } from "./source/edit.ts";
import { nodeById, nodeIn } from "./source/find-node.ts";
import type { Range, Template, TemplateNode } from "./source/nodes.ts";
import { readTemplate } from "./source/read-template.ts";
import type { TextEditing } from "./text/text-editing.ts";

type Selected = { template: Template; id: number; repeat: number };

/** Reads templates, the last two of them once: an edit is read where it is made and again where it is shown. */
function createReader(): (html: string) => Template {
  let recent: readonly Template[] = [];
  return (html) => {
    const template = recent.find((known) => known.html === html) ?? readTemplate(html);
    recent = [template, ...recent.filter((known) => known !== template)].slice(0, 2);
    return template;
  };
}

/** What of an edit can be selected: not a text, but the element that it is in. */
function selectableIn(template: Template, range: Range): TemplateNode | undefined {
  const node = nodeIn(template, range);
  return node && !isSelectable(node) ? node.parent : node;
}

/** Of how many texts of the template it is known what was selected in them. */
const mostRemembered = 50;

/**
 * The source may have been changed elsewhere, or by undoing: then what was selected in this text before is selected
 * again, or what stands in the same place.
 */
function findSelected(chosen: Selected, template: Template, remembered: number | undefined): TemplateNode | undefined {
  const node = nodeById(chosen.template, chosen.id);
  if (!node || chosen.template === template) return node;
  if (remembered !== undefined) return nodeById(template, remembered);
  const found = followNode(chosen.template, node, template);
  return found?.kind === "element" && (found.name === "body" || found.name === "html") ? undefined : found;
}

/** The state of the Design view: what is selected, and how edits of it get into the source. */
export function useDesignState(mayEdit: boolean): Design {
  const { source, dataSet, change } = useEditor();
  const [read] = useState(createReader);
  const template = read(source.html);
  const [chosen, setChosen] = useState<Selected>();
  const [remembered] = useState(() => new Map<string, number>());
  const [textEditing, setTextEditing] = useState<TextEditing>();
  const [showNames, setShowNames] = useState(false);
  const [frame, setFrame] = useState<CanvasFrame>();
  const [message, setMessage] = useState("");

  const selected = chosen && findSelected(chosen, template, remembered.get(template.html));

  function selectIn(next: Template, node: TemplateNode | undefined, repeat = 0): void {
    setChosen(node && { template: next, id: node.id, repeat });
    if (node) remembered.set(next.html, node.id);
    const [oldest] = remembered.keys();
    if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest);
  }

  function apply(edit: Edit | undefined, step?: string): void {
    if (!edit) return;
    change({ html: edit.html }, step);
    const next = read(edit.html);
    selectIn(next, edit.selection && selectableIn(next, edit.selection), chosen?.repeat);
  }

  return {
    template,
    data: dataSet.value ?? {},
    mayEdit,
    selected,
    repeat: chosen?.repeat ?? 0,
    select: (node, repeat) => selectIn(template, node, repeat),
    apply,
    textEditing,
    setTextEditing,
    frame,
    setFrame,
    showNames,
    setShowNames,
    message,
    announce: setMessage,
  };
}
