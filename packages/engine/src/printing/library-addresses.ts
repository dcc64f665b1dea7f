import { assetOrigin } from "@platen/contracts/asset-origin";
import type { Insertion } from "./insertion.ts";

/** An address of the library in the HTML of a document, at a place where the browser loads it as a picture or font. */
export type NamedAddress = { at: number; address: string };

/** More than a document shows. The browser requests further addresses as they are written, which takes longer. */
const maxAddresses = 1_000;
const path = String.raw`[a-z0-9][a-z0-9._/-]{0,300}(?![\w./%\\?-]|&(?!quot;|#39;))`;
const origin = assetOrigin.replaceAll(/[./]/g, String.raw`\$&`);
const anyAddress = new RegExp(`${origin}${path}`, "g");
const addressHere = new RegExp(`${origin}${path}`, "y");
/** The text before an address that the browser loads. It does not load the address of a link. */
const loading =
  /(?:(?<![\w-])src\s{0,9}=\s{0,9}|\burl\(\s{0,9}|<image\s(?:[^<>]{0,200}\s)?(?:xlink:)?href\s{0,9}=\s{0,9})(?:["']|&quot;|&#39;)?$/i;
const longestBefore = 250;
/** Styles that print the address of a picture. */
const showsAddress = /\battr\(\s{0,9}src/i;

/** Finds the addresses of the library in HTML, at most 1,000. The time grows with its length alone. */
export function findAddresses(html: string): NamedAddress[] {
  if (!html.includes(assetOrigin) || showsAddress.test(html)) return [];
  const found: NamedAddress[] = [];
  for (const { index, 0: address } of html.matchAll(anyAddress)) {
    if (!loading.test(html.slice(Math.max(0, index - longestBefore), index))) continue;
    found.push({ at: index, address });
    if (found.length === maxAddresses) break;
  }
  return found;
}

/** Whether an address of the library is at a place of a text. */
export function isAddress(text: string, at: number): boolean {
  if (!text.startsWith(assetOrigin, at)) return false;
  addressHere.lastIndex = at;
  return addressHere.test(text);
}

/** Replaces the addresses in a document. Those for which `replace` gives undefined stay. */
export function withAddresses<T extends { html: string; singleLayout: Insertion | undefined }>(
  document: T,
  named: readonly NamedAddress[],
  replace: (address: string) => string | undefined,
): T {
  if (named.length === 0) return document;
  const { html, singleLayout } = document;
  let result = "";
  let done = 0;
  let shift = 0;
  for (const { at, address } of named) {
    const other = replace(address);
    if (other === undefined) continue;
    result += html.slice(done, at) + other;
    done = at + address.length;
    if (singleLayout && at < singleLayout.at) shift += other.length - address.length;
  }
  return {
    ...document,
    html: result + html.slice(done),
    singleLayout: singleLayout && { ...singleLayout, at: singleLayout.at + shift },
  };
}
