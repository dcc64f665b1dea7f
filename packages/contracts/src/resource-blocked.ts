import type { BlockedKind, Warning } from "./schemas/warning.ts";
import type { Tolerant } from "./tolerant.ts";
import { warningOf } from "./warning-severity.ts";

/** Files of one kind that a document requested and did not get. `host` is undefined for a count over several hosts. */
export type Blocked = { kind: BlockedKind; host: string | undefined; count: number };

const words: Record<BlockedKind, { one: string; many: string; fix: string }> = {
  image: {
    one: "image",
    many: "images",
    fix: "Upload an image to the assets, or write it as a data: URL or inline SVG.",
  },
  stylesheet: { one: "style sheet", many: "style sheets", fix: "Copy a style sheet's rules into the template's own." },
  font: { one: "font", many: "fonts", fix: "Upload a font to the assets, or name an installed one." },
  frame: { one: "frame", many: "frames", fix: "Copy what a frame shows into the template." },
  media: { one: "media file", many: "media files", fix: "Use a picture in place of sound or video." },
  script: { one: "script", many: "scripts", fix: "Copy a script into a script element of the template." },
  other: { one: "file", many: "files", fix: "Put what a file holds into the template or its data." },
};

function originOf(host: string | undefined, count: number): string {
  if (host === undefined) return "from other addresses";
  if (host.endsWith(":")) return count === 1 ? `with a ${host} address` : `with ${host} addresses`;
  return `from ${host}`;
}

const wordsOfKind = new Map<string, (typeof words)[BlockedKind]>(Object.entries(words));

/** The noun for a number of files of a kind. */
export function nounFor(kind: string, count: number): string {
  const { one, many } = wordsOfKind.get(kind) ?? words.other;
  return count === 1 ? one : many;
}

/**
 * Describes in two parts the files that were not loaded and the fix, for views that list several warnings. A kind of a
 * later release is worded as "file".
 */
export function wordsForBlocked({ kind, host, count }: Tolerant<Blocked>): { what: string; fix: string } {
  const { fix } = wordsOfKind.get(kind) ?? words.other;
  const files = `${count.toLocaleString("en")} ${nounFor(kind, count)}`;
  return { what: `${files} ${originOf(host, count)} ${count === 1 ? "was" : "were"} not loaded`, fix };
}

/** Creates the warning about files that a document requested and did not get. A reader's kind may be of a later release. */
export function resourceBlocked<Kind extends string>(
  blocked: Omit<Blocked, "kind"> & { kind: Kind },
): Omit<Warning, "kind"> & { kind: Kind } {
  const { kind, host, count } = blocked;
  const { what, fix } = wordsForBlocked(blocked);
  const message = `${what}: documents have no network access. ${fix}`;
  return warningOf("resource.blocked", message, { kind, ...(host !== undefined && { host }), count });
}
