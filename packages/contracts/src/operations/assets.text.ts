import type { Section } from "../reference.ts";

export const assets: Section = {
  tag: "Assets",
  operations: {
    listAssets: {
      summary: "List the project's assets",
    },
    uploadAsset: {
      summary: "Upload an asset",
      description:
        "Creates the asset, or replaces the bytes of the asset with this name. Published versions keep the bytes with which they were published.",
    },
    getAsset: {
      summary: "Get an asset",
    },
    getAssetContent: {
      summary: "Download the bytes of an asset",
    },
    getAssetUses: {
      summary: "List the templates and snippets that use an asset",
    },
    renameAsset: {
      summary: "Rename an asset",
      description: "Published versions keep it. Drafts that use the old name no longer find it.",
    },
    deleteAsset: {
      summary: "Delete an asset",
      description: "Refused with `asset.in_use` while a draft or a snippet uses it. Published versions keep it.",
    },
  },
};
