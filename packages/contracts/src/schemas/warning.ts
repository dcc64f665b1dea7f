import { z } from "zod";

/** The kinds of files that a document requests, in the words of people who write documents. */
export const blockedKinds = ["image", "stylesheet", "font", "frame", "media", "script", "other"] as const;
export type BlockedKind = (typeof blockedKinds)[number];

/** The list of codes is open: readers treat an answer with an unknown code as a success. */
export const warning = z
  .object({
    code: z.string().meta({
      description:
        "A stable code. `resource.blocked`: the document requested files but has no network access. Ignore unknown codes: later versions may add some.",
      example: "resource.blocked",
    }),
    message: z.string().meta({
      description: "The missing files and how to fix it, for people. The wording may change.",
      example:
        "3 images from cdn.example.com were not loaded: documents have no network access. Write an image as a data: URL or inline SVG.",
    }),
    kind: z.enum(blockedKinds).optional().meta({ description: "The purpose of the files.", example: "image" }),
    host: z.string().optional().meta({
      description:
        "The requested host in lower case, with its port if the address had one; a scheme such as `blob:` for an address without a host. Absent if the files come from several hosts.",
      example: "cdn.example.com",
    }),
    count: z.int().nonnegative().optional().meta({ description: "Number of requested files.", example: 3 }),
  })
  .meta({ id: "Warning", description: "A warning about a document that was rendered incompletely." });

export type Warning = z.infer<typeof warning>;

export const warnings = z.array(warning).meta({
  description: "Warnings about missing parts of the document: at most 20, and none for a complete document.",
});
