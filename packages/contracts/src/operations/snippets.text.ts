import type { Section } from "../reference.ts";

export const snippets: Section = {
  tag: "Snippets",
  operations: {
    listSnippets: {
      summary: "List the project's snippets",
    },
    createSnippet: {
      summary: "Create a snippet",
    },
    getSnippet: {
      summary: "Get a snippet",
    },
    saveSnippet: {
      summary: "Save a snippet",
      description:
        "Drafts follow the newest revision. Published versions keep theirs, until they are published again. Fails with `snippet.edit_conflict` if `revision` is not the current one.",
    },
    deleteSnippet: {
      summary: "Delete a snippet",
      description:
        "Refused with `snippet.in_use` while a draft or another snippet uses it. Published versions keep it.",
    },
    getSnippetUses: {
      summary: "List the templates and snippets that use a snippet",
    },
  },
};
