import { filledHtml } from "../documents/bench-document.ts";
import { documents } from "../documents/documents.ts";
import { createPoster } from "../http/http-poster.ts";
import type { Competitor } from "../measure/measure-slot.ts";

/** A Carbone 5 that runs somewhere and prints HTML with its Chromium: what it uses cannot be seen from here. */
export function carbone(url: string, connections: number, token: string | undefined): Competitor {
  const fillers = new Map(documents.map((document) => [document, filledHtml(document)]));
  const post = createPoster(url, { "carbone-version": "5", ...(token && { authorization: `Bearer ${token}` }) });
  return {
    name: `Carbone, ${connections} connections`,
    lanes: connections,
    processes: () => [],
    print(document, run) {
      const html = fillers.get(document)?.(run) ?? "";
      const template = Buffer.from(html).toString("base64");
      return post(
        "/render/template?download=true",
        JSON.stringify({ data: {}, template, convertTo: "pdf", converter: "C" }),
      );
    },
  };
}
