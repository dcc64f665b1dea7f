import { useMemo, useState } from "react";
import { useEditor, useEditorState, useSource } from "../editor-context.ts";
import type { TemplateSource } from "../template-source.ts";
import { useComposed } from "../../library/snippets/use-composed.ts";
import { toastProblem } from "../../ui/toast.ts";
import type { CanvasFrame, CanvasLayout } from "./canvas/canvas-frame.ts";
import type { AwaitedText, Design, MissingValue, Point, ReplacedText, Sidebar, StripPlace } from "./design-context.ts";
import { isSelectable } from "./node-actions.ts";
import { followNode } from "./follow-node.ts";
import {
  allOwn,
  ancestorsOf,
  changeSource,
  type Edit,
  fillLayout,
  nodeById,
  nodeIn,
  nodesIn,
  outermost,
  ownershipIn,
  type Range,
  readTemplate,
  startAfter,
  type Template,
  type TemplateNode,
} from "@platen/template-source";
import type { TextEditing } from "./text/text-editing.ts";

/** The selected nodes: the one that keys start from, and the others. */
type Ids = { id: number; others: readonly number[] };
type Selected = Ids & { template: Template; repeat: number; key: number };

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

/** Nodes without those around a node: only one of the two can be selected. */
function withoutAround(nodes: readonly TemplateNode[], node: TemplateNode): TemplateNode[] {
  const around = ancestorsOf(node);
  return nodes.filter((one) => !around.some((ancestor) => ancestor === one));
}

const noData: Record<string, unknown> = {};

/** The number of versions of the HTML whose selection is remembered. */
const mostRemembered = 50;

/**
 * After undo or a change in another view, selects what was selected in this version of the HTML before, or the node at
 * the same path.
 */
function findSelected(selection: Selected, template: Template, remembered: Ids | undefined): TemplateNode | undefined {
  const node = nodeById(selection.template, selection.id);
  if (!node || selection.template === template) return node;
  if (remembered !== undefined) return nodeById(template, remembered.id);
  const found = followNode(selection.template, node, template);
  return found?.kind === "element" && (found.name === "body" || found.name === "html") ? undefined : found;
}

/** The selected nodes of this version of the HTML. After a change in another view, only one stays. */
function findSelection(
  selection: Selected,
  template: Template,
  { remembered, selected }: { remembered: Ids | undefined; selected: TemplateNode },
): readonly TemplateNode[] {
  const ids = selection.template === template ? selection : remembered;
  const others = ids?.others.flatMap((id) => nodeById(template, id) ?? []) ?? [];
  return others.length === 0 ? [selected] : outermost([...others, selected]);
}

/** The state of the Design view: the selection, and the edits that it makes to the source. */
export function useDesignState(mayEdit: boolean): Design {
  const { change } = useEditor();
  const source = useSource();
  const dataSet = useEditorState(({ dataSet }) => dataSet);
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
  const [remembered] = useState(() => new Map<string, Ids>());
  const [textEditing, setTextEditing] = useState<TextEditing>();
  const [awaitedText, awaitText] = useState<AwaitedText>();
  const [replaced, replaceNext] = useState<ReplacedText>();
  const [awaitedStrip, awaitStrip] = useState<StripPlace>();
  const [isPanelOpen, setIsPanelOpen] = useState(() => window.innerWidth >= 1200);
  const [sidebar, setSidebar] = useState<Sidebar | undefined>(() => (window.innerWidth >= 1600 ? "fields" : undefined));
  const [menuAt, openMenu] = useState<Point>();
  const [showNames, setShowNames] = useState(false);
  const [frame, setFrame] = useState<CanvasFrame>();
  // Here, because the panel shows what the frame computes, and must be rendered again after the frame.
  const [layout, setLayout] = useState<CanvasLayout>();
  const [missing, setMissing] = useState<readonly MissingValue[]>([]);
  const [message, setMessage] = useState("");

  const selected = selection && findSelected(selection, template, remembered.get(template.html));
  const several =
    selection && selected
      ? findSelection(selection, template, { remembered: remembered.get(template.html), selected })
      : [];
  const value = dataSet.value ?? noData;

  const freshKey = (selection?.key ?? 0) + 1;

  function selectIn(
    next: Template,
    node: TemplateNode | undefined,
    {
      repeat = 0,
      key = freshKey,
      others = [],
    }: { repeat?: number; key?: number; others?: readonly TemplateNode[] } = {},
  ): void {
    const ids = node && { id: node.id, others: others.flatMap((other) => (other === node ? [] : [other.id])) };
    setSelection(ids && { ...ids, template: next, repeat, key });
    if (ids) remembered.set(next.html, ids);
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
    const all = edit.several?.flatMap((range) => nodesIn(edited, range)).filter(isSelectable) ?? [];
    const chosen = all.find(({ start }) => start === edit.selection?.start) ?? all[0];
    const wanted = chosen ?? (edit.selection && selectableIn(edited, edit.selection));
    const next = filledLayout ? read(fillLayout(html, used).composed.text) : edited;
    const isSame = selected !== undefined && edit.selection?.start === startAfter(edit, selected.start);
    const key = isSame ? selection?.key : freshKey;
    const there = (node: TemplateNode) => (next === edited ? node : followNode(edited, node, next));
    const others = all.flatMap((node) => there(node) ?? []);
    selectIn(next, wanted && there(wanted), { repeat: selection?.repeat ?? 0, key: key ?? freshKey, others });
    return true;
  }

  function selectSeveral(nodes: readonly TemplateNode[], node: TemplateNode, repeat = 0): void {
    selectIn(template, node, { repeat, others: nodes });
  }

  function toggle(node: TemplateNode, repeat = 0): void {
    const rest = several.filter((one) => one !== node);
    if (rest.length === several.length) selectSeveral(outermost([...withoutAround(several, node), node]), node, repeat);
    else selectSeveral(rest, rest.includes(selected ?? node) ? (selected ?? node) : (rest.at(-1) ?? node));
  }

  return {
    template,
    composed,
    data: value,
    mayEdit: mayEdit && (!usesLayout || (filledLayout?.own.pieces.length ?? 0) > 0),
    filledLayout,
    ownership,
    selected,
    selectionKey: selection?.key ?? 0,
    repeat: selection?.repeat ?? 0,
    select: (node, repeat = 0) => selectIn(template, node, { repeat }),
    selection: several,
    selectSeveral,
    toggle,
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
    sidebar,
    setSidebar,
    menuAt,
    openMenu,
    missing,
    setMissing,
    showNames,
    setShowNames,
    message,
    announce: setMessage,
  };
}
