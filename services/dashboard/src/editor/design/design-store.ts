import {
  changeSource,
  type Edit,
  fillLayout,
  type Gap,
  moveNodes,
  nodesIn,
  outermost,
  startAfter,
  type Template,
  type TemplateNode,
} from "@platen/template-source";
import type { SnippetText } from "@platen/library";
import { createStore, type StoreApi } from "zustand/vanilla";
import { toastProblem } from "../../ui/toast.ts";
import type { EditorState } from "../draft/editor-store.ts";
import type { EditStep } from "../draft/history.ts";
import type { Editor } from "../editor-context.ts";
import type { Reading } from "../reading.ts";
import type { TemplateSource } from "../template-source.ts";
import { createCommands } from "./design-commands.ts";
import { createReader, documentOf, type DesignDocument, type ReadTemplate } from "./design-document.ts";
import { idsOf, remember, selectableIn, selectionOf, withoutAround } from "./design-selection.ts";
import type { Chosen, Remembered } from "./design-selection.ts";
import type { DesignLook, DesignState, ShownDocument } from "./design-state.ts";
import { followNode } from "./follow-node.ts";
import { isSelectable } from "./selectable.ts";

type Inputs = { snippets: readonly SnippetText[]; isEditable: boolean };

/** The state, with what it is made from. */
type FullState = DesignState & { inputs: Inputs; chosen: Chosen | undefined; remembered: Remembered };

type DesignStoreOptions = Inputs & {
  editor: Pick<Editor, "change"> & { state: Reading<EditorState> };
  /** The width of the window in pixels, which decides which panels are open at first. */
  width: number;
};

const noData: Record<string, unknown> = {};

/** Whether the author may edit: a template with a layout has to write a block that the view can show. */
function mayEditIn({ composed, filledLayout }: DesignDocument, isEditable: boolean): boolean {
  return isEditable && (!composed.usesLayout || (filledLayout?.own.pieces.length ?? 0) > 0);
}

/** The state after another choice of nodes. */
function withChoice(state: FullState, chosen: Chosen | undefined): FullState {
  const remembered = chosen ? remember(state.remembered, chosen) : state.remembered;
  const selecting = {
    ...selectionOf(chosen, state.document.template, remembered),
    selectionKey: chosen?.key ?? 0,
    repeat: chosen?.repeat ?? 0,
  };
  return { ...state, selecting, chosen, remembered };
}

/** What the view shows of the editor's state. */
function shownOf(
  { history, dataSet }: EditorState,
  { snippets, isEditable }: Inputs,
  { before, read }: { before: ShownDocument | undefined; read: ReadTemplate },
): ShownDocument {
  const document = documentOf({ source: history.present, snippets }, before, read);
  return { ...document, data: dataSet.calculated?.filled ?? noData, mayEdit: mayEditIn(document, isEditable) };
}

/** The state with another document. The same nodes stay selected, as far as they are still there. */
function withDocument(state: FullState, document: ShownDocument): FullState {
  if (document.template === state.document.template) return { ...state, document };
  const selection = selectionOf(state.chosen, document.template, state.remembered);
  return { ...state, document, selecting: { ...state.selecting, ...selection } };
}

type Choice = { repeat?: number; key?: number; others?: readonly TemplateNode[] };

/** Selects nodes of the document. */
function createSelecting(store: StoreApi<FullState>) {
  function selectIn(template: Template, node: TemplateNode | undefined, choice: Choice = {}): void {
    store.setState((state) => {
      const { repeat = 0, key = (state.chosen?.key ?? 0) + 1, others = [] } = choice;
      return withChoice(state, node && { ...idsOf(node, others), template, repeat, key });
    });
  }
  const selectSeveral = (nodes: readonly TemplateNode[], node: TemplateNode, repeat = 0): void =>
    selectIn(store.getState().document.template, node, { repeat, others: nodes });
  /** Adds a node to the selection, or takes it out. */
  function toggle(node: TemplateNode, repeat = 0): void {
    const { selected, selection } = store.getState().selecting;
    const rest = selection.filter((one) => one !== node);
    if (rest.length === selection.length)
      selectSeveral(outermost([...withoutAround(selection, node), node]), node, repeat);
    else selectSeveral(rest, rest.includes(selected ?? node) ? (selected ?? node) : (rest.at(-1) ?? node));
  }
  return {
    selectIn,
    /** Selects several nodes; keys start from `node`. */
    selectSeveral,
    select: (node: TemplateNode | undefined, repeat = 0): void =>
      selectIn(store.getState().document.template, node, { repeat }),
    toggle,
    /** Takes a node into the selection; if it is in it, takes the node that keys start from out. */
    extend: (node: TemplateNode | undefined, repeat = 0): void => {
      const { selected, selection } = store.getState().selecting;
      const rest = selection.filter((one) => one !== selected);
      if (node && selection.includes(node)) selectSeveral(rest, node, repeat);
      else if (node) toggle(node, repeat);
    },
  };
}

function createLookActions(store: StoreApi<FullState>) {
  /** An action that sets one part of the look. */
  const setter =
    <Name extends keyof DesignLook>(name: Name) =>
    (value: DesignLook[Name]): void =>
      store.setState((state) => ({ ...state, [name]: value }));
  return {
    startText: setter("textEditing"),
    endTextEditing: (): void => store.getState().textEditing?.end(),
    setFrame: setter("frame"),
    setLayout: setter("layout"),
    setIsPanelOpen: setter("isPanelOpen"),
    setSidebar: setter("sidebar"),
    openMenu: setter("menuAt"),
    setShowNames: setter("showNames"),
    announce: setter("message"),
  };
}

