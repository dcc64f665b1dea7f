import { z } from "zod";
import { idSchema } from "../ids.ts";
import { dataSet, givenDataSets, dataSets } from "./data-set.ts";
import { jsonObject, limited, nameText, text, timestamp, renderedAs, within } from "./fields.ts";
import { pageSettings } from "./page-settings.ts";
import { list } from "./list.ts";
import { renderOptions } from "./render-request.ts";
import { problemDetail } from "./problem-detail.ts";
import { givenTable, translationTable } from "./translation-table.ts";

const tagAdvice = "must be 1 to 40 letters, digits, spaces, dots, dashes or underscores";

const tag = z
  .string()
  .trim()
  .check(within(80, tagAdvice))
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,39}$/u, tagAdvice)
  .meta({ description: "A tag to filter by.", example: "billing" });

/** A tag as a filter. */
export const tagFilter = tag;

/** A search text for names. */
export const searchFilter = text(200, 1).meta({
  description: "Only items whose name contains this text, ignoring case.",
});

const tags = list(tag, 20)
  .transform((list) => [...new Set(list)])
  .meta({
    description: "Tags, at most 20.",
    override: renderedAs({ type: "array", maxItems: 20, items: { type: "string" } }),
  });

const name = nameText().meta({ description: "Name, unique in the project.", example: "Invoice" });
const description = text(1_000).meta({ description: "Purpose of the template." });
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
      .meta({ description: "The current published version; null before the first publication." }),
    createdAt: timestamp.meta({ description: "When the template was created." }),
    updatedAt: timestamp.meta({ description: "When the template, its draft or its current version last changed." }),
  })
  .meta({ id: "Template", description: "A template of the project." });

export const listedTemplate = z
  .object({
    ...template.shape,
    draftChanges: z.int().nullable().optional().meta({
      description:
        "With `include=draftChanges`: in how many parts the draft differs from the current version, of HTML, CSS, header, footer, other settings, each data set and the texts of each language. Null before the first publication.",
    }),
  })
  .meta({ id: "ListedTemplate", description: "A template of the project, in a list." });

export const templateWithExample = z
  .object({
    ...template.shape,
    example: dataSet.optional().meta({
      description:
        "With `include=example`: the first data set of the current version, whose `json` is a `data` that the template takes. Absent before the first publication.",
    }),
  })
  .meta({ id: "TemplateWithExample", description: "A template of the project, with an example of its data." });

/** The parts of a template that a worker renders. Sizes are in characters. */
export const source = {
  html: text(1_000_000).meta({ description: "Mustache HTML: a whole document, or only the content of its body." }),
  css: text(1_000_000).meta({ description: "CSS that Platen adds at the end of the head. Not Mustache." }),
  settings: pageSettings,
};

/** The account that saved or published something, as the project's members see it. */
export const author = z.object({
  accountId: idSchema("account"),
  email: z.string().meta({ description: "E-mail address." }),
});

const publishingKey = z.object({
  keyId: idSchema("apiKey"),
  name: z.string().meta({ description: "The key's label." }),
  lastFour: z.string().meta({ description: "Last four characters of the key value." }),
});

const warnings = z
  .array(problemDetail)
  .max(150)
  .optional()
  .meta({
    description:
      "Syntax of other template languages, such as `{{#if a}}`, and what to write instead. Only warnings, because data " +
      "may have such names. Absent if there are none.",
  });

export const templateDraft = z
  .object({
    ...source,
    dataSets,
    translations: translationTable.optional(),
    revision: z.int().meta({ description: "Number of the latest save. Send it back with the next save." }),
    updatedAt: timestamp.meta({ description: "When the draft was last saved." }),
    savedBy: author.nullable().meta({ description: "The account that saved the draft last; null if an API key did." }),
    warnings,
  })
  .meta({ id: "TemplateDraft", description: "The one draft of a template." });

