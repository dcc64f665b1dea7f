import { filledHtml } from "../documents/bench-document.ts";
import { documents } from "../documents/documents.ts";
import { bodyOf, createHttpClient } from "../http-client.ts";
import type { Competitor } from "../measure/measure-window.ts";

const connections = 8;
const boundary = "platen-bench";
/** A4 without margins, as the other peers print. */
const fields = {
  paperWidth: "210mm",
  paperHeight: "297mm",
  marginTop: "0",
  marginBottom: "0",
  marginLeft: "0",
  marginRight: "0",
  printBackground: "true",
  preferCssPageSize: "true",
};

/**
 * Returns a running Gotenberg as a competitor. It fills no templates, so it gets filled HTML. With its process id, its
 * processor time counts too, and not as that of other programs.
 */
export async function connectGotenberg({ url, pid }: { url: string; pid: number | undefined }): Promise<Competitor> {
  const answer = await fetch(new URL("/version", url), { signal: AbortSignal.timeout(5_000) });
  const version = (await answer.text()).trim();
  const post = createHttpClient(url, { contentType: `multipart/form-data; boundary=${boundary}` });
  const bodies = new Map(documents.map((document) => [document, formWith(document)]));
  return {
    name: `Gotenberg ${version}, ${connections} connections`,
    concurrency: connections,
    processes: () => [
      ...(pid === undefined
        ? []
        : [{ part: "peer", pid, scope: "self" } as const, { part: "browser", pid, scope: "below" } as const]),
      { part: "load generator", pid: process.pid, scope: "self" },
    ],
    print: async (document, run) =>
      bodyOf(await post("/forms/chromium/convert/html", bodies.get(document)?.(run) ?? "")),
  };
}

/** Returns the form of a document for a run, with everything but the HTML made once. */
function formWith(document: (typeof documents)[number]): (run: number) => string {
  const html = filledHtml(document);
  const settings = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file = 'Content-Disposition: form-data; name="files"; filename="index.html"\r\nContent-Type: text/html';
  const head = `${settings.join("")}--${boundary}\r\n${file}\r\n\r\n`;
  return (run) => `${head}${html(run)}\r\n--${boundary}--\r\n`;
}
