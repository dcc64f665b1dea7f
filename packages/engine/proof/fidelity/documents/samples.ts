import { createEvaluator } from "@platen/formats";
import { fillParts, parseMustache } from "@platen/mustache";
import { samples } from "@platen/samples";
import { flatSample } from "@platen/samples/testing";
import type { FidelityDocument } from "../fidelity-document.ts";

/** The sample templates, filled with their own data. Each one is a whole document with a head. */
export const filledSamples: FidelityDocument[] = samples
  .map(flatSample)
  .map(({ slug, html, css, settings, translations, sampleData }) => ({
    name: `sample ${slug}`,
    html: fillParts(parseMustache(html), sampleData, {
      maxOutputLength: 1_000_000,
      evaluator: createEvaluator({
        locale: "en",
        timeZone: "UTC",
        currency: settings.currency,
        messages: { defaultLocale: "en", languages: translations },
      }),
    }).replace("</head>", () => `<style>${css}</style></head>`),
    settings,
  }));