export const templateVersion = z
  .object({
    version: z.int().meta({ description: "Number of the version, from 1." }),
    note: z.string().meta({ description: "The publisher's note about the changes." }),
    createdAt: timestamp.meta({ description: "When it was published." }),
    publishedBy: author
      .nullable()
      .meta({ description: "The account that published the version; null if no account did." }),
    publishedByKey: publishingKey
      .nullable()
      .meta({ description: "The API key that published the version, even if it is revoked; null if no key did." }),
  })
  .meta({ id: "TemplateVersion", description: "A published version; it never changes." });

export const publishedVersion = z
  .object({ ...templateVersion.shape, warnings })
  .meta({ id: "PublishedVersion", description: "The version that this request published." });

export const templateVersionSource = z
  .object({ ...templateVersion.shape, ...source, dataSets, translations: translationTable.optional() })
  .meta({ id: "TemplateVersionSource", description: "A published version with its source." });

export const sample = z
  .object({
    slug: z.string().meta({ description: "Stable name of the sample.", example: "invoice" }),
    name: z.string().meta({ description: "Suggested name of the template." }),
    description,
    tags: z.array(z.string()).meta({ description: "Suggested tags of the template." }),
    ...source,
    dataSets,
    translations: translationTable.optional(),
  })
  .meta({ id: "Sample", description: "A sample template to start from." });

const sampleSlug = limited(100).meta({ description: "Slug of a sample.", example: "offer" });

export const createTemplateBody = z.strictObject({
  name,
  description: description.optional(),
  tags: tags.optional(),
  html: source.html.optional(),
  css: source.css.optional(),
  settings: source.settings.optional(),
  dataSets: givenDataSets.optional(),
  translations: givenTable.optional(),
  sample: sampleSlug.optional().meta({
    description:
      "Slug of a sample to start from. It gives the fields that are absent here, and the assets and snippets that the " +
      "project lacks. An asset or a snippet that the project has stays as it is, and the template uses it.",
  }),
});

/** An asset or a snippet of a project. */
const libraryPart = z.object({
  kind: z.enum(["asset", "snippet"]).meta({ description: "What it is." }),
  name: z.string().meta({ description: "Name of the asset or the snippet." }),
});
export type LibraryPart = z.infer<typeof libraryPart>;

export const createdTemplate = z.object({
  template,
  draft: templateDraft,
  kept: z
    .array(libraryPart)
    .optional()
    .meta({
      description:
        "The project's own assets and snippets that have the names of the sample's and other content. The template uses " +
        "them. Absent if there are none.",
    }),
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
  translations: givenTable.optional().meta({
    description: "The template's own texts by language. Default: those of the draft.",
  }),
  revision: z
    .int()
    .min(1)
    .max(2_147_483_647)
    .meta({ description: "The draft's revision on which this save is based." }),
});

export const publishBody = z.strictObject({
  revision: z.int().min(1).max(2_147_483_647).meta({ description: "The draft's revision to publish." }),
  note: text(1_000).optional().meta({ description: "A note about the changes." }),
});

/** The stored source that a preview shows. Any member may ask for it. */
export const storedPreviewBody = z.strictObject({
  version: version.optional().meta({ description: "A published version to render instead of the draft." }),
  dataSet: limited(200).optional().meta({ description: "Name of the data set to fill in. Default: the first." }),
});

export const previewBody = z.strictObject({
  ...storedPreviewBody.shape,
  html: source.html.optional(),
  css: source.css.optional(),
  settings: source.settings.optional(),
  translations: givenTable.optional(),
  data: jsonObject.optional().meta({ description: "Data to fill in. Default: `dataSet`." }),
  ...renderOptions.shape,
});

export const previewSourceBody = z.strictObject({
  name,
  html: source.html,
  css: source.css.optional(),
  settings: source.settings.optional(),
  translations: givenTable.optional(),
  sample: sampleSlug.optional().meta({
    description: "Slug of a sample. Its assets and snippets stand in for those that the project lacks.",
  }),
  data: jsonObject.optional().meta({ description: "Data to fill in." }),
  ...renderOptions.shape,
});

/** A published version's number, as parameters and fields carry it. */
export const versionNumber = version;
