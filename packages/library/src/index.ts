export { type LibraryAsset } from "./assets/asset-lookup.ts";
export { type AssetPart, type AssetSource } from "./assets/asset-source.ts";
export {
  composeAssets,
  maxComposedLength,
  maxMarginBytes,
  type AssetMistake,
  type AssetPin,
  type ComposedAssets,
  type ComposeLibrary,
} from "./assets/compose-assets.ts";
export { findAssetNames, type AssetName } from "./assets/find-asset-names.ts";
