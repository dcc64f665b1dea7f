import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { assetOrigin } from "@platen/contracts/asset-origin";
import type { Library, LibraryFont } from "@platen/engine";

/** A change of a filled document that makes it use a library. */
export type WithLibrary = { name: string; change: (html: string) => string; library: Library };

/** The package of the engine has the fonts that it installs. */
const ofEngine = createRequire(import.meta.resolve("@platen/engine"));
const inter = (file: string) => readFileSync(ofEngine.resolve(`@expo-google-fonts/inter/${file}`));
const faces = [
  { weight: "400", bytes: inter("400Regular/Inter_400Regular.ttf") },
  { weight: "600", bytes: inter("600SemiBold/Inter_600SemiBold.ttf") },
];
/** Pictures of 14 kB. A PDF takes a JPEG as it is; Chromium compresses the pixels of a PNG for each PDF. */
const pictures = {
  jpeg: readFileSync(new URL("../documents/invoice/logo.jpg", import.meta.url)),
  png: readFileSync(new URL("../documents/invoice/logo.png", import.meta.url)),
};
type PictureKind = keyof typeof pictures;

const withFont = (html: string) => html.replaceAll("Inter,", "Brand,");
const drawn = /<svg class="logo"[^]*?<\/svg>/;
const withLogo = (html: string) => html.replace(drawn, `<img class="logo" src="${assetOrigin}logo">`);

/** The installed font of the invoice under another name, as a font of the library. */
export const ownFont: WithLibrary = { name: "own font", change: withFont, library: libraryOf({ hasFonts: true }) };
/** A picture of the library in place of the drawn logo. */
export const ownLogo = (picture: PictureKind): WithLibrary => ({
  name: `${picture.toUpperCase()} logo`,
  change: withLogo,
  library: libraryOf({ picture }),
});
export const fontAndLogo: WithLibrary = {
  name: "own font and logo",
  change: (html) => withFont(withLogo(html)),
  library: libraryOf({ hasFonts: true, picture: "png" }),
};

function libraryOf({ hasFonts = false, picture }: { hasFonts?: boolean; picture?: PictureKind }): Library {
  const bytesOf = new Map<string, Uint8Array>();
  const keep = (bytes: Uint8Array) => {
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    bytesOf.set(sha256, bytes);
    return sha256;
  };
  const fonts = faces.map(({ weight, bytes }): LibraryFont => ({
    family: "Brand",
    weight,
    style: "normal",
    sha256: keep(bytes),
  }));
  return {
    files: picture
      ? [{ address: `${assetOrigin}logo`, sha256: keep(pictures[picture]), contentType: `image/${picture}` }]
      : [],
    fonts: hasFonts ? fonts : [],
    async read(sha256) {
      const bytes = bytesOf.get(sha256);
      if (!bytes) throw new Error("the library does not have these bytes");
      return bytes;
    },
  };
}
