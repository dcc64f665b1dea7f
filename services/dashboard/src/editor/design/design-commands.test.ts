import { expect, jest, test } from "@jest/globals";
import { createEditorStore } from "../draft/editor-store.ts";
import { paperOf } from "./canvas/paper.ts";
import { createDesignStore } from "./design-store.ts";

function open() {
  const source = { html: "<p>a</p><p>b</p>", css: "", settings: {}, dataSets: [] };
  const editor = createEditorStore({ draft: { source, revision: 1 }, mayEdit: true });
  const { change } = editor;
  const design = createDesignStore({ editor: { state: editor, change }, snippets: [], isEditable: true, width: 1_400 });
  const editText = jest.fn();
  const editStrip = jest.fn();
  const stop = design.serve({ editText, editStrip });
  return { design, editText, editStrip, stop };
}

const place = { strip: "header", page: 0, index: 0 } as const;
const layout = {
  paper: paperOf({}, []),
  pageCount: 1,
  pitch: 1_000,
  look: { page: "#fff", area: "#fff", borderStyle: "none", borderColor: "" },
};

test("the text of a new element is edited once, after the canvas has drawn it, where it is selected then", () => {
  const { design, editText } = open();
  const [first, second] = design.getState().document.template.children;
  design.select(first);
  design.editInserted("replace");
  design.select(second);
  expect(editText).not.toHaveBeenCalled();
  design.drawn();
  design.drawn();
  expect(editText.mock.calls).toEqual([[second, 0, "all", { inserted: "replace" }]]);
});

test("only the last command waits for a drawing", () => {
  const { design, editText, editStrip } = open();
  design.setLayout(layout);
  design.select(design.getState().document.template.children[0]);
  design.editInserted("paragraph");
  design.afterDrawing(() => design.editStrip(place));
  design.drawn();
  expect(editText).not.toHaveBeenCalled();
  expect(editStrip.mock.calls).toEqual([[place]]);
});

test("a header or footer is edited at once, or when the canvas has drawn it for the first time", () => {
  const { design, editStrip, stop } = open();
  design.editStrip(place);
  expect(editStrip).not.toHaveBeenCalled();
  design.setLayout(layout);
  design.drawn();
  expect(editStrip).toHaveBeenCalledTimes(1);
  design.editStrip(place);
  expect(editStrip).toHaveBeenCalledTimes(2);
  stop();
  design.editStrip(place);
  expect(editStrip).toHaveBeenCalledTimes(2);
});
