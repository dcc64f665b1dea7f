import { useMemo, useState } from "react";
import { useEditor, type TemplateSource } from "../editor-context.ts";
import { useComposed } from "../../library/snippets/use-composed.ts";
import { toastProblem } from "../../ui/toast.ts";
import type { CanvasFrame, CanvasLayout } from "./canvas/canvas-frame.ts";
import type { AwaitedText, Design, ReplacedText, StripPlace } from "./design-context.ts";
import { isSelectable } from "./node-actions.ts";
import { followNode } from "./follow-node.ts";
import { startAfter, type Edit } from "./source/edit.ts";
import { allOwn, changeSource, fillLayout, ownershipIn } from "./source/filled-layout.ts";
import { nodeById, nodeIn } from "./source/find-node.ts";
import type { Range, Template, TemplateNode } from "./source/nodes.ts";
import { readTemplate } from "./source/read-template.ts";
import type { TextEditing } from "./text/text-editing.ts";

type Selected = { template: Template; id: number; repeat: number; key: number };

/** Caches the last templates, because an edit is parsed when it is applied and again when it is rendered. */
function createReader(): (html: string) => Template {
  let recent: readonly Template[] = [];
  return (html) => {
    const template = recent.find((known) => known.html === html) ?? readTemplate(html);
    recent = [template, ...recent.filter((known) => known !== template)].slice(0, 3);
    return template;
  };
}

/** The node to select after an edit: the element around a text, not the text itself. */
function selectableIn(template: Template, range: Range): TemplateNode | undefined {
  const node = nodeIn(template, range);
  return node && !isSelectable(node) ? node.parent : node;
}

/** The number of versions of the HTML whose selection is remembered. */
const mostRemembered = 50;

/**
 * After undo or a change in another view, selects what was selected in this version of the HTML before, or the node at
 * the same path.
 */
function findSelected(
  selection: Selected,
  template: Template,
  remembered: number | undefined,
): TemplateNode | undefined {
  const node = nodeById(selection.template, selection.id);
  if (!node || selection.template === template) return node;
  if (remembered !== undefined) return nodeById(template, remembered);
  const found = followNode(selection.template, node, template);
  return found?.kind === "element" && (found.name === "body" || found.name === "html") ? undefined : found;
}

/** The state of the Design view: the selection, and the edits that it makes to the source. */
export function useDesignState(mayEdit: boolean): Design {
  const { source, dataSet, change } = useEditor();
  const [read] = useState(createReader);
  const composed = useComposed(source);
  const { usesLayout, used } = composed;
  const filledLayout = useMemo(
    () => (usesLayout && used.length > 0 ? fillLayout(source.html, used) : undefined),
    [usesLayout, used, source.html],
  );
  const template = read(usesLayout ? (filledLayout?.composed.text ?? "") : source.html);
  const ownership = useMemo(() => (filledLayout ? ownershipIn(filledLayout) : allOwn), [filledLayout]);
  const [selection, setSelection] = useState<Selected>();
  const [remembered] = useState(() => new Map<string, number>());
  const [textEditing, setTextEditing] = useState<TextEditing>();
  const [awaitedText, awaitText] = useState<AwaitedText>();
  const [replaced, replaceNext] = useState<ReplacedText>();
  const [awaitedStrip, awaitStrip] = useState<StripPlace>();
  const [isPanelOpen, setIsPanelOpen] = useState(() => window.innerWidth >= 1200);
  const [isFieldsOpen, setIsFieldsOpen] = useState(() => window.innerWidth >= 1600);
  const [showNames, setShowNames] = useState(false);
  const [frame, setFrame] = useState<CanvasFrame>();
  // Here, because the panel shows what the frame computes, and must be rendered again after the frame.
  const [layout, setLayout] = useState<CanvasLayout>();
  const [message, setMessage] = useState("");

  const selected = selection && findSelected(selection, template, remembered.get(template.html));

  const freshKey = (selection?.key ?? 0) + 1;

  function selectIn(next: Template, node: TemplateNode | undefined, repeat = 0, key = freshKey): void {
    setSelection(node && { template: next, id: node.id, repeat, key });
    if (node) remembered.set(next.html, node.id);
    const [oldest] = remembered.keys();
    if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest);
  }

  /** The source after an edit of the tree. */
  const sourceAfter = (edit: Edit) => (filledLayout ? changeSource(filledLayout, edit.changes) : edit.html);

  function apply(edit: Edit | undefined, step?: string, also?: Partial<TemplateSource>): boolean {
    if (!edit) return false;
    const html = sourceAfter(edit);
    if (html === undefined) {
      toastProblem(
        "This part belongs to the layout, so it stays as it is. Edit the layout to change it in all its templates.",
      );
      return false;
    }
    change({ ...also, html }, step);
    const edited = read(edit.html);
    const wanted = edit.selection && selectableIn(edited, edit.selection);
    const next = filledLayout ? read(fillLayout(html, used).composed.text) : edited;
    const isSame = selected !== undefined && edit.selection?.start === startAfter(edit, selected.start);
    const key = isSame ? selection?.key : freshKey;
    selectIn(next, wanted && (next === edited ? wanted : followNode(edited, wanted, next)), selection?.repeat, key);
    return true;
  }

  return {
    template,
    composed,
    data: dataSet.value ?? {},
    mayEdit: mayEdit && (!usesLayout || (filledLayout?.own.pieces.length ?? 0) > 0),
    filledLayout,
    ownership,
    selected,
    selectionKey: selection?.key ?? 0,
    repeat: selection?.repeat ?? 0,
    select: (node, repeat) => selectIn(template, node, repeat),
    accepts: (edit) => sourceAfter(edit) !== undefined,
    apply,
    textEditing,
    setTextEditing,
    awaitedText,
    awaitText,
    replaced,
    replaceNext,
    awaitedStrip,
    awaitStrip,
    frame,
    setFrame,
    layout,
    setLayout,
    isPanelOpen,
    setIsPanelOpen,
    isFieldsOpen,
    setIsFieldsOpen,
    showNames,
    setShowNames,
    message,
    announce: setMessage,
  };
}
