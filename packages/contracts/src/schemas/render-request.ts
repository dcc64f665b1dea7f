import { z } from "zod";
import { outputNames } from "../outputs.ts";
import { pageSettings } from "./page-settings.ts";
import { locale, timeZone } from "./region.ts";

/**
 * How the caller of any request for documents wants them rendered: of one document, a preview or a batch. What lies between
 * the caller and the worker passes these on as one object, so that only those name an option that use it.
 */
export const renderOptions = z.strictObject({
  options: pageSettings.optional().meta({ description: "Page settings that override the template's." }),
  locale: locale.optional(),
  timeZone: timeZone.optional().meta({ description: "Time zone (IANA) of the document. Default: the template's." }),
});

export type RenderOptions = z.infer<typeof renderOptions>;

/** Names the fields of {@link renderOptions}, to pick or omit them. */
export const renderOptionNames = { options: true, locale: true, timeZone: true } as const satisfies Record<
  keyof RenderOptions,
  true
>;

/** Takes the options of rendering out of a body. */
export function splitRenderOptions<Body extends RenderOptions>(
  body: Body,
): { rendering: RenderOptions; others: Omit<Body, keyof RenderOptions> } {
  const entries = Object.entries(body);
  // The names are those of the two types.
  return {
    rendering: Object.fromEntries(entries.filter(([name]) => Object.hasOwn(renderOptionNames, name))),
    others: Object.fromEntries(entries.filter(([name]) => !Object.hasOwn(renderOptionNames, name))) as Omit<
      Body,
      keyof RenderOptions
    >,
  };
}

const inlineSource = z.object({
  html: z.string(),
  css: z.string(),
  settings: pageSettings,
  /** The title of a PDF whose HTML and settings name none. */
  title: z.string(),
  /** Whether the HTML is a template that the data fill. Otherwise it is printed as it is. */
  isTemplate: z.boolean(),
});

/** The HTML, CSS and settings that a request brings in place of a template. */
export type InlineSource = z.infer<typeof inlineSource>;

/** What a worker renders, besides the template: the whole request, from the gateway through queue, catalog and courier. */
export const renderRequest = z.object({
  /** The caller's data as JSON. Only the process that fills the template parses it. */
  dataJson: z.string(),
  source: inlineSource.optional(),
  ...renderOptions.shape,
  /** The Mustache template of the PDF's name, which the data fill too: of a row of a batch without a name of its own. */
  filename: z.string().optional(),
  /** The kind of file; without it, a PDF. */
  output: z.enum(outputNames).optional(),
  /** The document is filled and checked, and not printed. */
  check: z.literal("only").optional(),
  /** The date the PDF bears where its settings name none, in milliseconds since the epoch; without it, that of the job. */
  datedAt: z.number().optional(),
});

export type RenderRequest = z.infer<typeof renderRequest>;

/** What all rows of a batch have in common. */
export const rowRendering = renderRequest.pick({ ...renderOptionNames, filename: true });
