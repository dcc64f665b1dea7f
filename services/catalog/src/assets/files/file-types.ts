import { Problem, type AssetKind } from "@platen/contracts";

/** A format that a project may keep. */
export type FileType = {
  kind: AssetKind;
  contentType: string;
  /** The words of messages, with an article. */
  title: string;
  /** The endings of its names, the usual one first. */
  endings: readonly string[];
};

const picture = (contentType: string, title: string, ...endings: string[]): FileType => ({
  kind: "picture",
  contentType,
  title: `${title} picture`,
  endings,
});
const font = (contentType: string, title: string, ...endings: string[]): FileType => ({
  kind: "font",
  contentType,
  title: `${title} font`,
  endings,
});

export const fileTypes = {
  png: picture("image/png", "a PNG", "png"),
  jpeg: picture("image/jpeg", "a JPEG", "jpg", "jpeg"),
  gif: picture("image/gif", "a GIF", "gif"),
  webp: picture("image/webp", "a WebP", "webp"),
  avif: picture("image/avif", "an AVIF", "avif"),
  svg: picture("image/svg+xml", "an SVG", "svg"),
  // Both endings are in use for both kinds of outlines.
  ttf: font("font/ttf", "a TrueType", "ttf", "otf"),
  otf: font("font/otf", "an OpenType", "otf", "ttf"),
  woff: font("font/woff", "a WOFF", "woff"),
  woff2: font("font/woff2", "a WOFF2", "woff2"),
  css: { kind: "stylesheet", contentType: "text/css", title: "a style sheet", endings: ["css"] },
  js: { kind: "script", contentType: "text/javascript", title: "a script", endings: ["js", "mjs"] },
} as const satisfies Record<string, FileType>;

export type FileTypeName = keyof typeof fileTypes;

const allTypes: readonly FileType[] = Object.values(fileTypes);
const [lastEnding, ...otherEndings] = [...new Set(allTypes.flatMap((type) => type.endings))].toReversed();

/** The ending of a name; empty if it has none. */
function endingOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > name.lastIndexOf("/") ? name.slice(dot + 1) : "";
}

/** The formats that a name tells by its ending. Refuses an ending of no format that a project may keep. */
export function typesOfName(name: string): FileType[] {
  const ending = endingOf(name);
  const types = allTypes.filter((type) => type.endings.includes(ending));
  if (types.length > 0) return types;
  const list = otherEndings.toReversed().map((other) => `.${other}`);
  const message = `must end in ${list.join(", ")} or .${lastEnding}`;
  throw new Problem("request.invalid", { message: `\`name\` ${message}.`, details: [{ path: "name", message }] });
}
