import { expect, jest, test } from "@jest/globals";
import type { Tolerant, Warning } from "@platen/contracts";
import { cleanup, screen } from "@testing-library/react";
import { show, startGateway } from "../../testing/open-dashboard.tsx";
import { createEditor, showInEditor } from "../../testing/show-in-editor.tsx";
import { createEditorStore } from "../draft/editor-store.ts";
import { EditorContext, type Editor } from "../editor-context.ts";
import { PreviewWarnings } from "./preview-warnings.tsx";

startGateway();

test("what a document lacks is listed without its address, three unfolded, each place a link, each fix once", async () => {
  const source = { html: "<p>\n{{number}}</p>", css: "", settings: {}, dataSets: [] };
  const store = createEditorStore({ draft: { source, revision: 1 }, unsaved: undefined, mayEdit: true });
  const goTo = jest.fn();
  const blocked = (host: string, count: number): Tolerant<Warning> => ({
    code: "resource.blocked",
    severity: "warning",
    message: "",
    kind: "image",
    host,
    count,
  });
  const missing: Tolerant<Warning> = {
    code: "data.missing",
    severity: "warning",
    message: 'The data has no "number".',
    part: "html",
    line: 2,
    column: 1,
  };
  const warnings = [missing, ...[2, 1, 1].map((count, index) => blocked(`cdn${index}.example.com`, count))];
  // `as`: the list uses nothing else of the editor.
  const editor = { state: store, show: goTo } as unknown as Editor;
  const { user } = show(
    <EditorContext value={editor}>
      <PreviewWarnings warnings={warnings} pageCount={1} onShowPage={jest.fn()} />
    </EditorContext>,
  );
  expect(screen.getByRole("status", { name: "Warnings about the document" }).textContent).toBe(
    'HTML, line 2: The data has no "number".2 images from cdn0.example.com were not loaded.' +
      "1 image from cdn1.example.com was not loaded.1 more1 image from cdn2.example.com was not loaded." +
      "Platen documents have no network. Upload an image to the assets, or write it as a data: URL or inline SVG.",
  );
  expect(screen.getByText("1 more").closest("details")?.open).toBe(false);
  await user.click(screen.getByRole("button", { name: /^HTML, line 2/ }));
  expect(goTo).toHaveBeenCalledWith({ part: "html", offset: 4 });
});

test("a page that is empty leads to it, and head rows that are not repeated to their rule, where there are several pages", async () => {
  const editor = createEditor({ html: "<p>One</p>", css: "thead { display: table-row-group }" });
  const empty: Tolerant<Warning> = { code: "page.empty", severity: "warning", message: "Page 2 is empty.", page: 2 };
  const onShowPage = jest.fn();
  const { user } = showInEditor(editor, <PreviewWarnings warnings={[empty]} pageCount={2} onShowPage={onShowPage} />);
  await user.click(screen.getByRole("button", { name: "Page 2 is empty." }));
  expect(onShowPage).toHaveBeenCalledWith(2);
  await user.click(screen.getByRole("button", { name: /^The head rows of tables are not repeated/ }));
  expect(editor.store.getState().position).toEqual({ part: "css", offset: 0 });
  cleanup();
  showInEditor(editor, <PreviewWarnings warnings={[]} pageCount={1} onShowPage={onShowPage} />);
  expect(screen.queryByRole("button")).toBeNull();
});

test("a template that is blank is not said to have an empty page", async () => {
  const empty: Tolerant<Warning> = { code: "page.empty", severity: "warning", message: "Page 1 is empty.", page: 1 };
  const warnings = <PreviewWarnings warnings={[empty]} pageCount={1} onShowPage={jest.fn()} />;
  showInEditor(createEditor({ html: "\n" }), warnings);
  const list = await screen.findByRole("status", { name: "Warnings about the document" });
  expect(list.textContent).toBe("");
});
