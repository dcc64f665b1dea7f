import { filledHtml } from "../documents/bench-document.ts";
import { documents } from "../documents/documents.ts";
import type { Competitor } from "../measure/measure-slot.ts";

/** A Gotenberg that runs somewhere: what it uses cannot be seen from here. */
export function gotenberg(url: string, connections: number): Competitor {
  const fillers = new Map(documents.map((document) => [document, filledHtml(document)]));
  return {
    name: `Gotenberg, ${connections} connections`,
    lanes: connections,
    processes: () => [],
    async print(document, run) {
      const form = new FormData();
      form.set("files", new Blob([fillers.get(document)?.(run) ?? ""], { type: "text/html" }), "index.html");
      form.set("printBackground", "true");
      form.set("preferCssPageSize", "true");
      const response = await fetch(new URL("/forms/chromium/convert/html", url), {
        method: "POST",
        body: form,
        signal: AbortSignal.timeout(120_000),
      });
      if (!response.ok) throw new Error(`Gotenberg answers ${response.status}`);
      return Buffer.from(await response.arrayBuffer());
    },
  };
}
