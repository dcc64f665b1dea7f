import { z } from "zod";
import { pageFormats } from "../page-size.ts";
import { calculatedFields } from "./calculated-field.ts";
import { dateTime, formed, limited, renderedAs, text } from "./fields.ts";
import { list } from "./list.ts";
import { pdfMetadata } from "./pdf-metadata.ts";
import { currency, timeZone } from "./region.ts";
import { warningCode, warningCodePattern } from "./warning.ts";

/** A CSS length: a number and a unit for paper. */
const length = formed(
  /^\d{1,5}(\.\d{1,4})?(mm|cm|in|pt|px)$/,
  12,
  "must be a length such as 20mm, 1.5cm, 8.5in, 72pt or 96px",
).meta({ description: "A length: a number and mm, cm, in, pt or px.", example: "20mm" });

const headerFooter = text(500_000).meta({
  description:
    "Mustache HTML that Chromium prints in the page margin. Chromium fills elements with the class pageNumber, totalPages, title or date.",
});

const shape = {
  format: z.enum(pageFormats).meta({ description: "Paper size by name. `width` and `height` override it." }),
  width: length.meta({ description: "Paper width. Requires `height`." }),
  height: length.meta({ description: "Paper height. Requires `width`." }),
  orientation: z.enum(["portrait", "landscape"]).meta({ description: "Orientation of the paper." }),
  margin: z
    .strictObject({
      top: length.optional(),
      right: length.optional(),
      bottom: length.optional(),
      left: length.optional(),
    })
    .meta({ description: "Page margins. A missing side is 0. CSS `@page { margin }` overrides them." }),
  scale: z.number().min(0.1).max(2).meta({ description: "Scale of the content, 0.1 to 2." }),
  printBackground: z.boolean().meta({ description: "Whether backgrounds are printed." }),
  media: z.enum(["print", "screen"]).meta({
    description: "CSS media type that the document is printed with. Default: print.",
  }),
  preferCssPageSize: z
    .boolean()
    .meta({ description: "Whether the size in a CSS `@page` rule overrides `format`, `width` and `height`." }),
  pageRanges: limited(200)
    .regex(/^\d{1,5}(-(\d{1,5})?)?(,\s*\d{1,5}(-(\d{1,5})?)?)*$/, "must be page ranges such as 1-3, 5 or 2-")
    .meta({ description: "Pages to keep; `2-` keeps all from the second on. Default: all pages.", example: "1-3, 5" }),
  header: headerFooter,
  footer: headerFooter,
  title: text(500).meta({ description: "Title of the PDF if the HTML has no <title>." }),
  language: limited(35)
    .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/, "must be a language tag such as en or de-CH")
    .meta({ description: "Language of the PDF (BCP 47) if the HTML has no lang attribute.", example: "en" }),
  metadata: pdfMetadata,
  timeZone,
  currency,
  locales: z.literal("any").meta({
    description:
      "Whether a request may name any `locale` although the template has translations. By default, it must name one of the template's languages.",
  }),
  tagged: z
    .boolean()
    .meta({ description: "Whether the PDF is tagged for assistive technology. Makes it larger and slower." }),
  outline: z.boolean().meta({
    description: "Whether the PDF gets an outline from the headings. It needs tags, so the PDF is tagged too.",
  }),
  javascript: z.boolean().meta({
    description:
      "Whether the document's scripts run. They have no network access and make the document several times slower: see docs/templates.md.",
  }),
  strict: z.union([z.boolean(), list(warningCode, 20).min(1)], "must be true, false or a list of warning codes").meta({
    description:
      "Refuses a document with a warning of the severity `error` (`true`), or of one of these codes, with status 422. Previews show such documents all the same. Default: false.",
    example: ["data.missing"],
    override: renderedAs({
      anyOf: [
        { type: "boolean" },
        {
          type: "array",
          minItems: 1,
          maxItems: 20,
          items: { type: "string", maxLength: 64, pattern: warningCodePattern.source },
        },
      ],
    }),
  }),
  calculated: calculatedFields,
  creationDate: dateTime().refine(hasFourDigitYear, "must be in the years 0000 to 9999 in UTC").meta({
    description:
      "Creation and modification date of the PDF. Default: the time of the request. With a fixed date, equal input gives equal bytes.",
    example: "2026-01-31T09:00:00Z",
  }),
};

/** A PDF writes its dates with four digits for the year, in UTC. */
function hasFourDigitYear(dateTime: string): boolean {
  const year = new Date(dateTime).getUTCFullYear();
  return year >= 0 && year <= 9_999;
}

/** The page layout of a document. A template stores it; `options` of a request override it. */
export const pageSettings = z
  .strictObject(shape)
  .partial()
  .refine((settings) => (settings.width === undefined) === (settings.height === undefined), {
    message: "must be given together with `height`",
    path: ["width"],
  })
  .meta({
    id: "PageSettings",
    description: "Page layout of a document. Default: A4 portrait, no margins, backgrounds printed.",
  });

export type PageSettings = z.infer<typeof pageSettings>;
