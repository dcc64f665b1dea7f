import type { Browser } from "./browser/browser.ts";
import type { TemplateFiller } from "./template/template-filler.ts";

const timeoutMs = 20_000;

/**
 * Fills and prints one small document the way all others are, before the worker takes any: what is broken in it or
 * missing on its machine is then found at its start, and not by a caller.
 */
export async function printCanary({
  filler,
  browser,
}: {
  filler: Pick<TemplateFiller, "fillTemplate">;
  browser: Pick<Browser, "print">;
}): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const { html } = await filler.fillTemplate(
      {
        sourceId: "canary",
        html: "<p>{{word}}</p>",
        css: "@page { size: A6 }",
        header: undefined,
        footer: undefined,
        title: "Canary",
        language: "en",
        dataJson: JSON.stringify({ word: "canary" }),
      },
      signal,
    );
    if (!html.includes("<p>canary</p>")) throw new Error("it was not filled with its data");
    const { pdf, pageCount } = await browser.print({
      projectId: "canary",
      html,
      settings: {},
      createdAt: new Date(0),
      signal,
    });
    const isPdf = pdf.subarray(0, 5).toString("latin1") === "%PDF-";
    if (!isPdf || pageCount !== 1) throw new Error(`it has ${pdf.byteLength} bytes and ${pageCount} pages`);
  } catch (cause) {
    throw new Error("the document that is printed on trial at the start was not printed as it should", { cause });
  }
}
