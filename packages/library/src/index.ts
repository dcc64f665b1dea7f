export { type LibraryAsset } from "./assets/asset-lookup.ts";
export { type AssetPart, type AssetSource } from "./assets/asset-source.ts";
export { maxMarginBytes } from "./assets/asset-addresses.ts";
export { composeAssets, maxComposedLength, type ComposedAssets } from "./assets/compose-assets.ts";
export type { AssetMistake, AssetPin, ComposeLibrary } from "./assets/used-assets.ts";
export { findAssetNames, type AssetName } from "./assets/find-asset-names.ts";
export {
  createPlaceReader,
  placeAt,
  replaceIn,
  writtenText,
  type ComposedText,
  type Place,
  type PlacedMessage,
  type Places,
  type Replacement,
} from "./composed-text.ts";
export {
  composeSnippets,
  namesOfSnippets,
  type ComposedBlock,
  type ComposedTemplate,
  type ComposeOptions,
  type Composition,
  type OwnPiece,
  type OwnText,
  type TemplateTexts,
} from "./snippets/compose-snippets.ts";
export { snippetPath, type SnippetLibrary, type SnippetText } from "./snippets/snippet-parts.ts";
export { mayUseSnippets } from "./snippets/parse-part.ts";
