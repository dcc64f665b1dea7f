import { createHash } from "node:crypto";
import { assetOrigin } from "@platen/contracts/asset-origin";
import type { Asset, Library, LibraryFont } from "../src/printing/library.ts";

export type TestFont = Partial<Omit<LibraryFont, "sha256">> & { family: string; bytes: Uint8Array };

export type TestLibrary = Library & {
  /** The digests that were read, in order. */
  reads: string[];
};

export const digestOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** A library of files by their addresses, or by what comes after the origin. */
export function testLibrary(files: Record<string, Asset>, fonts: readonly TestFont[] = []): TestLibrary {
  const bytesOf = new Map<string, Uint8Array>();
  const keep = (bytes: Uint8Array) => {
    const sha256 = digestOf(bytes);
    bytesOf.set(sha256, bytes);
    return sha256;
  };
  const reads: string[] = [];
  return {
    files: Object.entries(files).map(([name, { bytes, contentType }]) => ({
      address: name.startsWith(assetOrigin) ? name : `${assetOrigin}${name}`,
      sha256: keep(bytes),
      contentType,
    })),
    fonts: fonts.map(({ bytes, ...font }) => ({ weight: "400", style: "normal", ...font, sha256: keep(bytes) })),
    reads,
    read(sha256) {
      reads.push(sha256);
      const bytes = bytesOf.get(sha256);
      return bytes ? Promise.resolve(bytes) : Promise.reject(new Error("the library does not have these bytes"));
    },
  };
}

/** A picture that shows a text, which a test can read from the PDF. */
export function svg(text: string): Asset {
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="30"><text y="20">${text}</text></svg>`;
  return { bytes: Buffer.from(drawn), contentType: "image/svg+xml" };
}
