import { templateNamed } from "./open-editor.ts";
import { at, click, find, sees, hasNone, isDesigned, type SceneTable } from "./scene-steps.ts";
import type { Demo } from "./start-demo.ts";

/** What a viewer sees. The scenes of a viewer show that the actions of other roles are missing. */
export function viewerScenes({ platen }: Demo, email: string): SceneTable {
  const project = `/projects/${platen.projectId}`;
  const { templateId } = templateNamed(platen, "Invoice");
  return {
    "viewer-templates": [
      at(`${project}/templates`),
      click("button", "Actions for Invoice"),
      find("menuitem", "Export as a file"),
      hasNone("menuitem", "Duplicate", "Rename", "Tags and description", "Delete"),
      hasNone("button", "New template", "Import"),
    ],
    "viewer-versions": [
      at(`${project}/templates/${templateId}/versions`),
      click("button", "Actions for version 1"),
      find("menuitem", "View"),
      hasNone("menuitem", "Restore"),
      hasNone("button", "Make live: version 1"),
    ],
    "viewer-version": [
      at(`${project}/templates/${templateId}/versions/1`),
      find("image", "Page 1 of 1"),
      hasNone("button", "Restore", "Make live"),
    ],
    "viewer-editor": [
      at(`${project}/templates/${templateId}`),
      isDesigned,
      sees("View only"),
      sees("You can view this template, but not edit it."),
      hasNone("button", "Publish", "Undo", "Insert heading", "New data set"),
    ],
    "viewer-brand": [
      at(`${project}/brand`),
      find("textbox", "Legal line"),
      hasNone("button", "Save", "Add a colour", "File"),
    ],
    "viewer-translations": [
      at(`${project}/translations`),
      find("button", "Export"),
      find("textbox", "greeting, English"),
      hasNone("button", "Import", "Undo", "Add a language", "Add a key", "Actions for greeting", "Edit as text"),
    ],
    "viewer-api-keys": [
      at(`${project}/api-keys`),
      sees("Production"),
      hasNone("button", "New API key", "Actions for Production", "Rename key Production"),
    ],
    "viewer-settings": [
      at(`${project}/settings`),
      sees("Viewer: look only"),
      hasNone("button", "Rename", "Delete project", "Show secret"),
    ],
    "viewer-document": [
      at(`${project}/documents`),
      click("link", "invoice-2031"),
      sees("Timeline"),
      hasNone("button", "Make it again", "Copy data", "Delete request"),
    ],
    "viewer-batch": [
      at(`${project}/batches`),
      click("link", "Reminders"),
      sees("3 of 3 rows ended"),
      find("link", "Download manifest"),
      hasNone("button", "Retry 3 failed rows"),
      hasNone("link", "New batch"),
    ],
    "viewer-members": [
      at(`${project}/members`),
      click("button", `Actions for ${email}`),
      find("menuitem", "Leave project"),
      hasNone("menuitem", "Change role"),
      hasNone("button", "Invite", `Actions for ${platen.account.email}`),
    ],
    "project-leave": [
      at(`${project}/members`),
      click("button", `Actions for ${email}`),
      click("menuitem", "Leave project"),
      find("button", "Leave project"),
    ],
  };
}
