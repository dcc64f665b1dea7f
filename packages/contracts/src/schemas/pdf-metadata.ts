import { z } from "zod";
import { text } from "./fields.ts";
import { list } from "./list.ts";

const tags = "It may have tags.";

/** What a PDF says about itself, besides its title and language. */
export const pdfMetadata = z
  .strictObject({
    author: text(500)
      .optional()
      .meta({ description: `The person or company that the document is from. ${tags}`, example: "{{seller.name}}" }),
    subject: text(500)
      .optional()
      .meta({ description: `What the document is about. ${tags}`, example: "Invoice {{number}}" }),
    keywords: list(text(500), 50)
      .optional()
      .meta({ description: "Keywords, at most 50. Each may have tags.", example: ["invoice", "{{number}}"] }),
    creator: text(500)
      .optional()
      .meta({ description: `The program that the document comes from. ${tags}`, example: "Example ERP" }),
  })
  .meta({
    description:
      "What the PDF says about itself, besides `title` and `language`, as its properties and as XMP. It replaces what `<meta>` elements say.",
  });

export type PdfMetadata = z.infer<typeof pdfMetadata>;
