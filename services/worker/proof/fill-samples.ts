import { samples } from "@platen/samples";
import type { PageSettings } from "@platen/contracts";
import { createTemplateFiller } from "../src/template/template-filler.ts";

export type FilledSample = { slug: string; html: string; settings: PageSettings };

/** Fills the sample templates with their own data, for tests. */
export async function fillSamples(): Promise<FilledSample[]> {
  const filler = createTemplateFiller({
    threads: 1,
    timeoutMs: 60_000,
    maxOutputBytes: 1_000_000,
    maxHeapBytes: 256_000_000,
  });
  const { signal } = new AbortController();
  try {
    return await Promise.all(
      samples.map(async ({ slug, name, html, css, settings, sampleData }) => {
        const { language, header, footer } = settings;
        const dataJson = JSON.stringify(sampleData);
        const request = { sourceId: slug, html, css, header, footer, title: name, language, dataJson };
        return { slug, html: (await filler.fillTemplate(request, signal)).html, settings };
      }),
    );
  } finally {
    await filler.close();
  }
}
