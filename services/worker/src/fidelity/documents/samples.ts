import { samples } from "@platen/samples";
import { createTemplateFiller } from "../../template/template-filler.ts";
import type { FidelityDocument } from "../fidelity-document.ts";

/** The sample templates, filled with their own data. */
export async function filledSamples(): Promise<FidelityDocument[]> {
  const filler = createTemplateFiller({
    threads: 1,
    timeoutMs: 5_000,
    maxOutputBytes: 1_000_000,
    maxHeapBytes: 256_000_000,
  });
  try {
    return await Promise.all(
      samples.map(async ({ slug, name, html, css, settings, sampleData }) => {
        const { language, header, footer } = settings;
        const filled = await filler.fillTemplate(
          { sourceId: slug, html, css, header, footer, title: name, language, dataJson: JSON.stringify(sampleData) },
          new AbortController().signal,
        );
        return { name: `sample ${slug}`, html: filled.html, settings };
      }),
    );
  } finally {
    await filler.close();
  }
}
