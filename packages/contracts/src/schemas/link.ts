import { z } from "zod";
import { formed, timestamp } from "./fields.ts";

const shortestLinkSeconds = 60;
const longestLinkSeconds = 7 * 86_400;
const defaultLinkSeconds = 3_600;

/** What a browser does with the PDF of a link: show it, or save it as a file. */
export const linkDisposition = z.enum(["inline", "attachment"]);
export type LinkDisposition = z.infer<typeof linkDisposition>;

/** A request for a link. */
export const linkBody = z.strictObject({
  expiresIn: z
    .int()
    .min(shortestLinkSeconds, `must be at least ${shortestLinkSeconds} seconds`)
    .max(longestLinkSeconds, `must be at most ${longestLinkSeconds} seconds (7 days)`)
    .default(defaultLinkSeconds)
    .meta({
      description:
        "The seconds for which the link works, but not longer than the PDF is kept. Default: 3,600 (1 hour).",
      example: 3_600,
    }),
  disposition: linkDisposition.default("inline").meta({
    description: "Whether a browser shows the PDF (`inline`, the default) or saves it as a file (`attachment`).",
  }),
});

/** A created link. */
export const linkCreated = z
  .object({
    url: z.url().meta({
      description: "The link. Everybody who has it gets the PDF.",
      example: "https://platen.example/f/eW91IGhhdmUgZm91bmQgYW4gZXhhbXBsZQ",
    }),
    expiresAt: timestamp.meta({ description: "When the link stops working." }),
  })
  .meta({ id: "Link" });

/** What makes a link secret, by its form alone. */
export const linkToken = formed(/^[\w.-]{80,160}$/, 160, "must be the whole of a link").meta({
  description: "The last part of the link, as it was created.",
});
