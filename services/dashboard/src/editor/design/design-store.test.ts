import { beforeEach, describe, expect, test } from "@jest/globals";
import { insert, makeEdit, removeNodes, sourceOf, type TemplateNode } from "@platen/template-source";
import { createEditorStore, type EditorStore } from "../draft/editor-store.ts";
import { createDesignStore, type DesignStore } from "./design-store.ts";
import type { TextEditing } from "./text/text-editing.ts";

const html = "<body><h1>a</h1><p>b {{x}}</p><div><p>c</p></div></body>";
let editor: EditorStore;
let design: DesignStore;

function open(text: string): void {
  const source = { html: text, css: "", settings: {}, dataSets: [{ name: "One", json: '{"x": 1}' }] };
  editor = createEditorStore({ draft: { source, revision: 1 }, mayEdit: true });
  const { change } = editor;
  design = createDesignStore({ editor: { state: editor, change }, snippets: [], isEditable: true, width: 1_400 });
  design.start();
}

beforeEach(() => open(html));

/** The node of the template that is shown now. */
function find(start: string): TemplateNode {
  const { template } = design.getState().document;
  const found = template.nodes.find((node) => sourceOf(template, node).startsWith(start));
  if (!found) throw new Error(`The template has no ${start}.`);
  return found;
}

const selectedText = () => {
  const { template } = design.getState().document;
  const { selected } = design.getState().selecting;
  return selected && sourceOf(template, selected);
};

test("an edit is in the source at once, and its result is selected", () => {
  const { template } = design.getState().document;
  design.select(find("<h1>"));
  expect(design.apply(insert(template, { where: "after", node: find("<h1>") }, "<p>new</p>"))).toBe(true);
  expect(editor.getState().history.present.html).toContain("</h1><p>new</p>");
  expect(selectedText()).toBe("<p>new</p>");
  expect(design.getState().document.template.html).toBe(editor.getState().history.present.html);
});

test("undo selects what was selected in that version, and a change in another view follows the selected node", () => {
  design.select(find("<p>c"));
  design.apply(insert(design.getState().document.template, { where: "after", node: find("<h1>") }, "<p>new</p>"));
  expect(selectedText()).toBe("<p>new</p>");
  editor.undo();
  expect(selectedText()).toBe("<p>c</p>");
  design.select(find("<p>c"));
  editor.change({ html: html.replace("<p>c", "<p>other words") });
  expect(selectedText()).toBe("<p>other words</p>");
  editor.change({ html: "<body></body>" });
  expect(selectedText()).toBeUndefined();
});

test("the key of the selection stays while an edit moves the selected node, and changes with another node", () => {
  design.select(find("<p>b"));
  const { selectionKey } = design.getState().selecting;
  const paragraph = find("<p>b");
  const text = paragraph.kind === "element" ? paragraph.children[0] : undefined;
  const { template } = design.getState().document;
  const { start, end } = text ?? { start: 0, end: 0 };
  design.apply(
    makeEdit(template, [{ start, end, text: "longer " }], { start: paragraph.start, end: paragraph.end + 5 }),
  );
  expect(selectedText()).toBe("<p>longer {{x}}</p>");
  expect(design.getState().selecting.selectionKey).toBe(selectionKey);
  design.select(find("<h1>"));
  expect(design.getState().selecting.selectionKey).not.toBe(selectionKey);
});

test("a node is added to the selection and taken out, and never selected together with a node around it", () => {
  design.select(find("<h1>"));
  design.toggle(find("<p>c"));
  expect(design.getState().selecting.selection.map(({ start }) => start)).toEqual([
    find("<h1>").start,
    find("<p>c").start,
  ]);
  design.toggle(find("<div>"));
  expect(design.getState().selecting.selection).toEqual([find("<h1>"), find("<div>")]);
  design.toggle(find("<p>c"));
  expect(design.getState().selecting.selection).toEqual([find("<h1>"), find("<p>c")]);
  design.toggle(find("<div>"));
  design.toggle(find("<div>"));
  expect(design.getState().selecting).toMatchObject({ selected: find("<h1>"), selection: [find("<h1>")] });
});

test("a template with a layout is not edited before the layout is there, and its layout's text never is", () => {
  open("{{< Frame }}{{$body}}<p>mine</p>{{/body}}{{/ Frame }}");
  expect(design.getState().document.mayEdit).toBe(false);
  const snippets = [{ name: "Frame", html: "<h1>theirs</h1>{{$body}}{{/body}}", css: "" }];
  design.setInputs({ snippets, isEditable: true });
  expect(design.getState().document).toMatchObject({ mayEdit: true, composed: { usesLayout: true } });
  const edit = removeNodes(design.getState().document.template, [find("<h1>")]);
  expect(edit && design.accepts(edit)).toBe(false);
  expect(design.getState().document.ownership.isOwn(find("<p>mine"))).toBe(true);
});

test("what stays the same in a change of the settings is the same object", () => {
  const { template, composed, ownership } = design.getState().document;
  editor.change({ settings: { title: "A" } });
  expect(design.getState().document.source.settings.title).toBe("A");
  expect(design.getState().document.template).toBe(template);
  expect(design.getState().document.composed).toBe(composed);
  expect(design.getState().document.ownership).toBe(ownership);
});

describe("while a text is edited", () => {
  const editing = (drop: () => void) => ({ end: () => undefined, drop }) as unknown as TextEditing;

  test("the document stands still, what is typed is in the source at once, and one step undoes it", () => {
    const { document } = design.getState();
    const step = Symbol("text");
    design.startText(editing(() => undefined));
    design.writeText(() => editor.change({ html: html.replace("c</p>", "cd</p>") }, step));
    expect(editor.getState().history.present.html).toContain("<p>cd</p>");
    design.setInputs({ snippets: [], isEditable: true });
    expect(design.getState().document).toBe(document);
    design.closeText(() => {
      editor.change({ html: html.replace("c</p>", "cde</p>") }, step);
      return true;
    });
    expect(design.getState().document.template.html).toContain("<p>cde</p>");
    editor.undo();
    expect(design.getState().document.template.html).toBe(html);
  });

  test("a change in another view ends the editing, and is not overwritten", () => {
    let dropped = 0;
    design.startText(
      editing(() => {
        dropped += 1;
        design.closeText();
      }),
    );
    design.writeText(() => editor.change({ html: html.replace("c</p>", "cd</p>") }));
    editor.noteSaved({ source: editor.getState().history.present, revision: 2 });
    expect(dropped).toBe(0);
    editor.change({ html: "<p>theirs</p>" });
    expect(dropped).toBe(1);
    expect(design.getState().document.template.html).toBe("<p>theirs</p>");
  });
});
