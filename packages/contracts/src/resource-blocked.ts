import type { BlockedKind, Warning } from "./schemas/warning.ts";

const words: Record<BlockedKind, { one: string; many: string; fix: string }> = {
  image: { one: "image", many: "images", fix: "Use a data: URL or inline SVG." },
  stylesheet: { one: "style sheet", many: "style sheets", fix: "Copy its rules into the template's stylesheet." },
  font: { one: "font", many: "fonts", fix: "Name an installed font." },
  frame: { one: "frame", many: "frames", fix: "Copy what it shows into the template." },
  media: { one: "media file", many: "media files", fix: "Use a picture in its place." },
  script: { one: "script", many: "scripts", fix: "Copy it into a script element of the template." },
  other: { one: "file", many: "files", fix: "Put what they hold into the template or its data." },
};

function originOf(host: string | undefined, count: number): string {
  if (host === undefined) return "from other addresses";
  if (host.endsWith(":")) return count === 1 ? `with a ${host} address` : `with ${host} addresses`;
  return `from ${host}`;
}

/** Makes the warning about files that a document asked for and did not get. */
export function resourceBlocked({
  kind,
  host,
  count,
}: {
  kind: BlockedKind;
  /** Undefined where several hosts are counted together. */
  host: string | undefined;
  count: number;
}): Warning {
  const { one, many, fix } = words[kind];
  const what = `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
  const verb = count === 1 ? "was" : "were";
  const message = `${what} ${originOf(host, count)} ${verb} not loaded: a document has no network. ${fix}`;
  return { code: "resource.blocked", message, kind, ...(host !== undefined && { host }), count };
}
