import { z } from "zod";

/** One thing that is wrong, and where: in which field, and at which line and column where that is a text. */
export const problemDetail = z.object({
  path: z.string().meta({
    description: "The field or parameter; for a template's Mustache, `html`, `settings.header` or `settings.footer`.",
  }),
  line: z.int().optional().meta({ description: "Line in that text, from 1." }),
  column: z.int().optional().meta({ description: "Column in that line, from 1, in UTF-16 units." }),
  message: z.string().meta({ description: "What is wrong there." }),
});
