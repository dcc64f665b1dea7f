import { templateNamed } from "./open-editor.ts";
import { at, click, find, sees, hasNone, isDesigned, type SceneTable } from "./scene-steps.ts";
import type { Demo } from "./start-demo.ts";

/** What a viewer sees. The scenes of a viewer show that the actions of other roles are missing. */
export function viewerScenes({ platen }: Demo): SceneTable {
  const project = `/projects/${platen.projectId}`;
  const { templateId } = templateNamed(platen, "Invoice");
  return {
    "viewer-editor": [
      at(`${project}/templates/${templateId}`),
      isDesigned,
      sees("View only"),
      sees("You can view this template, but not edit it."),
      hasNone("button", "Publish", "Undo", "Insert heading", "New data set"),
    ],
    "viewer-translations": [
      at(`${project}/translations`),
      find("button", "Export"),
      find("textbox", "greeting, English"),
      hasNone("button", "Import", "Undo", "Add a language", "Add a key", "Actions for greeting", "Edit as text"),
    ],
    "viewer-document": [
      at(`${project}/documents`),
      click("link", "invoice-2031"),
      sees("Timeline"),
      hasNone("button", "Make it again", "Copy data", "Delete request"),
    ],
  };
}
