import { z } from "zod";
import { idSchema } from "../ids.ts";
import { givenDataSets, dataSets } from "./data-set.ts";
import { jsonObject, nameText, text, timestamp, renderedAs } from "./fields.ts";
import { pageSettings } from "./page-settings.ts";
import { problemDetail } from "./problem-detail.ts";

const tag = z
  .string()
  .trim()
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,39}$/u,
    "must be 1 to 40 letters, digits, spaces, dots, dashes or underscores",
  )
  .meta({ description: "A tag to filter by.", example: "billing" });

/** A tag as a filter. */
export const tagFilter = tag;

/** Text to look for in names. */
export const searchFilter = text(200, 1).meta({
  description: "Only items whose name contains this text, whatever its case.",
});

const tags = z
  .array(tag)
  .max(20)
  .transform((list) => [...new Set(list)])
  .meta({
    description: "Tags, at most 20.",
    override: renderedAs({ type: "array", maxItems: 20, items: { type: "string" } }),
  });

const name = nameText().meta({ description: "Name, unique in the project.", example: "Invoice" });
const description = text(1_000).meta({ description: "What the template is for." });
const version = z.int().min(1).max(2_147_483_647).meta({ description: "Number of a published version." });

export const template = z
  .object({
    templateId: idSchema("template"),
    name,
    description,
    tags: z.array(z.string()).meta({ description: "Tags." }),
    version: z
      .int()
      .nullable()
      .meta({ description: "The current published version; null when none is published yet." }),
    createdAt: timestamp.meta({ description: "When the template was made." }),
    updatedAt: timestamp.meta({ description: "When the template, its draft or its current version last changed." }),
  })
  .meta({ id: "Template", description: "A template of the project." });

/** The parts of a template that documents are made from. Sizes are in characters. */
const source = {
  html: text(1_000_000).meta({ description: "Mustache HTML: a whole document, or what goes into its body." }),
  css: text(1_000_000).meta({ description: "CSS put at the end of the head. Not Mustache." }),
  settings: pageSettings,
};

/** Who did something, as the other members of the project see it. */
const author = z.object({
  accountId: idSchema("account"),
  email: z.string().meta({ description: "E-mail address." }),
});

const warnings = z
  .array(problemDetail)
  .max(150)
  .optional()
  .meta({
    description:
      "What looks like another template language, such as `{{#if a}}`, and what to write instead. It does not prevent " +
      "anything, as data may have such names. Absent when there is nothing to say.",
  });

export const templateDraft = z
  .object({
    ...source,
    dataSets,
    revision: z.int().meta({ description: "Counts the saves of the draft; send it back to save the next one." }),
    updatedAt: timestamp.meta({ description: "When the draft was last saved." }),
    savedBy: author.nullable().meta({ description: "Who saved it last; null when nobody signed in did." }),
    warnings,
  })
  .meta({ id: "TemplateDraft", description: "The one draft of a template." });

export const templateVersion = z
  .object({
    version: z.int().meta({ description: "Number of the version, from 1." }),
    note: z.string().meta({ description: "What changed, in the publisher's words." }),
    createdAt: timestamp.meta({ description: "When it was published." }),
    publishedBy: author.nullable().meta({ description: "Who published it; null when nobody signed in did." }),
  })
  .meta({ id: "TemplateVersion", description: "A published version; it never changes." });

export const publishedVersion = z
  .object({ ...templateVersion.shape, warnings })
  .meta({ id: "PublishedVersion", description: "A version that has just been published." });

export const templateVersionSource = z
  .object({ ...templateVersion.shape, ...source, dataSets })
  .meta({ id: "TemplateVersionSource", description: "A published version with its source." });

export const sample = z
  .object({
    slug: z.string().meta({ description: "Name of the sample that does not change.", example: "invoice" }),
    name: z.string().meta({ description: "Name to start with." }),
    description,
    tags: z.array(z.string()).meta({ description: "Tags to start with." }),
    ...source,
    dataSets,
  })
  .meta({ id: "Sample", description: "A template to start from." });

export const createTemplateBody = z.strictObject({
  name,
  description: description.optional(),
  tags: tags.optional(),
  html: source.html.optional(),
  css: source.css.optional(),
  settings: source.settings.optional(),
  dataSets: givenDataSets.optional(),
});

export const updateTemplateBody = z.strictObject({
  name: name.optional(),
  description: description.optional(),
  tags: tags.optional(),
});

export const saveDraftBody = z.strictObject({
  html: source.html,
  css: source.css,
  settings: source.settings,
  dataSets: givenDataSets,
  revision: z.int().min(1).max(2_147_483_647).meta({ description: "The revision this save is based on." }),
});

export const publishBody = z.strictObject({
  revision: z.int().min(1).max(2_147_483_647).meta({ description: "The draft's revision to publish." }),
  note: text(1_000).optional().meta({ description: "What changed." }),
});

const previewOptions = pageSettings
  .optional()
  .meta({ description: "Settings for this one preview; each wins over the template's." });

export const previewBody = z.strictObject({
  html: source.html.optional(),
  css: source.css.optional(),
  settings: source.settings.optional(),
  data: jsonObject.optional().meta({ description: "Data to fill in; default the draft's first data set." }),
  options: previewOptions,
});

export const previewSourceBody = z.strictObject({
  name,
  html: source.html,
  css: source.css.optional(),
  settings: source.settings.optional(),
  data: jsonObject.optional().meta({ description: "Data to fill in." }),
  options: previewOptions,
});

/** A published version's number, as parameters and fields carry it. */
export const versionNumber = version;
