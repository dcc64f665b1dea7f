import type { SourcePartId, TemplateSource } from "../template-source.ts";

/** The change that writes one text of a source. An empty header or footer is left out. */
export function changeOfText(
  { settings }: TemplateSource,
  part: Exclude<SourcePartId, "data">,
  text: string,
): Partial<TemplateSource> {
  if (part === "html" || part === "css") return { [part]: text };
  const { [part]: _before, ...others } = settings;
  return { settings: text === "" ? others : { ...settings, [part]: text } };
}
