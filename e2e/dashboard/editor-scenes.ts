import { operations } from "@platen/contracts";
import { openFreshEditor, templateNamed, type View } from "./open-editor.ts";
import {
  click,
  fill,
  find,
  sees,
  press,
  select,
  write,
  reload,
  isDrawn,
  isDesigned,
  type Step,
  type SceneTable,
} from "./scene-steps.ts";
import type { Demo } from "./start-demo.ts";

/** The states of the editor. */
export function editorScenes(demo: Demo): SceneTable {
  const params = templateNamed(demo.platen, "Invoice");
  const views =
    (...open: View[]): Step =>
    (visitor) =>
      openFreshEditor(visitor, params, open);
  const code = [views("preview", "code"), find("textbox", "HTML")];
  // Its own template, as other scenes compare the draft of the first.
  const letter = templateNamed(demo.platen, "Multilingual letter");
  const saveElsewhere: Step = async () => {
    const { html, css, settings, dataSets, revision } = await demo.dashboard.call(operations.getDraft, {
      params: letter,
    });
    const body = { html: `${html}\n`, css, settings, dataSets, revision };
    await demo.dashboard.call(operations.saveDraft, { params: letter, body });
  };
  return {
    "editor-design": [views("preview", "design"), isDesigned, isDrawn],
    "editor-design-heading": [views("design"), isDesigned, select("h1"), sees("Selected: Heading 1")],
    "editor-design-row": [
      views("design"),
      isDesigned,
      select(".lines tbody tr:nth-child(3) td.text"),
      press("Escape"),
      sees("Selected: Cell"),
      press("Escape"),
      sees("Selected: Row"),
    ],
    "editor-code-mistake": [...code, write("<p>{{#customer}} {{/custom}}</p>\n"), sees("1 mistake")],
    "editor-data": [views("code", "data"), find("textbox", "HTML"), sees("Never used")],
    "editor-texts-empty": [views("texts"), sees("No texts yet")],
    "editor-texts": [
      views("preview", "texts"),
      click("button", "Add a key"),
      fill("Key", "invoice.title"),
      fill("Text in English", "Invoice for {customer.name}"),
      click("button", "Add key"),
      find("textbox", "invoice.title, English"),
    ],
    "editor-preview": [views("preview"), isDrawn, find("combobox", "Language of the preview")],
    "editor-preview-mistake": [
      ...code,
      isDrawn,
      write("<p>{{#customer}}</p>\n"),
      sees("The last working document is shown below."),
    ],
    "editor-preview-warnings": [
      ...code,
      write('{{customer.loyaltyCard}}<img src="https://cdn.example.com/1"><img src="https://cdn.example.com/2">\n'),
      sees('HTML, line 1: The data has no "customer.loyaltyCard"'),
      sees("2 images from cdn.example.com were not loaded"),
    ],
    "editor-unsaved-changes": [
      ...code,
      write("<p>Paid</p>\n"),
      sees("Not saved"),
      reload,
      sees("Unsaved changes restored"),
    ],
    "editor-conflict": [
      (visitor) => openFreshEditor(visitor, letter, ["preview", "code"]),
      find("textbox", "HTML"),
      saveElsewhere,
      write("<p>Paid</p>\n"),
      press("Control", "s"),
      sees(`${demo.platen.account.email} saved this template`),
    ],
    "editor-shortcuts": [...code, click("button", "Keyboard shortcuts"), sees("Leave the text")],
    "editor-publish": [...code, click("button", "Publish"), find("textbox", "Note")],
    "editor-use-it": [...code, click("button", "Use it"), find("tab", "curl")],
  };
}

/** What a viewer sees. The scenes of a viewer show that the actions of other roles are missing. */
