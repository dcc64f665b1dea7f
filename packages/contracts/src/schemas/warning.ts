import { z } from "zod";

/** What a document asks for, in the words of people who write documents. */
export const blockedKinds = ["image", "stylesheet", "font", "frame", "media", "script", "other"] as const;
export type BlockedKind = (typeof blockedKinds)[number];

/** The code is open: an answer with a code that its reader does not know is still a success. */
export const warning = z
  .object({
    code: z.string().meta({
      description:
        "A stable code. `resource.blocked`: the document asked for files it cannot have, as it has no network. Ignore codes you do not know: more may come.",
      example: "resource.blocked",
    }),
    message: z.string().meta({
      description: "What the document lacks and how to fix it; its words may change.",
      example:
        "3 images from cdn.example.com were not loaded: a document has no network. Write an image as a data: URL or inline SVG.",
    }),
    kind: z.enum(blockedKinds).optional().meta({ description: "What the files were for.", example: "image" }),
    host: z.string().optional().meta({
      description:
        "The host the document asked, in lower case and with its port where it named one; a scheme such as `blob:` for an address without a host. Missing where the files of several hosts are counted together.",
      example: "cdn.example.com",
    }),
    count: z.int().nonnegative().optional().meta({ description: "How many files the document asked for.", example: 3 }),
  })
  .meta({ id: "Warning", description: "Something that the document lacks, though it was made." });

export type Warning = z.infer<typeof warning>;

export const warnings = z.array(warning).meta({
  description: "What the document lacks, though it was made: at most 20 warnings, and none for most documents.",
});
