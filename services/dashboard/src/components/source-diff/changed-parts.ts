import type { operations, ResponseOutput } from "@platen/contracts";

/** The source of a template, as in drafts and versions. */
export type Source = Pick<
  ResponseOutput<typeof operations.getDraft.member>,
  "html" | "css" | "settings" | "dataSets" | "translations"
>;

export type SourcePart = { id: string; label: string; text: string };

/** The parts of a source as texts, in display order. Only HTML, CSS and settings are always there. */
export function partsOf({ html, css, settings, dataSets, translations = {} }: Source): SourcePart[] {
  const { header = "", footer = "", ...others } = settings;
  const parts = [
    { id: "html", label: "HTML", text: html },
    { id: "css", label: "CSS", text: css },
    { id: "header", label: "Header", text: header },
    { id: "footer", label: "Footer", text: footer },
    { id: "settings", label: "Settings", text: `${JSON.stringify(others, null, 2)}\n` },
    ...dataSets.map(({ name, json }) => ({ id: `data:${name}`, label: `Data “${name}”`, text: json })),
    ...Object.entries(translations).map(([locale, texts]) => ({
      id: `texts:${locale}`,
      label: `Texts (${locale})`,
      text: `${JSON.stringify(texts, null, 2)}\n`,
    })),
  ];
  return parts.filter(({ id, text }) => text !== "" || (id !== "header" && id !== "footer"));
}

export type ChangedPart = { id: string; label: string; before: string; after: string };

/** The parts that differ between two sources. A part that only one of them has is compared with an empty text. */
export function changedParts(before: Source, after: Source): ChangedPart[] {
  const old = new Map(partsOf(before).map((part) => [part.id, part]));
  const now = new Map(partsOf(after).map((part) => [part.id, part]));
  // Parts of both sources keep the order of the newer one.
  return [...new Map([...now, ...old]).values()].flatMap(({ id, label }) => {
    const [from, to] = [old.get(id)?.text ?? "", now.get(id)?.text ?? ""];
    return from === to && old.has(id) === now.has(id) ? [] : [{ id, label, before: from, after: to }];
  });
}
