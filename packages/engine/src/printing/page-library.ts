import { randomBytes } from "node:crypto";
import { assetOrigin } from "@platen/contracts/asset-origin";
import type { CDPSession } from "puppeteer";
import { withAddresses } from "./library-addresses.ts";
import type { Asset, Library, LibraryFile, LibraryFont, MissingFile } from "./library.ts";
import type { PreparedHtml } from "./prepare-html.ts";

/**
 * What a page has of the library of its project. The page gets each picture and font once, and keeps it for the documents
 * after, in its memory: a document whose pictures and fonts are there requests nothing.
 *
 * A document must not get what its own library does not have, even if the page has it. So each page has addresses of its
 * own for its pictures, which no document can know, and the addresses in a document's HTML are replaced.
 */
export type PageLibrary = {
  /** Begins a document. The page answers its requests until `stop`. */
  start(library: Library | undefined): void;
  /** Ends the reads that are still under way. */
  stop(): void;
  /** Gives the file of an address; undefined if the document's library does not have it. */
  answer(url: string): Promise<Asset | undefined>;
  /** The document with the addresses of this page. */
  addressed(document: PreparedHtml): PreparedHtml;
  /**
   * Brings the fonts of the document to the page, and takes those of other documents from it. Does the same for its
   * pictures if the document is laid out once. Tells whether a single layout suffices for these.
   */
  bring(session: CDPSession, document: PreparedHtml, isSingleLayout: boolean): Promise<boolean>;
  /** Families of fonts of the document's library that the browser refuses. */
  refusedFonts(): string[];
  /** Notes that a request was refused because its address is not in the library. */
  noteMissing(url: string, resource: string): void;
  /** The files that the document names and its library does not have, since the last call. */
  takeMissing(): MissingFile[];
  /** Whether the document has requested an address that was not replaced. The page may now remember it. */
  hasLeftTraces(): boolean;
  /** Forgets what the page had, because the page has lost it. */
  forget(): void;
};

/** The bytes of pictures that a page keeps, and the fonts. A page with more drops those that its document does not use. */
const maxKept = { pictureBytes: 30_000_000, fonts: 60 };
const maxBytes = 10_000_000;
/** More than a document names. It can invent any number of addresses. */
const maxMissing = 100;
const longestAddress = 400;

/** `isShared` tells whether the page prints several documents. */
export function createPageLibrary({ isShared }: { isShared: boolean }): PageLibrary {
  const ownOrigin = `${assetOrigin}${randomBytes(16).toString("hex")}/`;
  let library: Library | undefined;
  let files: ReadonlyMap<string, LibraryFile> = new Map();
  /** The files that the document has under the page's own addresses. */
  let replaced = new Map<string, LibraryFile>();
  /** For a document with a library alone: most have none, and an abort makes an error with its stack. */
  let reading: AbortController | undefined;
  let missing = new Map<string, MissingFile>();
  let hasLeftTraces = false;
  /** The pictures that the page has, with their size; undefined for a picture that the browser cannot show. */
  const pictures = new Map<string, number | undefined>();
  /** The fonts that the page has, with whether the browser accepts them. */
  const faces = new Map<string, boolean>();
  let facesInUse = "";
  const sizes = new Map<string, number>();

  async function read({
    sha256,
    contentType,
  }: Pick<LibraryFile, "sha256" | "contentType">): Promise<Asset | undefined> {
    if (!library || !reading) return undefined;
    const bytes = await library.read(sha256, reading.signal);
    sizes.set(sha256, bytes.byteLength);
    return bytes.byteLength <= maxBytes ? { bytes, contentType } : undefined;
  }

  function replace(address: string): string | undefined {
    const file = files.get(address);
    if (!file) return undefined;
    const own = `${ownOrigin}${file.sha256}`;
    replaced.set(own, file);
    return own;
  }

  async function bringFonts(session: CDPSession): Promise<void> {
    const wanted = (library?.fonts ?? []).map((font) => ({
      key: keyOf(font),
      ...font,
      url: `${ownOrigin}${font.sha256}`,
    }));
    const inUse = wanted.map(({ key }) => key).join("\n");
    if (inUse === facesInUse) return;
    for (const { url, sha256 } of wanted) {
      if (!replaced.has(url)) replaced.set(url, { address: url, sha256, contentType: "font/sfnt" });
    }
    const accepted = await evaluate(session, useFonts, [wanted, isShared, maxKept.fonts]);
    for (const [key, isAccepted] of Object.entries(accepted)) faces.set(key, isAccepted === true);
    facesInUse = inUse;
  }

  async function bringPictures(session: CDPSession): Promise<boolean> {
    const used = [...replaced].flatMap(([url, { contentType }]) => (contentType.startsWith("image/") ? [url] : []));
    const wanted = used.filter((url) => !pictures.has(url));
    if (wanted.length > 0) {
      const kept = pictures.size > 0 && total(pictures.values()) > maxKept.pictureBytes ? used : undefined;
      const shown = await evaluate(session, keepPictures, [wanted, kept]);
      const stays = new Set(kept ?? pictures.keys());
      for (const url of pictures.keys()) if (!stays.has(url)) pictures.delete(url);
      for (const url of wanted) {
        const size = sizes.get(url.slice(ownOrigin.length));
        pictures.set(url, shown[url] === true ? (size ?? 0) : undefined);
      }
      sizes.clear();
    }
    return used.every((url) => pictures.get(url) !== undefined);
  }

  return {
    start(next) {
      library = next;
      files = new Map(next?.files.map((file) => [file.address, file]));
      replaced = new Map();
      reading = next && new AbortController();
      missing = new Map();
      hasLeftTraces = false;
    },
    stop() {
      library = undefined;
      reading?.abort();
    },
    async answer(url) {
      const own = replaced.get(url);
      if (own) return read(own);
      if (!url.startsWith(assetOrigin)) return undefined;
      hasLeftTraces = true;
      const file = files.get(url);
      return file && read(file);
    },
    addressed: (document) =>
      // A page for a single document keeps nothing. Its scripts see the addresses as they are written.
      isShared ? withAddresses(document, document.namedAddresses, replace) : document,
    async bring(session, document, isSingleLayout) {
      // The browser asks for a file that is missing, so that the document gets a warning.
      const hasAll = isSingleLayout && document.namedAddresses.every(({ address }) => files.has(address));
      const [, isShown] = await Promise.all([bringFonts(session), hasAll && bringPictures(session)]);
      return isShown;
    },
    refusedFonts() {
      const refused = library?.fonts.filter((font) => faces.get(keyOf(font)) === false) ?? [];
      return [...new Set(refused.map(({ family }) => family))];
    },
    noteMissing(url, resource) {
      hasLeftTraces = true;
      const isKnown = missing.size < maxMissing || missing.has(`${resource} ${url}`);
      const address = isKnown ? url.slice(0, longestAddress) : assetOrigin;
      const key = `${resource} ${isKnown ? url : ""}`;
      const known = missing.get(key);
      if (known) known.count += 1;
      else missing.set(key, { resource, address, count: 1 });
    },
    takeMissing() {
      const taken = [...missing.values()];
      missing = new Map();
      return taken;
    },
    hasLeftTraces: () => hasLeftTraces,
    forget() {
      pictures.clear();
      faces.clear();
      facesInUse = "";
    },
  };
}

