import type { Section } from "../reference.ts";

export const templates: Section = {
  tag: "Templates",
  operations: {
    listTemplates: {
      summary: "List templates",
      description:
        "Lists the templates of the key's project, by default those changed last first. With `include=draftChanges`, each tells in how many parts its draft differs from its current version.",
    },
    getTemplate: {
      summary: "Get a template",
      description: "With `include=example`, the answer has an example of the data that the template takes.",
    },
    createTemplate: {
      summary: "Create a template with its draft",
    },
    updateTemplate: {
      summary: "Change a template's name, description or tags",
    },
    deleteTemplate: {
      summary: "Delete a template with its versions",
    },
    getDraft: {
      summary: "Get a template's draft",
    },
    saveDraft: {
      summary: "Save a template's draft",
      description: "Fails with `template.edit_conflict` if `revision` is not the draft's current one.",
    },
    publishDraft: {
      summary: "Publish a template's draft as a new version",
    },
    listVersions: {
      summary: "List a template's published versions",
    },
    getVersion: {
      summary: "Get a published version with its source",
    },
    restoreVersion: {
      summary: "Copy a published version into the draft",
    },
    makeVersionCurrent: {
      summary: "Make a published version the current one",
      description:
        "Documents are generated from the version from now on, unless a request names another. The draft and all versions stay as they are. Fails with `template.edit_conflict` if `current` is no longer the current version.",
    },
    republishVersion: {
      summary: "Publish a version again with the newest snippets, assets and brand",
      description:
        "Publishes a new version from the source of the current one, composed with the library of today. The draft stays as it is. Fails with `template.edit_conflict` if `version` is no longer the current one.",
    },
  },
};
