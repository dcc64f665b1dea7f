import type { AssetKind } from "@platen/contracts";
import { assetOrigin } from "@platen/contracts/asset-origin";
import { maxDynamicAssets, type LibraryAsset } from "./asset-lookup.ts";
import type { AssetPlace, AssetReference } from "./asset-references.ts";
import type { AssetPart } from "./asset-source.ts";
import { byName, isMargin, ownText, type AssetContext, type UsedAssets } from "./used-assets.ts";

/** The most bytes of pictures in header and footer together. */
export const maxMarginBytes = 350_000;

/** The address of an asset that the library does not have. Its path ends with the name. */
const missingOrigin = `${assetOrigin}missing/`;

type ReadPart = { path: AssetPart; places: readonly AssetPlace[] };

/** Gives the addresses that stand in the places of names, and notes the assets. */
export function createAssetAddresses(
  parts: readonly ReadPart[],
  used: UsedAssets,
  digestOf: (text: string) => string,
): (context: AssetContext, reference: AssetReference, kind: AssetKind) => string {
  const choicesOrigin = pinChoices(parts, used, digestOf);
  let marginBytes = 0;

  function addressOf(context: AssetContext, reference: AssetReference, kind: AssetKind): string {
    if (isMargin(context.path)) return dataUrlOf(context, reference, kind);
    if (reference.isDynamic && kind === "picture") return choicesOrigin + reference.name;
    const asset = used.find(context, reference, kind);
    if (!asset) return missingAddress(reference);
    const address = assetOrigin + asset.sha256;
    used.addFile(address, asset);
    return address;
  }

  /** The address of a picture in a header or footer, which can load nothing. */
  function dataUrlOf(context: AssetContext, reference: AssetReference, kind: AssetKind): string {
    const asset = kind === "picture" ? used.find(context, reference, kind) : undefined;
    if (kind !== "picture")
      used.complain(
        context,
        reference,
        "A header or footer can show pictures, but has no fonts or scripts of its own.",
      );
    if (!asset) return "data:,";
    marginBytes += asset.sizeBytes;
    if (marginBytes > maxMarginBytes) {
      const limit = `${maxMarginBytes / 1_000} kB`;
      used.complain(
        context,
        reference,
        `The pictures in header and footer have more than ${limit} together. Use smaller ones.`,
      );
      return "data:,";
    }
    const content = used.contentOf(asset);
    return content === undefined ? "data:," : `data:${asset.contentType};base64,${content}`;
  }

  return addressOf;
}

/** Pins the pictures to which names with tags may lead, all below one address. */
function pinChoices(parts: readonly ReadPart[], used: UsedAssets, digestOf: (text: string) => string): string {
  const choices = new Map<string, LibraryAsset>();
  for (const { path, places } of parts) {
    if (isMargin(path)) continue;
    for (const { reference } of places.filter(isAddress)) {
      if (!reference.isDynamic) continue;
      const context = { ...ownText, path };
      for (const asset of used.foundOr(context, reference, used.lookup.beginningWith(reference.name)) ?? [])
        choices.set(asset.name, asset);
      if (choices.size > maxDynamicAssets) {
        used.complain(
          context,
          reference,
          `The names with tags in this template lead to more than ${maxDynamicAssets} pictures together. Write longer beginnings before the tags.`,
        );
        return missingOrigin;
      }
    }
  }
  const pinned = [...choices.values()].toSorted(byName);
  const origin = `${assetOrigin}${digestOf(pinned.map(({ name, sha256 }) => `${name} ${sha256}\n`).join(""))}/`;
  for (const asset of pinned) used.addFile(origin + asset.name, asset);
  return origin;
}

function isAddress(place: AssetPlace): place is AssetPlace & { kind: "address" } {
  return place.kind === "address";
}

export function missingAddress({ name }: AssetReference): string {
  return missingOrigin + name;
}
