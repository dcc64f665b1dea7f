import { operations, pageSettings, type ResponseOutput } from "@platen/contracts";
import { z } from "zod";

export const templateFormat = "platen-template";
export const templateFormatVersion = 1;

/**
 * A template as a file: everything that its author wrote, and nothing that an installation adds. Exporting an imported
 * template results in the same file, byte for byte.
 */
export const templateFile = operations.createTemplate.member.request.body
  .omit({ sample: true })
  .required()
  .extend({
    /** Absent for a template without translations. */
    translations: operations.createTemplate.member.request.body.shape.translations,
    format: z.literal(templateFormat),
    formatVersion: z.literal(templateFormatVersion),
  });

export type TemplateFile = z.infer<typeof templateFile>;

type Template = Pick<ResponseOutput<typeof operations.getTemplate.member>, "name" | "description" | "tags">;
type Source = Pick<
  ResponseOutput<typeof operations.getDraft.member>,
  "settings" | "html" | "css" | "dataSets" | "translations"
>;

/** The text of the file. Its fields have a fixed order; the schema sets that of the settings. */
export function writeTemplateFile({ name, description, tags }: Template, source: Source): string {
  const { translations = {} } = source;
  const file: TemplateFile = {
    format: templateFormat,
    formatVersion: templateFormatVersion,
    name,
    description,
    tags,
    settings: pageSettings.parse(source.settings),
    html: source.html,
    css: source.css,
    dataSets: source.dataSets.map((set) => ({ name: set.name, json: set.json })),
    ...(Object.keys(translations).length > 0 && { translations }),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** The name of the file, without characters that have a meaning in file systems or shells. */
export function templateFileName(name: string): string {
  const plain = name
    .normalize("NFC")
    .replaceAll(/[^\p{L}\p{N}\p{M}._ -]/gu, " ")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/^[ .-]+|[ .-]+$/g, "");
  return `${plain === "" ? "template" : plain}.platen.json`;
}
