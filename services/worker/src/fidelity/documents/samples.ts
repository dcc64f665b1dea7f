import { fillSamples } from "../../template/test-samples.ts";
import type { FidelityDocument } from "../fidelity-document.ts";

/** The sample templates, filled with their own data. */
export async function filledSamples(): Promise<FidelityDocument[]> {
  return (await fillSamples()).map(({ slug, html, settings }) => ({ name: `sample ${slug}`, html, settings }));
}
