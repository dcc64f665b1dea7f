import { assetOrigin } from "@platen/contracts/asset-origin";

/** The beginning of an address in a template's text: the digest of a set of files or `missing`, then its name. */
const named = new RegExp(
  `${assetOrigin.replaceAll(/[./]/g, String.raw`\$&`)}(?:[0-9a-f]{64}|missing)/([a-z0-9._/-]{0,200})`,
  "g",
);

/**
 * The addresses of the library in a template's texts, with the names that these are of. An address ends where a tag
 * begins. The time grows with the length of the text alone.
 */
export function namesIn(text: string): ReadonlyMap<string, string> {
  return new Map([...text.matchAll(named)].map(([address, name = ""]) => [address, name]));
}

/**
 * The name of a file in the words of the template; `*` stands for the rest, which comes from the data. Undefined for an
 * address that data has made as a whole.
 */
export function nameOf(address: string, names: ReadonlyMap<string, string>): string | undefined {
  if (names.has(address)) return names.get(address);
  // Of several beginnings the shortest: a longer one could tell how the data goes on.
  const beginnings = [...names.keys()].filter((start) => address.startsWith(start));
  const [shortest] = beginnings.toSorted((one, other) => one.length - other.length);
  return shortest === undefined ? undefined : `${names.get(shortest)}*`;
}
