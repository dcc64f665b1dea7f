import { z } from "zod";
import { idSchema } from "../ids.ts";
import { templateUse } from "./asset.ts";
import { formed, text, timestamp } from "./fields.ts";
import { author } from "./template.ts";

export const snippetName = formed(
  /^[a-z0-9][a-z0-9_-]{0,99}$/,
  100,
  "must be 1 to 100 lower-case letters, digits, dashes or underscores, and start with a letter or digit",
).meta({
  description: "Name, unique in the project. Templates use it as `{{> letterhead }}`, or as a layout `{{< letter }}`.",
  example: "letterhead",
});

const html = text(1_000_000).meta({ description: "Mustache HTML that takes the place of the tag." });
const css = text(1_000_000).meta({
  description: "CSS that comes before the template's own, once for each document. Not Mustache.",
});
const revision = z.int().min(1).max(2_147_483_647);

export const snippet = z
  .object({
    snippetId: idSchema("snippet"),
    name: snippetName,
    html,
    css,
    revision: revision.meta({ description: "Number of the latest save. Send it back with the next save." }),
    updatedAt: timestamp.meta({ description: "When the snippet was last saved." }),
    savedBy: author.nullable().meta({ description: "The account that saved it last; null if an API key did." }),
  })
  .meta({ id: "Snippet", description: "A piece of a template that the templates of a project share." });
export type Snippet = z.infer<typeof snippet>;

/** A snippet in a list. */
export const snippetSummary = snippet
  .omit({ html: true, css: true })
  .extend({
    templateCount: z.int().meta({ description: "Number of templates whose draft or current version uses it." }),
  })
  .meta({ id: "SnippetSummary", description: "A snippet without its texts." });

export const createSnippetBody = z.strictObject({
  name: snippetName,
  html,
  css: css.optional(),
});

export const saveSnippetBody = z.strictObject({
  name: snippetName.optional().meta({ description: "A new name. Refused while drafts or snippets use the old one." }),
  html,
  css,
  revision: revision.meta({ description: "The revision on which this save is based." }),
});

export const snippetUses = z
  .object({
    templates: z.array(templateUse).max(1_000).meta({ description: "The templates that use it, at most 1,000." }),
    snippets: z.array(z.string()).meta({ description: "Names of the snippets that use it." }),
  })
  .meta({ id: "SnippetUses", description: "The templates and snippets that use a snippet." });
