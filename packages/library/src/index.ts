export { type LibraryAsset } from "./assets/asset-lookup.ts";
export { type AssetPart } from "./assets/asset-source.ts";
export { composeAssets } from "./assets/compose-assets.ts";
export { brandRule, brandVariables, type BrandVariables } from "./brand/brand-variables.ts";
export { mayNameBrand } from "./brand/read-brand-names.ts";
export { type BrandPins } from "./brand/used-brand.ts";
export type { AssetMistake, AssetPin } from "./assets/used-assets.ts";
export {
  createPlaceReader,
  placeAt,
  replaceIn,
  writtenText,
  type ComposedText,
  type Places,
  type Replacement,
} from "./composed-text.ts";
export {
  composeSnippets,
  namesOfSnippets,
  type ComposedBlock,
  type ComposedTemplate,
  type ComposeOptions,
  type OwnPiece,
  type OwnText,
} from "./snippets/compose-snippets.ts";
export { type SnippetText } from "./snippets/snippet-parts.ts";
export { mayUseSnippets } from "./snippets/parse-part.ts";