/** The source after an edit of the document; undefined for an edit of a layout's text. */
function sourceAfter({ filledLayout }: DesignDocument, edit: Edit): string | undefined {
  return filledLayout ? changeSource(filledLayout, edit.changes) : edit.html;
}

export type DesignStore = ReturnType<typeof createDesignStore>;

/** The state of one Design view: the document, the selection, and the edits that the view makes to the source. */
export function createDesignStore({ editor, snippets, isEditable, width }: DesignStoreOptions) {
  const read = createReader();
  const store = createStore<FullState>(() => ({
    document: shownOf(editor.state.getState(), { snippets, isEditable }, { before: undefined, read }),
    selecting: { selected: undefined, selection: [], selectionKey: 0, repeat: 0 },
    chosen: undefined,
    remembered: new Map(),
    inputs: { snippets, isEditable },
    isPanelOpen: width >= 1200,
    sidebar: width >= 1600 ? "fields" : undefined,
    showNames: false,
    message: "",
  }));
  const { selectIn, ...selectActions } = createSelecting(store);
  const actions = { ...selectActions, ...createLookActions(store), ...createCommands(store.getState) };

  /**
   * Applies an edit to the source, with other changes, and selects its result. Edits of one `step` are undone together.
   * Returns whether it did: an edit of a layout's text is refused with a message.
   */
  function apply(edit: Edit | undefined, step?: EditStep, also?: Partial<TemplateSource>): boolean {
    if (!edit) return false;
    const { document, selecting, chosen } = store.getState();
    const { filledLayout, composed } = document;
    const { selected } = selecting;
    const html = sourceAfter(document, edit);
    if (html === undefined) {
      toastProblem(
        "This part belongs to the layout, so it stays as it is. Edit the layout to change it in all its templates.",
      );
      return false;
    }
    editor.change({ ...also, html }, step);
    const edited = read(edit.html);
    const all = edit.several?.flatMap((range) => nodesIn(edited, range)).filter(isSelectable) ?? [];
    const first = all.find(({ start }) => start === edit.selection?.start) ?? all[0];
    const wanted = first ?? (edit.selection && selectableIn(edited, edit.selection));
    const next = filledLayout ? read(fillLayout(html, composed.used).composed.text) : edited;
    const isSame = selected !== undefined && edit.selection?.start === startAfter(edit, selected.start);
    const there = (node: TemplateNode) => (next === edited ? node : followNode(edited, node, next));
    selectIn(next, wanted && there(wanted), {
      repeat: chosen?.repeat ?? 0,
      others: all.flatMap((node) => there(node) ?? []),
      ...(isSame && chosen ? { key: chosen.key } : {}),
    });
    return true;
  }

  /** Applies an edit, and says what it did. */
  function act(edit: Edit | undefined, done: string, step?: EditStep): boolean {
    const isDone = apply(edit, step);
    if (isDone) actions.announce(done);
    return isDone;
  }

  /** Moves the selected nodes to where they are dropped. */
  function drop(gap: Gap | undefined): void {
    const { document, selecting } = store.getState();
    const isDone = apply(gap && moveNodes(document.template, selecting.selection, gap));
    actions.announce(isDone ? "Moved" : "Not moved: nothing there can contain it");
  }

  const take = (inputs: Inputs): void =>
    store.setState((state) => {
      // The canvas shows what is typed already, and its elements are those of the document before.
      if (state.textEditing) return { ...state, inputs };
      const document = shownOf(editor.state.getState(), inputs, { before: state.document, read });
      return { ...withDocument(state, document), inputs };
    });

  /** The source with what was typed last, during an editing of a text. */
  let typed: TemplateSource | undefined;
  let isTyping = false;

  function follow(): void {
    const { textEditing, document, inputs } = store.getState();
    const { present } = editor.state.getState().history;
    if (!textEditing) take(inputs);
    else if (!isTyping && present !== (typed ?? document.source)) textEditing.drop();
  }

  /** Writes what is typed into the source, while the document stands still. */
  function writeText(write: () => void): void {
    isTyping = true;
    write();
    isTyping = false;
    typed = editor.state.getState().history.present;
  }

  /** Keeps an edited text, and lets the document follow the source again. Returns what `keep` does. */
  function closeText(keep?: () => boolean): boolean {
    typed = undefined;
    store.setState((state) => ({ ...state, textEditing: undefined }));
    const isKept = keep?.() ?? false;
    follow();
    return isKept;
  }

  const reading: Reading<DesignState> = store;
  return {
    ...reading,
    ...actions,
    /** Whether an edit changes the template's own text alone. */
    accepts: (edit: Edit): boolean => sourceAfter(store.getState().document, edit) !== undefined,
    /** The HTML of the template after an edit; undefined for an edit of a layout's text. */
    htmlAfter: (edit: Edit): string | undefined => sourceAfter(store.getState().document, edit),
    writeText,
    closeText,
    apply,
    act,
    drop,
    /** Takes the snippets that were read, and whether the author may edit. */
    setInputs: take,
    /** Follows the editor's state until the returned function is called. */
    start: (): (() => void) => {
      follow();
      return editor.state.subscribe(follow);
    },
  };
}
