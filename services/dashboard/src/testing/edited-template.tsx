import { EditorView } from "@codemirror/view";
import { operations, Problem, type ResponseOutput } from "@platen/contracts";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import type { ViewId } from "../editor/panes/views.ts";
import { paths } from "../paths.ts";
import type { FakeGateway } from "./fake-gateway.ts";
import { openDashboard, projectId, templateId, type OpenPage } from "./open-dashboard.tsx";
import type { Stated } from "./sample.ts";

type Draft = Stated<ResponseOutput<typeof operations.getDraft.member>> & { html: string; revision: number };
type Source = { html?: string; css?: string; settings?: Draft["settings"]; translations?: Draft["translations"] };

/** A template whose draft the gateway keeps. As in the catalog, a save must be based on the latest revision. */
export class EditedTemplate {
  draft: Draft;
  /** The number of saves that were taken. */
  saves = 0;

  constructor(gateway: FakeGateway, source: Source = {}, data: object = {}) {
    const dataSets = [{ name: "Sample data", json: JSON.stringify(data) }];
    this.draft = { html: "<p>Dear {{name}}</p>\n", css: "", settings: {}, dataSets, ...source, revision: 1 };
    gateway.serve(operations.getTemplate.member, { name: "Letter" });
    gateway.serve(operations.getDraft.member, () => this.draft);
    gateway.serve(operations.saveDraft.member, ({ body }) => {
      if (body.revision !== this.draft.revision) throw new Problem("template.edit_conflict");
      this.saves += 1;
      this.draft = { ...this.draft, ...body, revision: body.revision + 1, savedBy: null };
      return this.draft;
    });
    gateway.serve(operations.keepPresence, { others: [] });
    gateway.serve(operations.listAssets.member, { assets: [] });
    gateway.serve(operations.listSnippets.member, { snippets: [] });
    gateway.serve(operations.listSamples, { samples: [] });
    gateway.serve(operations.getTranslations.member, { defaultLocale: "en", languages: [] });
    gateway.serve(operations.getBrand, {});
  }

  /** Saves another HTML, as another member would. */
  saveElsewhere(html: string): void {
    const revision = this.draft.revision + 1;
    this.draft = { ...this.draft, html, revision, savedBy: { accountId: undefined, email: "grace@example.com" } };
  }

  /** Opens the editor with these views. */
  open(...views: ViewId[]): OpenPage {
    return this.openAt(paths.template({ projectId, templateId }), ...views);
  }

  /** Opens an address of the editor. */
  openAt(address: string, ...views: ViewId[]): OpenPage {
    localStorage.setItem("platen.editor-layout", JSON.stringify({ open: views, shares: {} }));
    return openDashboard(address);
  }

  /** Saves at once, and returns the HTML once everything is saved. */
  async saved({ user }: OpenPage): Promise<string> {
    await user.keyboard("{Control>}s{/Control}");
    await screen.findByText("Saved");
    return this.draft.html;
  }
}

/** The text of a code editor. */
export async function codeOf(name: string): Promise<EditorView> {
  const view = EditorView.findFromDOM(await screen.findByRole("textbox", { name }));
  if (!view) throw new Error(`The field ${name} is no code editor.`);
  return view;
}

/** Writes at the beginning of the HTML in the Code view. */
export async function writeHtml(insert: string): Promise<void> {
  const view = await codeOf("HTML");
  act(() => view.dispatch({ changes: { from: 0, insert } }));
}

/** Loads the frame of the Design view, and returns its document. */
export async function loadCanvas(shows = "[data-platen]"): Promise<Document> {
  const frame = await screen.findByTitle<HTMLIFrameElement>("The template filled with sample data");
  const inside = frame.contentDocument;
  if (!inside) throw new Error("The frame has no document.");
  // The window loads no pages.
  inside.append(inside.createElement("html"));
  inside.documentElement.append(inside.createElement("head"), inside.createElement("body"));
  Object.assign(inside, { fonts: new EventTarget() });
  const view = inside.defaultView;
  // Its events, too, take the signals of this process.
  // oxlint-disable-next-line typescript/unbound-method -- it is called with an object of the frame.
  const { addEventListener } = EventTarget.prototype;
  if (view) Object.assign(Reflect.get(view, "EventTarget").prototype, { addEventListener });
  Object.assign(inside.createRange().constructor.prototype, { getClientRects: () => [] });
  fireEvent.load(frame);
  await waitFor(() => {
    if (!inside.querySelector(shows)) throw new Error("The canvas is empty.");
  });
  return inside;
}
