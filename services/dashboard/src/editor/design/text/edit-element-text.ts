import { delimitersAt } from "@platen/mustache";
import {
  ancestorsOf,
  type ElementNode,
  insertRow,
  isCell,
  maySplit,
  placeOf,
  removeParagraph,
  setContent,
  splitContent,
  type Template,
  type TemplateNode,
  writePasted,
} from "@platen/template-source";
import { toastProblem } from "../../../ui/toast.ts";
import { elementsOf } from "../canvas/canvas-nodes.ts";
import { followNode } from "../follow-node.ts";
import type { InsertedText } from "../design-commands.ts";
import { isTextEditable, textKeyAt } from "../node-actions.ts";
import { editMessage } from "./edit-message.ts";
import type { SplitText, TextEditing } from "./text-editing.ts";
import type { CaretPlace } from "./text-selection.ts";
import { keptPieces, sayRefused, type TextSession } from "./text-session.ts";

export type EditTextOptions = {
  /** Set for the text of a new element. */
  inserted?: InsertedText;
  /** Called once the text can be edited. */
  first?: (editing: TextEditing) => void;
};

/** Offers elements to insert in an empty text, or in its place if it is a paragraph. */
function insertAt(session: TextSession, node: ElementNode, isNew: boolean): void {
  session.endForReplacement();
  session.now().openInserter(/^(?:p|h\d)$/.test(node.name) ? { element: node, isNew } : undefined);
}

/** Divides a text at the caret: pasted blocks go between its parts, or the next paragraph is edited. */
function split(
  { now, canvas }: TextSession,
  { template, node }: { template: Template; node: ElementNode },
  { whole, head, blocks, tail }: SplitText,
): void {
  const { closeText, apply, announce, editInserted } = now();
  const delimiters = delimitersAt(template.tags, node.start);
  const divided = splitContent(template, node, {
    head: keptPieces(head),
    blocks: blocks.map((block) => writePasted([block], delimiters)),
    tail: keptPieces(tail),
  });
  const isApplied = closeText(() => apply(divided ?? setContent(template, node, keptPieces(whole)), "paragraph"));
  sayRefused(head);
  sayRefused(tail);
  if (!divided && blocks.length > 0) toastProblem("Not pasted: nothing here can contain it.");
  canvas.current?.focus({ preventScroll: true });
  announce(blocks.length > 0 ? "Pasted" : "Next paragraph");
  if (isApplied && divided && blocks.length === 0) editInserted("paragraph");
}

/** Adds a row below that of a table's last cell, and edits its first one. A row of a list adds none. */
function addRow({ now }: TextSession, { template, node }: { template: Template; node: ElementNode }): void {
  const { template: typed, act, afterDrawing, editText } = now();
  const cell = followNode(template, node, typed);
  const place = cell?.kind === "element" ? placeOf(typed, cell) : undefined;
  if (!cell || !place || !act(insertRow(typed, place, "below"), "Row added below")) return;
  afterDrawing(() => {
    const row = followNode(typed, cell, now().template)?.parent;
    const rows = row?.parent?.children.filter((one) => one.kind === "element" && one.name === row.name) ?? [];
    const added = rows[rows.findIndex((one) => one === row) + 1];
    const first = added && "children" in added ? added.children.find(isCell) : undefined;
    if (first) editText(first, 0);
  });
}

/** Edits the cell of the table after or before one, once the canvas shows what was typed into that. */
function editNextCell(
  session: TextSession,
  { template, node, repeat }: { template: Template; node: ElementNode; repeat: number },
  direction: 1 | -1,
): void {
  const table = ancestorsOf(node).find((around) => around.kind === "element" && around.name === "table");
  if (!table) return;
  const cells = template.nodes.filter(
    (one) => one.start > table.start && one.end <= table.end && isCell(one) && isTextEditable(one),
  );
  const next = cells[cells.indexOf(node) + direction];
  if (!next) {
    if (direction === 1) addRow(session, { template, node });
    return;
  }
  const { now } = session;
  const { afterDrawing, editText } = now();
  const isSameRow = next.parent === node.parent;
  afterDrawing(() => {
    const there = followNode(template, next, now().template);
    if (there) editText(there, isSameRow ? repeat : 0);
  });
}

type EditedElement = { node: TemplateNode; repeat: number; at: CaretPlace | undefined };

/** Edits the text of an element, or the text of translations that a variable prints. */
export function editElementText(
  session: TextSession,
  { node, repeat, at }: EditedElement,
  { inserted, first }: EditTextOptions,
): void {
  const { frame, template, mayEdit, ownership, select, announce } = session.now();
  if (!frame || !mayEdit || !ownership.holdsOwn(node)) return;
  const element = elementsOf(frame.document, node.id)[repeat];
  const key = textKeyAt(node);
  if (key !== undefined) {
    select(node, repeat);
    editMessage(session, { element, key, at });
    return;
  }
  if (!element || !isTextEditable(node)) return;
  select(node, repeat);
  const editing = session.start(
    element,
    at,
    (typed) => {
      const edit = setContent(template, node, keptPieces(typed));
      const html = edit && session.now().htmlAfter(edit);
      return html === undefined ? undefined : { html };
    },
    {
      ...(maySplit(node) ? { onSplit: (divided) => split(session, { template, node }, divided) } : {}),
      ...(isCell(node) ? { onTab: (direction) => editNextCell(session, { template, node, repeat }, direction) } : {}),
      onSlash: () => insertAt(session, node, inserted === "paragraph"),
      ...(inserted === "paragraph"
        ? { removeEmpty: () => session.now().apply(removeParagraph(template, node), "paragraph") }
        : {}),
    },
  );
  announce(
    `Editing the text. Escape ends it${maySplit(node) ? ", Enter starts the next paragraph" : ", as does Enter"}. Select words to format them`,
  );
  first?.(editing);
}
