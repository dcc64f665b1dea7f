import { z } from "zod";

/** One error and its position: the field and, in a text, the line and column. */
export const problemDetail = z.object({
  path: z.string().meta({
    description:
      "The field or parameter; for a template's Mustache, `html`, `settings.header`, `settings.footer`, `settings.metadata.author` or `snippets.letterhead.html`.",
  }),
  line: z.int().optional().meta({ description: "Line in that text, from 1." }),
  column: z.int().optional().meta({ description: "Column in that line, from 1, in UTF-16 units." }),
  message: z.string().meta({ description: "The error at this position." }),
});
