import { readFileSync } from "node:fs";
import { extname } from "node:path";

const contentTypes: Readonly<Record<string, string>> = {
  ".avif": "image/avif",
  ".bmp": "image/bmp",
  ".gif": "image/gif",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".otf": "font/otf",
  ".png": "image/png",
  ".ttf": "font/ttf",
  ".webp": "image/webp",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
};

/** A file of the `fixtures` folder. The README there tells how each was made. */
export function fixture(name: string): { bytes: Buffer; contentType: string } {
  const contentType = contentTypes[extname(name)];
  if (contentType === undefined) throw new Error(`the fixture ${name} has an unknown extension`);
  return { bytes: readFileSync(new URL(`fixtures/${name}`, import.meta.url)), contentType };
}

/** A fixture as a `data:` URL. */
export function dataUrl(name: string): string {
  const { bytes, contentType } = fixture(name);
  return `data:${contentType};base64,${bytes.toString("base64")}`;
}
