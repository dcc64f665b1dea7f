import { z } from "zod";
import { limited, renderedAs } from "./fields.ts";
import { list } from "./list.ts";

/** The kinds of files that a document requests, in the words of people who write documents. */
export const blockedKinds = ["image", "stylesheet", "font", "frame", "media", "script", "other"] as const;
export type BlockedKind = (typeof blockedKinds)[number];

/** An `error` leaves out something that the document should show. A `warning` changes its look. */
export const warningSeverities = ["error", "warning"] as const;
export type WarningSeverity = (typeof warningSeverities)[number];

/** The most characters that a warning lists. */
const maxCharacters = 1_000;

/** The list of codes is open: readers treat an answer with an unknown code as a success. */
export const warning = z
  .object({
    code: z.string().meta({
      description:
        "A stable code. `data.missing`: the data lacks a name that a tag prints. `data.unformattable`: a value does not fit the format of its tag. `data.replaced`: the data has another value than a calculated field of the same name. `translation.missing`: a text has no translation in the language of the document. `resource.blocked`: the document requested files but has no network access. `asset.missing`: the document names files that the template's library does not have. `glyph.missing`: no font has some characters, which print as boxes. `font.replaced`: the template names a font that is not installed. `font.failed`: the browser refuses a font of the library. `page.shrunk`: a page is printed smaller because its content is too wide. `page.cut`: the content of a page is so wide that a part is cut off. `text.cut`: a box hides a part of its text. `page.empty`: a page shows nothing. `page.size`: CSS does not know the size of an `@page` rule. `text.picture`: text is printed as a picture, because of a CSS filter, reflection or perspective. `script.pending`: a script still ran when the document was printed. Ignore unknown codes: later versions may add some.",
      example: "resource.blocked",
    }),
    severity: z.enum(warningSeverities).meta({
      description: "`error`: the document leaves out something that it should show. `warning`: it looks different.",
      example: "error",
    }),
    message: z.string().meta({
      description: "The missing files or data and how to fix it, for people. The wording may change.",
      example:
        "3 images from cdn.example.com were not loaded: documents have no network access. Upload an image to the assets, or write it as a data: URL or inline SVG.",
    }),
    path: z.string().optional().meta({
      description:
        "The name of the data, with the sections around its tag; `[]` stands for each item of a list. Absent if the warning sums up several names.",
      example: "lines[].discount",
    }),
    part: z.string().optional().meta({
      description:
        "The text with the tag: `html`, `settings.header` or `settings.footer` of the template, or a snippet's, such as `snippets.letterhead.html`; the formula of a calculated field, such as `settings.calculated.total`; a text of the metadata, such as `settings.metadata.author`.",
      example: "html",
    }),
    line: z.int().positive().optional().meta({ description: "Line of the tag in its part, from 1.", example: 88 }),
    column: z.int().positive().optional().meta({ description: "Column of the tag, from 1.", example: 21 }),
    key: z.string().optional().meta({
      description:
        "The key of a text that has no translation; `*` stands for the part that comes from the data. Absent if the warning sums up several texts.",
      example: "invoice.due",
    }),
    locale: z.string().optional().meta({ description: "The language that lacks the text.", example: "de-CH" }),
    fallback: z.string().optional().meta({
      description:
        "The language whose text was printed instead. Absent if no language has the text: nothing was printed.",
      example: "en",
    }),
    kind: z.enum(blockedKinds).optional().meta({ description: "The purpose of the files.", example: "image" }),
    host: z.string().optional().meta({
      description:
        "The requested host in lower case, with its port if the address had one; a scheme such as `blob:` for an address without a host. Absent if the files come from several hosts.",
      example: "cdn.example.com",
    }),
    count: z.int().nonnegative().optional().meta({
      description:
        "Number of requested or missing files, how often the tag was written with such data, or the number of elements whose text is a picture.",
      example: 3,
    }),
    page: z.int().positive().optional().meta({ description: "Number of the first such page, from 1.", example: 2 }),
    scale: z.number().positive().optional().meta({ description: "Printed size of a page's content; 1 is full size." }),
    characters: list(z.string(), maxCharacters)
      .optional()
      .meta({ description: "Characters that no font has, as code points.", example: ["U+1F9FF"] }),
    asset: z.string().optional().meta({
      description:
        "The name of the missing files, as the template has it; `*` stands for the part that comes from the data. Absent if several names are summed up.",
      example: "flags/*",
    }),
    font: z.string().optional().meta({
      description: "The font that the template names, or that the browser refuses.",
      example: "Helvetica Neue",
    }),
    element: z.string().optional().meta({
      description:
        "The element that is cut off, by its tag and classes. Absent if it is not known, or not written in the template.",
      example: "table.lines td.text",
    }),
  })
  .meta({ id: "Warning", description: "A warning about a document that was rendered incompletely." });

export type Warning = z.infer<typeof warning>;

export const warnings = z.array(warning).meta({
  description: "Warnings about missing parts of the document: at most 100, and none for a complete document.",
});

/** The most warnings that a document's record keeps. */
export const maxRecordedWarnings = 50;

export const recordedWarnings = list(warning, maxRecordedWarnings).meta({
  description: `The warnings of a completed document: at most ${maxRecordedWarnings}, and none for a complete one.`,
});

export const warningCodePattern = /^[a-z]+\.[a-z_]+$/;

/** A warning's code: two words with a dot. Any text of that form is one, so that a later release may add some. */
export const warningCode = limited(64).regex(warningCodePattern, "must be a warning code such as data.missing");

/** A choice of documents by their warnings: a code, or `any`. */
export const warningFilter = z
  .union([z.literal("any"), warningCode])
  .meta({ override: renderedAs({ type: "string", maxLength: 64 }) });
