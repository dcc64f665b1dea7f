import { z } from "zod";
import { text } from "./fields.ts";

const pageFormats = ["A3", "A4", "A5", "A6", "Letter", "Legal", "Tabloid"] as const;

/** A CSS length: a number and one of the units that paper is measured in. */
const length = z
  .string()
  .regex(/^\d{1,5}(\.\d{1,4})?(mm|cm|in|pt|px)$/, "must be a length such as 20mm, 1.5cm, 8.5in, 72pt or 96px")
  .meta({ description: "A length: a number and mm, cm, in, pt or px.", example: "20mm" });

const headerFooter = text(100_000).meta({
  description:
    "Mustache HTML that Chromium prints in the page margin. Elements of class pageNumber, totalPages, title and date are filled in.",
});

const shape = {
  format: z.enum(pageFormats).meta({ description: "Paper size by name; width and height win over it." }),
  width: length.meta({ description: "Paper width; give height too." }),
  height: length.meta({ description: "Paper height; give width too." }),
  orientation: z.enum(["portrait", "landscape"]).meta({ description: "Which way round the paper is." }),
  margin: z
    .strictObject({
      top: length.optional(),
      right: length.optional(),
      bottom: length.optional(),
      left: length.optional(),
    })
    .meta({ description: "Page margins; a side left out is 0. CSS `@page { margin }` wins." }),
  scale: z.number().min(0.1).max(2).meta({ description: "Scale of the content, 0.1 to 2." }),
  printBackground: z.boolean().meta({ description: "Whether backgrounds are printed." }),
  media: z.enum(["print", "screen"]).meta({
    description: "Which styles count: those for print, as on paper, or those for the screen. Default print.",
  }),
  preferCssPageSize: z
    .boolean()
    .meta({ description: "Whether the size in a CSS `@page` rule wins over format, width and height." }),
  pageRanges: z
    .string()
    .max(200)
    .regex(/^(\d{1,5}(-\d{1,5})?)(,\s*\d{1,5}(-\d{1,5})?)*$/, "must be page ranges such as 1-3, 5")
    .meta({ description: "Pages to keep; all when left out.", example: "1-3, 5" }),
  header: headerFooter,
  footer: headerFooter,
  title: text(500).meta({ description: "Title of the PDF where the HTML has no <title>." }),
  language: z
    .string()
    .max(35)
    .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/, "must be a language tag such as en or de-CH")
    .meta({ description: "Language of the PDF where the HTML has no lang attribute (BCP 47).", example: "en" }),
  tagged: z.boolean().meta({ description: "Whether the PDF is tagged for assistive technology. Larger and slower." }),
  outline: z.boolean().meta({ description: "Whether the PDF has an outline made from its headings." }),
  javascript: z.boolean().meta({
    description:
      "Whether the document's scripts run. They still reach no network, and a document that needs them is several times slower: see docs/templates.md.",
  }),
  creationDate: z.iso
    .datetime({ offset: true })
    .refine(hasFourDigitYear, "must be in the years 0000 to 9999 in UTC")
    .meta({
      description:
        "The PDF's creation and modification date; default when the document was asked for. With it, equal input gives equal bytes.",
      example: "2026-01-31T09:00:00Z",
    }),
};

/** A PDF writes its dates with four digits for the year, in UTC. */
function hasFourDigitYear(dateTime: string): boolean {
  const year = new Date(dateTime).getUTCFullYear();
  return year >= 0 && year <= 9_999;
}

/** How a document is laid on paper: what a template stores, and what `options` of a request may override. */
export const pageSettings = z
  .strictObject(shape)
  .partial()
  .refine((settings) => (settings.width === undefined) === (settings.height === undefined), {
    message: "width and height go together: give both or neither",
    path: ["width"],
  })
  .meta({
    id: "PageSettings",
    description: "How a document is laid on paper. Left out: A4 portrait, no margins, backgrounds printed.",
  });

export type PageSettings = z.infer<typeof pageSettings>;
