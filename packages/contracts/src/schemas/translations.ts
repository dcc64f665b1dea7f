import { z } from "zod";
import { idSchema } from "../ids.ts";
import { limited, renderedAs, text, timestamp } from "./fields.ts";
import { tableChanges, tableLanguage } from "./translation-table.ts";

export const translationFormats = ["json", "csv", "xliff"] as const;
export type TranslationFormat = (typeof translationFormats)[number];

const format = z.enum(translationFormats).meta({
  description:
    "json: an object by language, nested. csv: a row for each key and a column for each language. xliff: XLIFF 2, one language beside the default one.",
});

/** A language of translations. The pseudo language does not count. */
const language = limited(35)
  .refine((tag) => tableLanguage(tag) !== undefined, "must be a language tag such as en or de-CH")
  .transform((tag) => tableLanguage(tag) ?? tag)
  .meta({
    description: "Language (BCP 47).",
    example: "de-CH",
    override: renderedAs({ type: "string", minLength: 2, maxLength: 35 }),
  });

const texts = z
  .custom<Record<string, string>>((value) => typeof value === "object" && value !== null)
  .meta({
    description: "Texts by key. Texts are ICU messages.",
    example: { "invoice.title": "Invoice" },
    override: renderedAs({ type: "object", additionalProperties: { type: "string" } }),
  });

export const projectTranslations = z
  .object({
    defaultLocale: z
      .string()
      .meta({ description: "Language of documents that name none, and of texts that lack others.", example: "en" }),
    keyCount: z.int().meta({ description: "Number of different keys, over all languages." }),
    languages: z
      .array(
        z.object({
          locale: z.string().meta({ description: "Language (BCP 47)." }),
          translatedCount: z.int().meta({ description: "Number of keys that have a text in this language." }),
          messages: texts,
          updatedAt: timestamp.meta({ description: "When a text of the language last changed." }),
        }),
      )
      .meta({ description: "The languages, sorted by their tags." }),
  })
  .meta({ id: "ProjectTranslations", description: "The texts that all templates of a project share." });

/** The most templates in a list of those with texts of their own. */
export const maxTemplatesWithTexts = 500;

export const templateTexts = z.object({
  templates: z
    .array(
      z.object({
        templateId: idSchema("template"),
        name: z.string().meta({ description: "The template's name." }),
        keyCount: z.int().meta({ description: "Number of different keys, over all languages." }),
        languages: z
          .array(
            z.object({
              locale: z.string().meta({ description: "Language (BCP 47)." }),
              translatedCount: z.int().meta({ description: "Number of keys that have a text in this language." }),
            }),
          )
          .meta({ description: "The languages, sorted by their tags." }),
      }),
    )
    .meta({
      description: `The templates whose drafts have texts of their own, by their names, at most ${maxTemplatesWithTexts}.`,
    }),
});

export const changeTranslationsBody = z.strictObject({
  defaultLocale: language.optional().meta({
    description: "Language of documents that name none, and of texts that lack others. Default: en.",
  }),
  changes: tableChanges.optional(),
});

/** In characters. A file repeats keys, and XLIFF each text of the default language. */
const maxFileLength = 4_000_000;

const importFields = {
  format,
  content: text(maxFileLength, 1).meta({ description: "The text of the file." }),
  locale: language.optional().meta({
    description:
      "The language of a JSON file that has the texts of one language alone. Not for other formats, which name their languages.",
  }),
  mode: z.enum(["merge", "replace"]).optional().meta({
    description:
      "merge: texts that the file lacks stay. replace: they are removed from the languages of the file. Default: merge.",
  }),
};

export const importTranslationsBody = z.strictObject(importFields);

export const importTemplateTranslationsBody = z.strictObject({
  ...importFields,
  revision: z
    .int()
    .min(1)
    .max(2_147_483_647)
    .meta({ description: "The draft's revision on which this import is based." }),
});

export const exportTranslationsQuery = z.strictObject({
  format: format.default("json"),
  locale: language.optional().meta({
    description: "The one language to export. XLIFF requires it and puts it beside the default language.",
  }),
});

export const translationFile = z
  .object({
    filename: z.string().meta({ description: "Suggested name of the file.", example: "translations.csv" }),
    mediaType: z.string().meta({ description: "Media type of the file.", example: "text/csv" }),
    content: z.string().meta({ description: "Text of the file." }),
  })
  .meta({ id: "TranslationFile", description: "Translations as a file." });
