import type { Section } from "../reference.ts";

export const translations: Section = {
  tag: "Translations",
  operations: {
    getTranslations: {
      summary: "Get the project's translations",
    },
    changeTranslations: {
      summary: "Change texts of the project's translations",
      description: "Sets or removes the given texts. All others stay, so that several people can translate at once.",
    },
    importTranslations: {
      summary: "Import a file of translations",
    },
    exportTranslations: {
      summary: "Export the project's translations as a file",
    },
    importTemplateTranslations: {
      summary: "Import a file into a draft's translations",
      description: "Fails with `template.edit_conflict` if `revision` is not the draft's current one.",
    },
    exportTemplateTranslations: {
      summary: "Export a draft's translations as a file",
    },
  },
};
