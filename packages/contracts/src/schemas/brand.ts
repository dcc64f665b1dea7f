import { z } from "zod";
import { idSchema } from "../ids.ts";
import { templateUse } from "./asset.ts";
import { formed, limited, lineText, nameText } from "./fields.ts";
import { list } from "./list.ts";

/** The variables that a brand has beside those of its colours: its first colour, and its fonts. */
export const brandRoles = ["main", "text-font", "heading-font"] as const;

const colourVariable = formed(
  /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
  60,
  "must be 1 to 60 lower-case letters and digits, with single dashes between them",
)
  .refine((name) => !brandRoles.some((role) => role === name), `must not be ${brandRoles.join(", ")}`)
  .meta({
    description: "Name of its CSS variable behind `--brand-`. It stays when the colour gets another name.",
    example: "signal-blue",
  });

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
    colours: z
      .array(z.object({ ...colour, variable: colourVariable }))
      .max(maxColours)
      .meta({ description: "The colours, in their order. Templates have the first one as `--brand-main` too." }),
    ...fields,
  })
  .meta({ id: "Brand", description: "The colours, fonts, logo and legal line that Design offers in a project." });
export type Brand = z.infer<typeof brand>;

/** A colour of a brand that may be new. */
const givenColour = z.strictObject({
  ...colour,
  variable: colourVariable.optional().meta({
    description:
      "Name of its CSS variable behind `--brand-`. Default: that of the colour of this name, or one like the name.",
  }),
});

export const brandUses = z
  .object({
    templates: z.array(templateUse).max(1_000).meta({ description: "The templates that use it, at most 1,000." }),
    snippets: z.array(z.string()).meta({ description: "Names of the snippets that use it." }),
  })
  .meta({ id: "BrandUses", description: "The templates and snippets that use variables of the brand." });

export const brandBody = z.strictObject({
  colours: list(givenColour, maxColours, `must have at most ${maxColours} colours`)
    .refine(
      (colours) => new Set(colours.map(({ name }) => name)).size === colours.length,
      "must not contain two colours of one name",
    )
    .refine((colours) => {
      const variables = colours.flatMap(({ variable }) => variable ?? []);
      return new Set(variables).size === variables.length;
    }, "must not contain two colours of one variable")
    .meta({ description: "The colours, in their order." }),
  ...fields,
});
