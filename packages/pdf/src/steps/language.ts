import type { Step } from "./step.ts";

/** Sets the language of the document, unless it has one. */
export const language: Step = {
  name: "language",
  isRequired: false,
  apply(objects, { language: tag }) {
    if (tag === undefined || objects.readDictionary(objects.root).entries.has("Lang")) return;
    objects.setEntries(objects.root, { Lang: `(${tag})` });
  },
};