function keyOf({ family, weight, style, unicodeRange = "", stretch = "", sha256 }: LibraryFont): string {
  return JSON.stringify([family, weight, style, unicodeRange, stretch, sha256]);
}

function total(sizes: Iterable<number | undefined>): number {
  let sum = 0;
  for (const size of sizes) sum += size ?? 0;
  return sum;
}

async function evaluate(session: CDPSession, code: string, args: unknown[]): Promise<Record<string, unknown>> {
  const expression = `(${code})(${args.map((argument) => JSON.stringify(argument) ?? "undefined").join()})`;
  const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
    expression,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails) throw new Error("the page could not load the files of its library");
  // The code gives an object.
  return result.value as Record<string, unknown>;
}

// Runs although JavaScript is off, which holds for the page's own scripts. The document's set of fonts outlives its
// content. A font that the page has had before is used again without loading it.
const useFonts = `async (wanted, isShared, maxKept) => {
  const kept = isShared ? (window[Symbol.for("platen fonts")] ??= new Map()) : new Map();
  // An element of a document with the name "fonts" would hide the property.
  const fonts = Object.getOwnPropertyDescriptor(Document.prototype, "fonts").get.call(document);
  const used = new Set(wanted.map(({ key }) => key));
  for (const [key, face] of kept) {
    if (used.has(key)) continue;
    fonts.delete(face);
    if (kept.size > maxKept) kept.delete(key);
  }
  const accepted = {};
  await Promise.all(wanted.map(async ({ key, family, url, weight, style, stretch = "normal", unicodeRange = "U+0-10FFFF" }) => {
    try {
      const face = kept.get(key) ?? new FontFace(family, "url(" + url + ")", { weight, style, stretch, unicodeRange });
      kept.set(key, face);
      await face.load();
      fonts.add(face);
      accepted[key] = true;
    } catch {
      accepted[key] = false;
    }
  }));
  return accepted;
}`;

// A picture stays in the memory of the page while an object of the page uses it.
const keepPictures = `async (wanted, used) => {
  const kept = (window[Symbol.for("platen pictures")] ??= new Map());
  if (used) for (const url of [...kept.keys()]) if (!used.includes(url)) kept.delete(url);
  const shown = {};
  await Promise.all(wanted.map(async (url) => {
    const picture = new Image();
    picture.src = url;
    kept.set(url, picture);
    shown[url] = await picture.decode().then(() => true, () => false);
  }));
  return shown;
}`;
