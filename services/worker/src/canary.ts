import { serviceHolder } from "@platen/contracts/holder";
import type { Engine } from "@platen/engine";
import type { TemplateFiller } from "@platen/template-filler";

const timeoutMs = 20_000;
const holder = serviceHolder("canary");

/**
 * Fills and prints one small test document like any other, before the worker takes jobs. A fault of the worker or its
 * machine then shows at the start, and not to a caller.
 */
export async function printCanary({
  filler,
  engine,
}: {
  filler: Pick<TemplateFiller, "fillTemplate">;
  engine: Pick<Engine, "print">;
}): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const document = await filler.fillTemplate(
      {
        holder,
        sourceId: "canary",
        html: "<p>{{word}}</p>",
        css: "@page { size: 105mm 148mm }",
        header: undefined,
        footer: undefined,
        title: "Canary",
        language: "en",
        dialect: 2,
        timeZone: "UTC",
        currency: undefined,
        dataJson: JSON.stringify({ word: "canary" }),
      },
      signal,
    );
    if (!document.html.includes("<p>canary</p>")) throw new Error("the filled HTML does not contain the data");
    const { pdf, pageCount } = await engine.print({
      projectId: "canary",
      holder,
      document,
      settings: {},
      createdAt: new Date(0),
      signal,
    });
    const isPdf = pdf.subarray(0, 5).toString("latin1") === "%PDF-";
    if (!isPdf || pageCount !== 1)
      throw new Error(
        `expected a PDF of one page, but the engine gave ${pdf.byteLength} bytes with ${pageCount} pages`,
      );
  } catch (cause) {
    throw new Error("The worker cannot start because it could not print its test document.", { cause });
  }
}
