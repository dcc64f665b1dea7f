import { z } from "zod";
import { idSchema } from "../ids.ts";
import { limited, sha256, text, timestamp } from "./fields.ts";
import { author } from "./template.ts";

export const assetKinds = ["picture", "font", "stylesheet", "script"] as const;
export type AssetKind = (typeof assetKinds)[number];

/** The most bytes of an asset of each kind. */
export const maxAssetBytes: Readonly<Record<AssetKind, number>> = {
  picture: 5_000_000,
  font: 10_000_000,
  stylesheet: 1_000_000,
  script: 2_000_000,
};
/** The most bytes of an asset of any kind. */
export const largestAssetBytes = Math.max(...Object.values(maxAssetBytes));

export const assetName = limited(200)
  .regex(
    /^[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)*$/,
    "must be 1 to 200 lower-case letters, digits, dots, dashes, underscores or slashes, and each part between slashes must start with a letter or digit",
  )
  .meta({
    description: "Name, unique in the project. Templates use it as `asset:logo.svg`.",
    example: "flags/de.svg",
  });

/** SHA-256 of an asset's bytes in hex. */
export const assetDigest = sha256.meta({ description: "SHA-256 of the bytes, in hex." });

export const fontFace = z.object({
  family: z.string().max(200).meta({ description: "Family of the font.", example: "Brand Sans" }),
  weight: z
    .string()
    .max(20)
    .meta({ description: "Weight, or a range of weights for a variable font.", example: "400" }),
  style: z.enum(["normal", "italic", "oblique"]).meta({ description: "Style of the font." }),
});
export type FontFace = z.infer<typeof fontFace>;

export const asset = z
  .object({
    assetId: idSchema("asset"),
    name: assetName,
    kind: z.enum(assetKinds).meta({ description: "Kind of the file." }),
    contentType: z.string().meta({ description: "Media type, as the bytes show it.", example: "image/png" }),
    sizeBytes: z.int().meta({ description: "Size in bytes." }),
    sha256: assetDigest,
    revision: z.int().meta({ description: "Number of the latest upload of this asset, from 1." }),
    width: z.int().optional().meta({ description: "Width of a picture in pixels. Absent if the file does not say." }),
    height: z.int().optional().meta({ description: "Height of a picture in pixels. Absent if the file does not say." }),
    font: fontFace.optional().meta({ description: "The face of a font. Absent for other kinds." }),
    updatedAt: timestamp.meta({ description: "When the asset was last uploaded or renamed." }),
    savedBy: author.nullable().meta({ description: "The account that uploaded it last; null if an API key did." }),
  })
  .meta({ id: "Asset", description: "A file of a project's library that templates use." });
export type Asset = z.infer<typeof asset>;

/** A template that uses an asset or a snippet. */
export const templateUse = z.object({
  templateId: idSchema("template"),
  name: z.string().meta({ description: "Name of the template." }),
  isInDraft: z.boolean().meta({ description: "Whether the draft uses it." }),
  currentVersion: z
    .int()
    .nullable()
    .meta({ description: "The current published version if that uses it; null otherwise." }),
  isCurrent: z
    .boolean()
    .meta({ description: "Whether the current version has the newest state. True if it does not use it." }),
});
export type TemplateUse = z.infer<typeof templateUse>;

/** The names of snippets that use an asset or another snippet. */
const snippetUses = z.array(z.string()).meta({ description: "Names of the snippets that use it." });

export const assetUses = z
  .object({
    templates: z.array(templateUse).max(1_000).meta({ description: "The templates that use it, at most 1,000." }),
    snippets: snippetUses,
  })
  .meta({ id: "AssetUses", description: "The templates and snippets that use an asset." });

export const assetSearch = text(200, 1).meta({
  description: "Only assets whose name contains this text, ignoring case.",
});
