import { z } from "zod";
import { idSchema } from "../ids.ts";
import { formed, limited, lineText, nameText } from "./fields.ts";
import { list } from "./list.ts";

const colour = {
  name: nameText(40).meta({ description: "Name of the colour.", example: "Signal blue" }),
  value: formed(/^#[0-9a-f]{6}$/, 7, "must be # and six lower-case hex digits").meta({
    description: "The colour as red, green and blue, in hex.",
    example: "#14438c",
  }),
};

/** A family goes into stylesheets between quotes. */
const fontFamily = limited(100)
  .min(1, "must not be empty")
  .refine(
    (family) => !/["\\{}<>\p{Cc}]/u.test(family) && family.isWellFormed(),
    "must not contain quotes, backslashes, braces, angle brackets or control characters",
  );

const fields = {
  textFont: fontFamily.nullable().meta({ description: "Font family of texts; null for none.", example: "Inter" }),
  headingFont: fontFamily.nullable().meta({ description: "Font family of headings; null for that of texts." }),
  logoAssetId: idSchema("asset").nullable().meta({ description: "Id of the picture that is the logo; null for none." }),
  legalLine: lineText(500).meta({
    description: "The line of the company for footers; empty for none.",
    example: "Example Ltd, No. 123",
  }),
};

const maxColours = 24;

export const brand = z
  .object({
    colours: z.array(z.object(colour)).max(maxColours).meta({ description: "The colours, in their order." }),
    ...fields,
  })
  .meta({ id: "Brand", description: "The colours, fonts, logo and legal line that Design offers in a project." });
export type Brand = z.infer<typeof brand>;

export const brandBody = z.strictObject({
  colours: list(z.strictObject(colour), maxColours, `must have at most ${maxColours} colours`)
    .refine(
      (colours) => new Set(colours.map(({ name }) => name)).size === colours.length,
      "must not contain two colours of one name",
    )
    .meta({ description: "The colours, in their order." }),
  ...fields,
});
